import { Checkbox } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_TOGETHER } from '#contract/payer-access.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './Together.module.css'
import { nameOf } from './document-name.ts'
import { JointWays } from './JointWays.tsx'
import { isUnderWay, type Listed, type ListPage } from './use-together.ts'

/** The documents with a box each, what is chosen of them, and the ways to pay its sum. */
export function OpenList({ documents, ...page }: ListPage & { documents: Listed[] }) {
  const { t } = useTranslation()
  const free = documents.filter((one) => !isUnderWay(one))
  // As they were seen when they were chosen, so that one that goes can still be named.
  const [chosen, setChosen] = useState(() => free.slice(0, MAX_TOGETHER))
  const isChosen = ({ id }: Listed) => chosen.some((one) => one.id === id)
  const now = free.filter(isChosen)
  const fallen = chosen.filter((one) => !free.some(({ id }) => id === one.id))
  const toggle = (document: Listed) => {
    const others = now.filter(({ id }) => id !== document.id)
    setChosen(isChosen(document) ? others : [...others, document])
  }
  if (documents.length === 0) {
    return <p className="muted">{t('pay.together.none', { issuer: page.issuer })}</p>
  }
  return (
    <>
      {fallen.length > 0 && (
        <Notice tone="needsYou" isAlert>
          {t('pay.together.fallen', {
            count: fallen.length,
            names: fallen.map((one) => nameOf(t, one)).join(', '),
          })}
        </Notice>
      )}
      <ul className={classes.documents}>
        {documents.map((document) => (
          <li key={document.id} className={classes.document}>
            <Checkbox
              size="md"
              className={classes.box}
              label={nameOf(t, document)}
              description={detailOf(t, document, page.issuer)}
              checked={!isUnderWay(document) && isChosen(document)}
              disabled={isUnderWay(document) || (!isChosen(document) && now.length >= MAX_TOGETHER)}
              onChange={() => toggle(document)}
            />
            <span className="num">{showClp(document.open)}</span>
          </li>
        ))}
      </ul>
      {now.length > 0 && <JointWays {...page} chosen={now} onDeclared={() => setChosen([])} />}
    </>
  )
}

function detailOf(
  t: TFunction,
  { due_day, days_overdue, is_declared, is_checking }: Listed,
  issuer: string,
): string {
  if (is_checking) return t('pay.together.checking')
  if (is_declared) return t('pay.together.declared', { issuer })
  const day = showDay(due_day)
  return t(days_overdue > 0 ? 'pay.together.overdue' : 'pay.together.due', { day })
}
