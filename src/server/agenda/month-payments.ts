import { sql } from 'kysely'
import type { Day, Month } from '#domain/day.ts'
import { documentsWithReceivable } from '../documents/trail/document-query.ts'
import { paymentAmounts } from '../standing/receivable-facts.ts'
import type { Db, OrganisationAt } from './store.ts'

export interface MonthPayments {
  receivedClp: number
  /** With what is overdue. */
  openClp: number
  overdueClp: number
}

/** What came, and what is still to come, of the documents of each month between the two days whose payment is followed. */
export async function monthPayments(
  db: Db,
  { organisationId }: OrganisationAt,
  { first, last, today }: { first: Day; last: Day; today: Day },
): Promise<(month: Month) => MonthPayments | null> {
  const { received, open, overdue } = paymentAmounts(today)
  const rows = await documentsWithReceivable(db)
    .select([
      sql<string>`to_char(document.issue_day, 'YYYY-MM')`.as('month'),
      sql<number>`sum(${received})::bigint`.as('receivedClp'),
      sql<number>`sum(${open})::bigint`.as('openClp'),
      sql<number>`sum(${overdue})::bigint`.as('overdueClp'),
    ])
    .where('document.organisation_id', '=', organisationId)
    .where((eb) => eb.between('document.issue_day', first, last))
    .groupBy(sql`1`)
    .execute()
  const sums = new Map(rows.map(({ month, ...sum }) => [month, sum]))
  return (month) => sums.get(month) ?? null
}
