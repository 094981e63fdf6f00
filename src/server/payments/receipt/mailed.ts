import { mailedTo } from '../../documents/content/nota-credito.ts'
import type { At, Db } from '../owed/receivable.ts'

type Mailed = 'queued' | 'sent' | 'failed' | 'unknown'

/** The mail that brings each payment's receipt to its payer, by payment; and to whom one would go now. */
export async function mailedReceipts(
  db: Db,
  { organisationId, documentId }: At,
  paymentIds: readonly number[],
): Promise<{ ofPayments: ReadonlyMap<number, Mailed>; to: string[] }> {
  const at = { organisation_id: organisationId, id: documentId }
  const to = (await mailedTo(db, at)) ?? []
  if (paymentIds.length === 0) return { ofPayments: new Map(), to }
  const rows = await db
    .selectFrom('delivery')
    .select(['payment_id', 'state'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', 'in', [...paymentIds])
    .execute()
  const ofPayments = new Map(rows.map((row) => [row.payment_id ?? 0, shownAs(row.state)]))
  return { ofPayments, to }
}

function shownAs(state: 'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'unknown'): Mailed {
  if (state === 'sending') return 'queued'
  return state === 'bounced' ? 'failed' : state
}
