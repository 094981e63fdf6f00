import { useTranslation } from 'react-i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { ThisMonth } from '#web/api/agenda.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { NEW_RULE, PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './ThisMonth.module.css'

/** Who is usually invoiced and isn't this month: forgotten, or gone. */
export function MissingClients({ clients }: { clients: ThisMonth['missing_clients'] }) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  return (
    <section aria-labelledby="missing">
      <h2 id="missing" className={classes.subtitle}>
        {t('thisMonth.missing')}
      </h2>
      <p className={classes.hint}>{t('thisMonth.missingHint')}</p>
      <ul className={classes.notes}>
        {clients.map(
          ({ company, recipient, months, last_date, last_total, paused_rule: paused }) => (
            <li
              key={`${company.id} ${recipient.identifier} ${recipient.name}`}
              className={classes.note}
            >
              <span className={classes.noteWords}>
                <span className={classes.noteTitle}>{recipient.name}</span>
                <span className="muted small num">
                  {t('thisMonth.missingFact', {
                    count: months,
                    date: showDay(last_date),
                    total: showClp(last_total),
                  })}
                  {namesCompany && ` ${company.name}.`}
                  {paused !== null && ` ${t('thisMonth.missingPaused', { rule: paused.name })}`}
                </span>
              </span>
              <Mend
                to={paused === null ? `${NEW_RULE}/${company.id}` : PATHS.rules}
                text={t(paused === null ? 'thisMonth.createRule' : 'thisMonth.resumeRule')}
                of={recipient.name}
              />
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

function Mend({ to, text, of }: { to: string; text: string; of: string }) {
  return (
    <LinkButton to={to} variant="default" size="sm" aria-label={`${text}: ${of}`}>
      {text}
    </LinkButton>
  )
}
