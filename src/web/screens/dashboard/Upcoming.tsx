import { Skeleton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay } from '#texts/formats.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import type { Rule } from '#web/api/queries.ts'
import { forecastQuery, installationQuery } from '#web/api/queries.ts'
import { editRulePath } from '#web/paths.ts'
import { whenText } from '../this-month/when-text.ts'
import { forecastOfRule } from './forecast-of-rule.ts'
import classes from './Dashboard.module.css'

const MOST = 5

/** The next emissions of the active rules, soonest first. */
export function Upcoming({ rules }: { rules: Rule[] }) {
  const { t } = useTranslation()
  const { data: installation } = useQuery(installationQuery())
  const next = rules
    .filter(({ is_paused, next_emission_date }) => !is_paused && next_emission_date !== null)
    .toSorted((a, b) => String(a.next_emission_date).localeCompare(String(b.next_emission_date)))
    .slice(0, MOST)
  const totals = useQueries({
    queries: next.map((rule) => forecastQuery(forecastOfRule(rule))),
  })
  if (next.length === 0) return <p className={classes.none}>{t('dashboard.noUpcoming')}</p>
  return (
    <ul className={classes.upcoming}>
      {next.map((rule, index) => (
        <li key={rule.id}>
          <Emission
            rule={rule}
            today={installation?.today ?? null}
            total={totals[index]?.data?.emissions[0]?.total ?? null}
          />
        </li>
      ))}
    </ul>
  )
}

function Emission({
  rule,
  today,
  total,
}: {
  rule: Rule
  today: string | null
  total: number | null
}) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  const date = rule.next_emission_date ?? ''
  const clients = rule.clients_detail.map(({ client }) => client.client_info.name)
  const isFixed = rule.invoice_lines_detail.every(
    (line) => line.quantity !== null && line.price !== null,
  )
  return (
    <Link to={editRulePath(rule.id)} className={classes.emission}>
      <span className={classes.when}>
        <span className={`${classes.date} num`}>{showDay(date)}</span>
        <span className="muted small">{whenText(t, today, date)}</span>
      </span>
      <span className={classes.what}>
        <span className={classes.rule}>{rule.name}</span>
        <span className={`${classes.clients} muted small`}>
          {clients.slice(0, 2).join(', ')}
          {clients.length > 2 && ` +${clients.length - 2}`}
          {namesCompany && ` · ${rule.facturator_comp_detail.company_info.name}`}
        </span>
      </span>
      {total !== null && isFixed && (
        <span className={`${classes.amount} num`}>
          {showClp(total)}
          <span className="muted small">{clients.length > 1 && ` ${t('dashboard.each')}`}</span>
        </span>
      )}
    </Link>
  )
}

export function UpcomingSkeleton() {
  return (
    <div className={classes.upcoming} aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <div key={row} className={classes.emission}>
          <Skeleton width={110} height={36} />
          <Skeleton width="50%" height={36} />
        </div>
      ))}
    </div>
  )
}
