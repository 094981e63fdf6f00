import { sql } from 'kysely'
import { instantText, msOf } from '../clock.ts'
import type { DeliveryNeeds } from './needs.ts'
import { change, CLAIM_MS, type DeliveryRow } from './store.ts'

const MINUTE_MS = 60_000
/** After it was sent: most of what comes back does so within minutes, the rest within a day. */
const LOOKS_AFTER_MS = [10 * MINUTE_MS, 2 * 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]

/** When a mail taken at that moment is looked after first; null where nothing of it could be seen. */
export function firstReturnLook(isSeen: boolean, sentAtMs: number): string | null {
  return isSeen ? instantText(sentAtMs + (LOOKS_AFTER_MS[0] ?? 0)) : null
}

/** One mail that was sent and whose time to be looked after has come. */
export async function claimReturnLook({
  db,
  clock,
}: Pick<DeliveryNeeds, 'db' | 'clock'>): Promise<DeliveryRow | null> {
  const row = await db
    .updateTable('delivery')
    .set({
      next_return_look_at: instantText(clock.now() + CLAIM_MS),
      return_looks: sql`return_looks + 1`,
    })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organisation_id', 'id'),
        'in',
        selectFrom('delivery as sent')
          .where('sent.state', '=', 'sent')
          .where('sent.next_return_look_at', '<=', instantText(clock.now()))
          .orderBy('sent.next_return_look_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .select(['sent.organisation_id', 'sent.id'])
          .$asTuple('organisation_id', 'id'),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** A mail that came back is bounced, and a person corrects the address. The document stays as it is. */
export async function lookForReturn(needs: DeliveryNeeds, delivery: DeliveryRow): Promise<void> {
  const { db, keys } = needs
  const { organisation_id: organisationId, email_account_id: accountId } = delivery
  const { message_id: messageId, sent_at: sentAt, return_looks: looks } = delivery
  if (accountId === null || messageId === null || sentAt === null) return stop(needs, delivery)
  const key = await keys.keyOf({ organisationId, accountId })
  if (key.kind === 'gone' || key.kind === 'disconnected') return stop(needs, delivery)
  const sentAtMs = msOf(sentAt)
  const found =
    key.kind === 'key' && key.provider.cameBack !== null
      ? await key.provider.cameBack(key.access, { messageId, sentAtMs })
      : 'later'
  if (found === 'cannotLook') return stop(needs, delivery)
  if (found === 'returned') {
    const bounced = { state: 'bounced', reason: 'returned', sent_at: null } as const
    await change(db, delivery, ['sent'], { ...bounced, next_return_look_at: null })
    return
  }
  const after = LOOKS_AFTER_MS[looks]
  const next = after === undefined ? null : instantText(sentAtMs + after)
  await change(db, delivery, ['sent'], { next_return_look_at: next })
}

/** As if nobody had ever looked: what comes back is its owner's to see. */
async function stop({ db }: DeliveryNeeds, delivery: DeliveryRow): Promise<void> {
  await change(db, delivery, ['sent'], { next_return_look_at: null, return_looks: 0 })
}
