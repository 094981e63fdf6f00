import { useTranslation } from 'react-i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { ThisMonth } from '#web/api/agenda.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { NEW_RULE } from '#web/paths.ts'
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
        {clients.map(({ company, recipient, months, last_date, last_total }) => (
          <li key={`${company.id} ${recipient.identifier}`} className={classes.note}>
            <span className={classes.noteWords}>
              <span className={classes.noteTitle}>{recipient.name}</span>
              <span className="muted small num">
                {t('thisMonth.missingFact', {
                  count: months,
                  date: showDay(last_date),
                  total: showClp(last_total),
                })}
                {namesCompany && ` ${company.name}.`}
              </span>
            </span>
            <LinkButton
              to={`${NEW_RULE}/${company.id}`}
              variant="default"
              size="sm"
              aria-label={`${t('thisMonth.createRule')}: ${recipient.name}`}
            >
              {t('thisMonth.createRule')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
