import { addDays, dayInChile } from '#domain/day.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { cursorText, readCursor } from '../directory/cursor.ts'
import { readDebtors, sumDebts, type Ageing, type DebtorRow } from './ageing-store.ts'
import type { Needs } from './record.ts'

/** What is older says little about how long a client takes now. */
const USUAL_SINCE_DAYS = 730

/**
 * Who owes how much and since when, a page of clients, the largest debt first; and what all of them owe and what is expected
 * of it.
 */
export async function readAgeing(
  { db, clock }: Needs,
  organisationId: number,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const today = dayInChile(clock.now())
  const query = { organisationId, today, usualSince: addDays(today, -USUAL_SINCE_DAYS) }
  const page = { ...query, after: readCursor(after, 'number'), limit: limit + 1 }
  const rows = await readDebtors(db, page)
  const sums = await sumDebts(db, query)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    total: { ...ageingToWire(sums), clients: sums.clients },
    clients: shown.map(debtorToWire),
    expected: { this_month: sums.this_month, next_month: sums.next_month },
    next:
      last === undefined || rows.length === shown.length
        ? null
        : cursorText({ key: String(last.open), id: last.last_id }),
  }
}

function debtorToWire(row: DebtorRow) {
  return {
    company: {
      id: row.company_id,
      identifier: formatRut(rut(row.company_rut)),
      name: row.company_name,
    },
    client: { identifier: formatRut(rut(row.client_rut)), name: row.client_name },
    ...ageingToWire(row),
    documents: row.documents,
    last_document: row.last_id,
    usual_days: row.usual_days,
  }
}

function ageingToWire({ not_due, days_1_30, days_31_60, days_61_90, days_91, open }: Ageing) {
  return { not_due, days_1_30, days_31_60, days_61_90, days_91, open }
}
