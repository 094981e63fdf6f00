import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import type { receiverReaction } from '#contract/reactions.ts'
import { knownDay } from '#domain/day.ts'
import { claimLastDay } from '#domain/reaction.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'

interface At {
  organisationId: number
  id: number
}

/** What the register of sales showed of one factura's receiver; null where it doesn't show the factura. */
export async function readReceiver(
  db: Kysely<Schema>,
  { organisationId, id }: At,
): Promise<z.input<typeof receiverReaction> | null> {
  const row = await db
    .selectFrom('receiver_reaction')
    .select(['state', 'claim', 'received_day', 'read_at', 'settled_at'])
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.state === null || row.received_day === null) return null
  const events = await db
    .selectFrom('receiver_event')
    .select(['kind', 'claim', 'code', 'text', 'day', 'seen_at'])
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', id)
    .orderBy('seen_at')
    .orderBy(sql`day nulls last`)
    .orderBy('kind')
    .orderBy('code')
    .execute()
  const { state, claim, received_day, read_at, settled_at } = row
  const claim_until = claimLastDay(knownDay(received_day))
  return { state, claim, claim_until, read_at, settled_at, events }
}

/** A person's word on the reactions that were shown; false when the claim is another, gone or settled already. */
export async function settleClaim(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, id }: At,
  userId: number,
  eventsSeen: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receiver_reaction')
    .set({ settled_at: instantText(clock.now()), settled_by: userId })
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', id)
    .where('state', '=', 'claimed')
    .where('settled_at', 'is', null)
    .where(
      sql<boolean>`(select count(*) from receiver_event event
        where event.organisation_id = receiver_reaction.organisation_id
          and event.document_id = receiver_reaction.document_id) = ${eventsSeen}::bigint`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
