import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCircle } from '#web/ui/icons.ts'
import type { PasswordCheck } from './password-check.ts'
import classes from '../login/Login.module.css'

const NEEDS = ['length', 'notNumeric', 'notCommon', 'notEmail', 'matches'] as const
const BETTER = ['lower', 'upper', 'digit', 'symbol'] as const

export function PasswordChecklist({
  id,
  check,
  knowsEmail = true,
}: {
  id: string
  check: PasswordCheck
  /** Without it nothing is said of the likeness, which only the server can tell then. */
  knowsEmail?: boolean
}) {
  const { t } = useTranslation()
  const needs = knowsEmail ? NEEDS : NEEDS.filter((need) => need !== 'notEmail')
  return (
    <div className={classes.check} id={id} role="group" aria-label={t('register.checklist')}>
      <p className={classes.checkTitle}>{t('register.needs')}</p>
      <ul className={classes.needs}>
        {needs.map((need) => (
          <Item key={need} isDone={check.needs[need]} text={t(`register.${need}`)} />
        ))}
      </ul>
      <p className={classes.checkTitle}>{t('register.better')}</p>
      <ul className={classes.better}>
        {BETTER.map((advice) => (
          <Item key={advice} isDone={check.better[advice]} text={t(`register.${advice}`)} />
        ))}
      </ul>
    </div>
  )
}

function Item({ isDone, text }: { isDone: boolean; text: string }) {
  const { t } = useTranslation()
  const Icon = isDone ? IconCheck : IconCircle
  return (
    <li className={classes.item} data-done={isDone || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {text}
        <VisuallyHidden>
          {isDone ? `, ${t('register.done')}` : `, ${t('register.pending')}`}
        </VisuallyHidden>
      </span>
    </li>
  )
}
