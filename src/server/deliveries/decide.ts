import type { Kysely } from 'kysely'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { DeliveryRow } from './store.ts'

export type Decision = 'sent' | 'resend'

/** Only what will do nothing more by itself is a person's to decide. */
export function possibleDecisions(
  row: Pick<DeliveryRow, 'state' | 'next_try_at' | 'email_account_id'>,
): Decision[] {
  if (row.next_try_at !== null) return []
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
        : { ...again, ...(await currentMailbox(trx, row)), ...(await currentRecipients(trx, row)) }
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

async function currentMailbox(
  trx: Kysely<Schema>,
  row: DeliveryRow,
): Promise<{ email_account_id?: number | null }> {
  if (row.email_account_id !== null) return {}
  const rule = await trx
    .selectFrom('document')
    // A nota's mail is its factura's rule's too.
    .leftJoin('document as factura', (join) =>
      join
        .onRef('factura.organisation_id', '=', 'document.organisation_id')
        .onRef('factura.id', '=', 'document.nota_of'),
    )
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .on((eb) => eb('rule.id', '=', eb.fn.coalesce('document.rule_id', 'factura.rule_id'))),
    )
    .select('rule.email_account_id')
    .where('document.organisation_id', '=', row.organisation_id)
    .where('document.id', '=', row.document_id)
    .executeTakeFirst()
  return { email_account_id: rule?.email_account_id ?? null }
}

/** Nothing to change when the rule names nobody any more. */
async function currentRecipients(
  trx: Kysely<Schema>,
  row: DeliveryRow,
): Promise<{ recipients?: string }> {
  const people = await trx
    .selectFrom('document')
    .leftJoin('document as factura', (join) =>
      join
        .onRef('factura.organisation_id', '=', 'document.organisation_id')
        .onRef('factura.id', '=', 'document.nota_of'),
    )
    .innerJoin('rule_client_contact as chosen', (join) =>
      join
        .onRef('chosen.organisation_id', '=', 'document.organisation_id')
        .on((eb) =>
          eb('chosen.rule_id', '=', eb.fn.coalesce('document.rule_id', 'factura.rule_id')),
        )
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
