import { hundredthsOf, priceInUf, UF_PRICES } from '../../charges/reckoning.ts'
import { untrueFees, type ConfirmedPayment } from '../../charges/untrue-fees.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { PortalSend } from '../portal.ts'

/**
 * What the ledger of a world's organisations says otherwise than what was sent to the SII, mailed and paid; a sentence for
 * each. Once each, whatever was killed, retried or told twice.
 */
export async function breachesOfLedger(
  { inspect }: Pick<WorldDatabase, 'inspect'>,
  sends: readonly PortalSend[],
  confirmed: readonly ConfirmedPayment[] = [],
): Promise<string[]> {
  const lines = await inspect('select * from charge order by id')
  const ufs = await inspect('select day, value::text as value from uf_value')
  const issued = new Set(
    sends.flatMap((send) => (send.issuedAtMs === null ? [] : [numberOf(send)])),
  )
  const all = await inspect(ISSUED)
  const isIssued = (row: Row) => issued.has(numberOf(row)) || row['is_put_in'] === true
  const documents = all.filter(isIssued)
  const lost = all.filter((row) => row['is_lost'] === true && !isIssued(row))
  const orders = await inspect(ORDERS)
  const linesOf = (row: Row) => [
    inUf('document', row, ufs),
    ...(row['is_mailed'] === true ? [inUf('mail', row, ufs)] : []),
  ]
  const expected = documents.flatMap(linesOf)
  const charged = lines
    .filter(isInUf)
    .map(
      ({ kind, document_id: id, net_clp: net, iva_clp: iva }) =>
        `${String(kind)} of ${String(id)}: ${String(net)} + ${String(iva)}`,
    )
  const fees = lines
    .filter((line) => !isInUf(line))
    .map((line) => ({
      order: orderOf(line, orders),
      kind: String(line['kind']),
      base: Number(line['base_clp']),
      net: Number(line['net_clp']),
      iva: Number(line['iva_clp']),
    }))
  return [
    ...without(expected, charged).map((line) => `not charged: ${line}`),
    // One made by hand in place of a lost try can't be told from it, and costs as much.
    ...without(charged, [...expected, ...lost.flatMap(linesOf)]).map(
      (line) => `charged for nothing: ${line}`,
    ),
    ...untrueFees(confirmed, fees),
  ]
}

/**
 * Each issued document, with whether any mail of it left, and whether a try of it was lost. Those that the simulated SII had
 * from no request of ours were made at the portal, and cost nothing; but for notas, which worlds with payments put in as issued.
 */
const ISSUED = `select document.id, document.issue_day, document.folio, company.rut as company, exists (select from delivery
    where delivery.organisation_id = document.organisation_id and delivery.document_id = document.id
      and delivery.purpose = 'document' and delivery.sent_at is not null) as is_mailed,
    exists (select from attempt where attempt.organisation_id = document.organisation_id
      and attempt.document_id = document.id and coalesce(attempt.outcome, 'uncertain') in ('uncertain', 'absent', 'issued')) as is_lost,
    document.kind = 'notaCredito' and not exists (select from attempt where attempt.organisation_id = document.organisation_id
      and attempt.document_id = document.id) as is_put_in
  from document join company on company.organisation_id = document.organisation_id and company.id = document.company_id
  where document.state in ('issued', 'annulled') order by document.id`

function numberOf({ company, folio }: Row | PortalSend): string {
  return `${String(company)} ${String(folio)}`
}

const ORDERS = `select paid.payment_id, attempt.order_id from provider_payment paid
  join payment_attempt attempt on attempt.organisation_id = paid.organisation_id and attempt.id = paid.attempt_id`

function isInUf({ kind }: Row): boolean {
  return kind === 'document' || kind === 'mail'
}

function inUf(kind: keyof typeof UF_PRICES, row: Row, ufs: readonly Row[]): string {
  const uf = ufs.find(({ day }) => day === row['issue_day'])?.['value']
  const priced = typeof uf !== 'string' ? null : priceInUf(UF_PRICES[kind], hundredthsOf(uf))
  const price = priced === null ? 'null + null' : `${priced.net} + ${priced.iva}`
  return `${kind} of ${String(row['id'])}: ${price}`
}

function orderOf({ payment_id: payment }: Row, orders: readonly Row[]): string | null {
  const order = orders.find(({ payment_id: id }) => id === payment)?.['order_id']
  return typeof order === 'string' ? order : null
}

/** As often as it stands there more. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
