import { useTranslation } from 'react-i18next'
import { showDay } from '#texts/formats.ts'
import type { ThisMonth } from '#web/api/agenda.ts'
import { IconAlert } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { readinessMend, readinessText } from '../rules/readiness-text.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import classes from './ThisMonth.module.css'

/** Rules that would stop on their day, with everything each one lacks. */
export function NotReady({ rules }: { rules: ThisMonth['not_ready'] }) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  return (
    <section aria-labelledby="not-ready">
      <h2 id="not-ready" className={classes.subtitle}>
        {t('thisMonth.notReady')}
      </h2>
      <ul className={classes.notes} data-tone="needsYou">
        {rules.map(({ rule, company, reasons, next_emission_date }) => (
          <li key={rule.id} className={classes.note}>
            <IconAlert size={20} aria-hidden className={classes.noteIcon} />
            <span className={classes.noteWords}>
              <span className={`${classes.noteTitle} num`}>
                {rule.name}
                {next_emission_date !== null && (
                  <span className="muted small">
                    {' · '}
                    {t('thisMonth.notReadyDate', { date: showDay(next_emission_date) })}
                  </span>
                )}
              </span>
              {namesCompany && <span className="muted small">{company.name}</span>}
              <span className={classes.reasons}>
                {reasons.map((reason) => readinessText(t, reason)).join('; ')}.
              </span>
            </span>
            <Mend rule={rule} reasons={reasons} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first is mended first: the others may be of the same place. */
function Mend({ rule, reasons }: Pick<ThisMonth['not_ready'][number], 'rule' | 'reasons'>) {
  const { t } = useTranslation()
  const [first] = reasons
  if (first === undefined) return null
  const { to, label } = readinessMend(rule, first)
  const text = t(`rules.mend.${label}`)
  return (
    <LinkButton to={to} variant="default" size="sm" aria-label={`${text}: ${rule.name}`}>
      {text}
    </LinkButton>
  )
}
