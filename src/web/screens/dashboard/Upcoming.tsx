import { Skeleton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay } from '#texts/formats.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import type { ThisMonth, UpcomingRow } from '#web/api/agenda.ts'
import type { Rule } from '#web/api/queries.ts'
import { forecastQuery, installationQuery } from '#web/api/queries.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { whenText } from '../this-month/when-text.ts'
import { forecastOfRule } from './forecast-of-rule.ts'
import classes from './Dashboard.module.css'

const MOST = 5

/** The next emissions of the active rules, and documents ordered alone for a later day; soonest first. */
export function Upcoming({ rules, month }: { rules: Rule[]; month: ThisMonth | undefined }) {
  const { t } = useTranslation()
  const { data: installation } = useQuery(installationQuery())
  const next = [...rules.flatMap(nextOfRule), ...(month?.months ?? []).flatMap(orderedIn)]
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .slice(0, MOST)
  const ofRules = next.flatMap(({ rule }) => rule ?? [])
  const totals = useQueries({
    queries: ofRules.map((rule) => forecastQuery(forecastOfRule(rule))),
  })
  const today = installation?.today ?? null
  if (next.length === 0) return <p className={classes.none}>{t('dashboard.noUpcoming')}</p>
  return (
    <ul className={classes.upcoming}>
      {next.map(({ rule, row }) => (
        <li key={rule?.id ?? `document ${row?.document}`}>
          {rule !== null && (
            <Emission
              rule={rule}
              today={today}
              total={totals[ofRules.indexOf(rule)]?.data?.emissions[0]?.total ?? null}
            />
          )}
          {row !== null && <Ordered row={row} today={today} />}
        </li>
      ))}
    </ul>
  )
}

type Next = { date: string } & (
  | { rule: Rule; row: null }
  | { rule: null; row: UpcomingRow & { document: number } }
)

function nextOfRule(rule: Rule): Next[] {
  const { is_paused: isPaused, next_emission_date: date } = rule
  return isPaused || date === null ? [] : [{ date, rule, row: null }]
}

function orderedIn({ rows }: ThisMonth['months'][number]): Next[] {
  return rows.flatMap((row) => {
    const { document, origin, state, emission_date: date } = row
    if (origin !== 'request' || state !== 'planned' || document === null) return []
    return [{ date, rule: null, row: { ...row, document } }]
  })
}

function Ordered({
  row: { document, document_type, recipient, company, emission_date: date, total },
  today,
}: {
  row: UpcomingRow & { document: number }
  today: string | null
}) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  return (
    <Link to={documentPath(document)} className={classes.emission}>
      <span className={classes.when}>
        <span className={`${classes.date} num`}>{showDay(date)}</span>
        <span className="muted small">{whenText(t, today, date)}</span>
      </span>
      <span className={classes.what}>
        <span className={classes.rule}>{t(`documentTypes.${TYPE_NAMES[document_type]}`)}</span>
        <span className={`${classes.clients} muted small`}>
          {recipient.name}
          {namesCompany && ` · ${company.name}`}
        </span>
      </span>
      {total !== null && <span className={`${classes.amount} num`}>{showClp(total)}</span>}
    </Link>
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
