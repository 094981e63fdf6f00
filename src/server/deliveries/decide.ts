import type { Kysely } from 'kysely'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { maySendAgain } from './again.ts'
import { people, type Person } from './compose.ts'
import { mailboxOfRule, peopleOfRule } from './rule-now.ts'
import { lockDelivery, type DeliveryRow } from './store.ts'

export type Decision = 'sent' | 'resend'

/** Only what will do nothing more by itself is a person's to decide; and of several sendings only the last. */
export function possibleDecisions(
  row: Pick<DeliveryRow, 'state' | 'next_try_at' | 'email_account_id' | 'nth' | 'is_last'>,
): Decision[] {
  if (row.next_try_at !== null || !row.is_last || maySendAgain(row)) return []
  // Held by a mailbox that was removed: no other one's button offers it.
  if (row.state === 'queued' && row.email_account_id === null) return ['resend']
  if (row.state === 'unknown') return ['sent', 'resend']
  return row.state === 'failed' || row.state === 'bounced' ? ['resend'] : []
}

/**
 * Sent again it goes to whom the rule names now: an address that came back may have been corrected; and from
 * the mailbox that the rule names now, where its own was removed.
 */
export async function decide(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, userId }: Session,
  deliveryId: number,
  decision: Decision,
): Promise<DeliveryRow> {
  const now = instantText(clock.now())
  return db.transaction().execute(async (trx) => {
    const row = await lockDelivery(trx, { organisationId, id: deliveryId })
    if (row === null) throw new NotFound()
    if (!possibleDecisions(row).includes(decision)) throw new Refused(409, 'mailNotInThisState')
    const again = { state: 'queued', next_try_at: now, tries: 0, looks: 0 } as const
    const change =
      decision === 'sent'
        ? ({ state: 'sent', sent_at: now } as const)
        : {
            ...again,
            ...(await mailboxNow(trx, row)),
            recipients: JSON.stringify(await peopleNow(trx, row)),
          }
    const changed = await trx
      .updateTable('delivery')
      .set({ ...change, reason: null, place: null })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', deliveryId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(
      trx,
      clock,
      { organisationId, userId },
      { kind: 'deliveryDecided', subject: `delivery:${deliveryId}`, data: { decision } },
    )
    return changed
  })
}

async function mailboxNow(trx: Kysely<Schema>, row: DeliveryRow) {
  return row.email_account_id === null ? { email_account_id: await mailboxOfRule(trx, row) } : {}
}

/** As before when the rule names nobody any more, and where a person chose to whom it goes (again.ts). */
export async function peopleNow(db: Kysely<Schema>, row: DeliveryRow): Promise<Person[]> {
  const named = row.nth > 1 ? [] : await peopleOfRule(db, row)
  return named.length === 0 ? people.parse(row.recipients) : named
}
