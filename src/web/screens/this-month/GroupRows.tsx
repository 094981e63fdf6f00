import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { wasIssued } from '#domain/counted.ts'
import { loudest, type Standing } from '#domain/standing.ts'
import { showClp } from '#texts/formats.ts'
import type { UpcomingRow } from '#web/api/agenda.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { documentPath } from '#web/paths.ts'
import { IconDown } from '#web/ui/icons.ts'
import { PaymentBadge, type PaymentState as State } from '#web/ui/PaymentBadge.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { standingText, useStanding } from '#web/documents/standing.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { Estimated } from './Estimated.tsx'
import { paymentsOf } from './group-payments.ts'
import type { Group } from '#web/documents/groups.ts'
import { sumOf } from '#web/documents/groups.ts'
import type { Wish } from './RowMenu.tsx'
import { RowMenu } from './RowMenu.tsx'
import classes from './ThisMonth.module.css'

interface Props {
  group: Group
  today: string
  onWish: (wish: Wish) => void
}

/** One client is a row; several of one rule are a row that opens. */
export function GroupRows({ group: { rows }, today, onWish }: Props) {
  const [first] = rows
  if (rows.length === 1) {
    return (
      <li className={classes.row}>
        <ClientCell row={first} withRule onWish={onWish} />
        <StateCell row={first} onWish={onWish} />
        <Amounts rows={rows} />
        <RowMenu row={first} rows={rows} today={today} onWish={onWish} />
      </li>
    )
  }
  return <ManyClients rows={rows} today={today} onWish={onWish} />
}

function ManyClients({ rows, today, onWish }: Omit<Props, 'group'> & { rows: Group['rows'] }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const clients = useId()
  const name = rows[0].rule?.name ?? ''
  const standingOf = useStanding()
  const speaker = loudest(rows.map((row) => standingOf(row))) ?? standingOf(rows[0])
  const issued = rows.filter(({ state }) => wasIssued(state)).length
  const forecasts = rows.filter(({ document }) => document === null)
  const namesCompany = useHasSeveralCompanies()
  return (
    <li>
      <div className={classes.row}>
        <div className={classes.who}>
          <button
            type="button"
            className={classes.opener}
            aria-expanded={isOpen}
            aria-controls={clients}
            aria-label={t('thisMonth.showClients', { name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconDown size={16} aria-hidden className={classes.arrow} />
            <span className={classes.name}>{name}</span>
          </button>
          <span className={classes.sub}>
            {t('thisMonth.clients', { count: rows.length })}
            {namesCompany && ` · ${rows[0].company.name}`}
          </span>
        </div>
        <div className={classes.state}>
          <StateBadge of={speaker} />
          {issued > 0 && issued < rows.length && (
            <span className={classes.reason}>
              {t('thisMonth.issuedOf', { issued, count: rows.length })}
            </span>
          )}
          <PaymentsOf rows={rows} />
        </div>
        <Amounts rows={rows} />
        <RowMenu
          row={forecasts[0] ?? rows[0]}
          rows={forecasts.length > 0 ? forecasts : rows}
          today={today}
          onWish={onWish}
        />
      </div>
      <ul id={clients} className={classes.clients} hidden={!isOpen}>
        {isOpen &&
          rows.map((row, index) => (
            <li key={row.document ?? `client ${row.client ?? index}`} className={classes.row}>
              <ClientCell row={row} onWish={onWish} />
              <StateCell row={row} onWish={onWish} />
              <Amounts rows={[row]} />
              {row.document === null ? (
                <span />
              ) : (
                <RowMenu row={row} rows={[row]} today={today} onWish={onWish} />
              )}
            </li>
          ))}
      </ul>
    </li>
  )
}

function PaymentsOf({ rows }: { rows: UpcomingRow[] }) {
  const { t } = useTranslation()
  const payments = paymentsOf(rows)
  if (payments === null) return null
  if (payments.kind === 'alike') return <PaymentState state={payments.state} />
  const { paid, count } = payments
  return <span className={classes.reason}>{t('thisMonth.paidOf', { paid, count })}</span>
}

function PaymentState({ state }: { state: State }) {
  return (
    <span className={classes.payment}>
      <PaymentBadge state={state} />
    </span>
  )
}

/** Every row opens: a document its page, a forecast the document as it would be. */
function ClientCell({
  row,
  withRule = false,
  onWish,
}: {
  row: UpcomingRow
  withRule?: boolean
  onWish: (wish: Wish) => void
}) {
  const { t } = useTranslation()
  const { document, recipient, rule } = row
  const type = t(`documentTypes.${TYPE_NAMES[row.document_type]}`)
  const namesCompany = useHasSeveralCompanies()
  return (
    <div className={classes.who}>
      {document === null ? (
        <button
          type="button"
          className={classes.opens}
          onClick={() => onWish({ kind: 'preview', rows: [row] })}
        >
          <span className={classes.name}>{recipient.name}</span>
        </button>
      ) : (
        <Link to={documentPath(document)} className={classes.opens}>
          <span className={classes.name}>{recipient.name}</span>
        </Link>
      )}
      <span className={`${classes.sub} num`}>
        {type}
        {row.folio !== null && ` ${t('documents.number', { folio: row.folio })}`}
        {withRule && rule !== null && ` · ${rule.name}`}
        {withRule && namesCompany && ` · ${row.company.name}`}
      </span>
    </div>
  )
}

const TO_APPROVE: ReadonlySet<string> = new Set(['approvalNeeded', 'amountDiffers'])

function StateCell({ row, onWish }: { row: UpcomingRow; onWish: (wish: Wish) => void }) {
  const { t } = useTranslation()
  const { document, reason, state, payment } = row
  const standing = useStanding()(row)
  const why = standingText(t, standing)
  const isToApprove = state === 'waiting' && reason !== null && TO_APPROVE.has(reason)
  return (
    <div className={classes.state}>
      <StateBadge of={standing} />
      {why !== null && (
        <span className={classes.reason} data-tone={toneOfReason(standing)}>
          {why.what}
        </span>
      )}
      {payment !== null && <PaymentState state={payment.state} />}
      {isToApprove && document !== null && (
        <Button
          size="compact-sm"
          className={classes.approve}
          aria-label={`${t('thisMonth.approve')}: ${row.recipient.name}`}
          onClick={() =>
            onWish({ kind: 'act', document: { ...row, id: document }, action: 'issueNow' })
          }
        >
          {t('thisMonth.approve')}
        </Button>
      )}
    </div>
  )
}

/** What somebody stopped asks for nothing any more. */
function toneOfReason({ badge, actor }: Standing): 'wrong' | 'needsYou' | 'calm' {
  if (badge === 'failed') return 'wrong'
  return actor === 'nobody' ? 'calm' : 'needsYou'
}

function Amounts({ rows }: { rows: UpcomingRow[] }) {
  const { t } = useTranslation()
  const { total, isEstimated } = sumOf(rows)
  const [only] = rows
  if (total === null) {
    const shown = rows.length === 1 ? (only?.total ?? null) : null
    return (
      <span className={`${classes.amount} num`} data-never={shown !== null || undefined}>
        {shown === null ? (
          <span className="muted small">{t('thisMonth.noAmount')}</span>
        ) : (
          <s>{showClp(shown)}</s>
        )}
      </span>
    )
  }
  return (
    <span className={`${classes.amount} num`}>
      <span className={classes.total}>
        {isEstimated && <Estimated />} {showClp(total)}
      </span>
      {rows.length === 1 && only !== undefined && (
        <span className={classes.parts}>{partsText(t, only)}</span>
      )}
    </span>
  )
}

function partsText(t: TFunction, row: UpcomingRow): string {
  const parts =
    row.iva === null
      ? [
          [t('thisMonth.gross'), row.neto],
          [t('thisMonth.retencion'), row.retencion],
        ]
      : [
          [t('thisMonth.neto'), row.neto],
          [t('thisMonth.iva'), row.iva],
        ]
  return parts.map(([name, pesos]) => `${name} ${showClp(Number(pesos ?? 0))}`).join(' · ')
}
