import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showDay } from '#texts/formats.ts'
import type { RuleOfParty } from '#web/api/directory.ts'
import { editRulePath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { Pill } from '#web/ui/Pill.tsx'
import classes from './Directory.module.css'

/** The rules that name a client. */
export function RuleList({ rules }: { rules: readonly RuleOfParty[] }) {
  const { t } = useTranslation()
  if (rules.length === 0) return <p className="muted">{t('directory.noRules')}</p>
  return (
    <ul className={classes.items}>
      {rules.map((rule) => (
        <li key={rule.id} className={classes.item}>
          <span className={classes.words}>
            <Link to={editRulePath(rule.id)} className={classes.link}>
              {rule.name}
            </Link>
            <NextDay rule={rule} />
          </span>
          {rule.is_paused && <Pill>{t('directory.paused')}</Pill>}
        </li>
      ))}
    </ul>
  )
}

export function NextDay({ rule }: { rule: Pick<RuleOfParty, 'next_emission_date'> }) {
  const { t } = useTranslation()
  const day = rule.next_emission_date
  return (
    <span className="muted small num">
      {day === null ? t('directory.noDay') : t('directory.nextDay', { day: showDay(day) })}
    </span>
  )
}
