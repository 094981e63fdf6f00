import type { Kysely } from 'kysely'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { DeliveryRow } from './store.ts'

export type Decision = 'sent' | 'resend'

/** Only what will do nothing more by itself is a person's to decide. */
export function possibleDecisions(row: Pick<DeliveryRow, 'state' | 'next_try_at'>): Decision[] {
  if (row.next_try_at !== null) return []
  if (row.state === 'unknown') return ['sent', 'resend']
  return row.state === 'failed' || row.state === 'bounced' ? ['resend'] : []
}

/** Sent again it goes to whom the rule names now: an address that came back may have been corrected. */
export async function decide(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, userId }: Session,
  deliveryId: number,
  decision: Decision,
): Promise<DeliveryRow> {
  const now = instantText(clock.now())
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('delivery')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', deliveryId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new NotFound()
    if (!possibleDecisions(row).includes(decision)) throw new Refused(409, 'mailNotInThisState')
    const again = { state: 'queued', next_try_at: now, tries: 0, looks: 0 } as const
    const change =
      decision === 'sent'
        ? ({ state: 'sent', sent_at: now } as const)
        : { ...again, ...(await currentRecipients(trx, row)) }
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

/** Nothing to change when the rule names nobody any more. */
async function currentRecipients(
  trx: Kysely<Schema>,
  row: DeliveryRow,
): Promise<{ recipients?: string }> {
  const people = await trx
    .selectFrom('document')
    .innerJoin('rule_client_contact as chosen', (join) =>
      join
        .onRef('chosen.organisation_id', '=', 'document.organisation_id')
        .onRef('chosen.rule_id', '=', 'document.rule_id')
        .onRef('chosen.client_id', '=', 'document.client_id'),
    )
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.organisation_id', '=', 'chosen.organisation_id')
        .onRef('contact.id', '=', 'chosen.contact_id'),
    )
    .select(['chosen.copy', 'contact.first_name', 'contact.last_name', 'contact.email'])
    .where('document.organisation_id', '=', row.organisation_id)
    .where('document.id', '=', row.document_id)
    .orderBy('chosen.copy', 'desc')
    .orderBy('contact.id')
    .execute()
  if (people.length === 0) return {}
  const list = people.map(({ copy, first_name, last_name, email }) => ({
    copy,
    name: `${first_name} ${last_name}`.trim(),
    address: email,
  }))
  return { recipients: JSON.stringify(list) }
}
