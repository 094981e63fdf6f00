import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../db/schema.ts'
import { isTakenBack } from '../documents/issued/taken-back.ts'
import { documentsWithCompany } from '../documents/trail/document-query.ts'
import type { OrganisationAt } from './store.ts'

export interface AskingMail {
  /** The document's. */
  id: number
  name: string
  company: { id: number; name: string }
  /** `queued`: no mailbox is left to send it. */
  state: 'bounced' | 'failed' | 'unknown' | 'queued'
  reason: string
  addresses: string[]
}

/** More than this are counted by nobody's eye. */
const MAX_MAILS = 1_000

/** How many mails each mailbox holds back until its owner says what becomes of them; not those of annulled documents. */
export async function mailsHeldBack(
  db: Kysely<Schema>,
  at: OrganisationAt,
): Promise<ReadonlyMap<number, number>> {
  const rows = await lastMails(db, at)
    .select('delivery.email_account_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('delivery.state', '=', 'queued')
    .where('delivery.email_account_id', 'is not', null)
    .where('delivery.next_try_at', 'is', null)
    .where((eb) => eb.not(isTakenBack))
    .groupBy('delivery.email_account_id')
    .execute()
  return new Map(rows.map(({ email_account_id: id, count }) => [id ?? 0, count]))
}

function lastMails(db: Kysely<Schema>, { organisationId }: OrganisationAt) {
  return documentsWithCompany(db)
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.organisation_id', '=', 'document.organisation_id')
        .onRef('delivery.document_id', '=', 'document.id'),
    )
    .where('document.organisation_id', '=', organisationId)
    .where('delivery.is_last', '=', true)
}

/**
 * The last mails of valid documents that came back, could not be sent, have no mailbox, or may have left unnoticed, as
 * long as nothing more is done about them automatically and no person left them so.
 */
export async function mailsThatAsk(db: Kysely<Schema>, at: OrganisationAt): Promise<AskingMail[]> {
  const rows = await lastMails(db, at)
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .select(['delivery.state', 'delivery.reason', 'delivery.recipients'])
    .where('document.state', '=', 'issued')
    .where((eb) =>
      eb.or([
        eb('delivery.state', 'in', ['bounced', 'failed', 'unknown']),
        eb.and([
          eb('delivery.state', '=', 'queued'),
          eb('delivery.email_account_id', 'is', null),
          eb.not(isTakenBack),
        ]),
      ]),
    )
    .where('delivery.next_try_at', 'is', null)
    .where('delivery.left_at', 'is', null)
    .where(sql<boolean>`delivery.reason is distinct from 'annulled'`)
    .orderBy('delivery.id', 'desc')
    .limit(MAX_MAILS)
    .execute()
  return rows.flatMap((row) => {
    const { id, name: to, folio, state, reason, recipients } = row
    const name = folio === null ? to : `${to}, N° ${folio}`
    const company = { id: row.company_id, name: row.company_name }
    return state === 'bounced' || state === 'failed' || state === 'unknown' || state === 'queued'
      ? [{ id, name, company, state, reason: reason ?? '', addresses: addressesOf(recipients) }]
      : []
  })
}

const people = z.array(z.object({ address: z.string() }))

function addressesOf(recipients: unknown): string[] {
  return people.parse(recipients).map(({ address }) => address)
}
