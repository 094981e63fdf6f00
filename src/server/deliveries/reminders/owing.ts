import { sql, type Kysely } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { openClp } from '#domain/receivable.ts'
import { mailTexts } from '#texts/mails.ts'
import type { Schema } from '../../db/schema.ts'
import { isTakenBack } from '../../documents/issued/taken-back.ts'
import { documentsWithReceivable } from '../../documents/trail/document-query.ts'
import { isBeingChecked } from '../../payments/owed/is-being-checked.ts'
import { isPayable, takesTransfers } from '../../payments/owed/is-payable.ts'
import { clientKey } from '../../payments/owed/client-key.ts'
import { receivableOf } from '../../standing/receivable-facts.ts'

type Db = Kysely<Schema>

export interface CompanyAt {
  organisationId: number
  companyId: number
}

/** One document of which its client may be reminded. */
export interface Owing {
  documentId: number
  document: string
  company: string
  clientRut: string
  /** What is equal for the documents of one client. */
  clientKey: string
  clientName: string
  openClp: Clp
  dueDay: Day
  /** Its page takes payments by some way. */
  isPayable: boolean
  /** Its page takes the word that it was transferred. */
  takesTransfers: boolean
}

/**
 * The documents of a company of which its clients may be reminded: something is open, no payment of it is declared, being checked
 * or in doubt, it is not being annulled, neither it nor its client is muted (a document is where money of it was given back
 * without a nota), its link was not withdrawn, and it fell due on `from` or later. The one place that says so: what is planned,
 * previewed and about to leave is judged by it.
 */
export async function readOwing(
  db: Db,
  { organisationId, companyId }: CompanyAt,
  { from, documentIds }: { from: Day; documentIds?: readonly number[] },
): Promise<Owing[]> {
  const rows = await documentsWithReceivable(db)
    .selectAll('receivable')
    .select(['document.id', 'document.kind', 'document.folio', 'document.recipient_name'])
    .select(['company.name as company', isPayable.as('is_payable')])
    .select([takesTransfers.as('takes_transfers'), clientKey.as('client_key')])
    .where('document.organisation_id', '=', organisationId)
    .where('receivable.company_id', '=', companyId)
    .where('receivable.due_day', '>=', from)
    .where('receivable.is_annulled', '=', false)
    .where('receivable.declared_clp', '=', 0)
    .where(
      sql<boolean>`receivable.paid_clp - receivable.refunded_clp
      < receivable.base_clp - receivable.taken_back_clp`,
    )
    .where((eb) => eb.not(isTakenBack))
    .where((eb) => eb.not(isMuted))
    .where((eb) => eb.not(isBeingChecked))
    .where((eb) => eb.not(isInDoubt))
    .where((eb) => eb.not(isWithdrawn))
    .$if(documentIds !== undefined, (query) =>
      query.where(sql<boolean>`document.id = any(${[...(documentIds ?? [])]}::bigint[])`),
    )
    .orderBy('receivable.due_day')
    .orderBy('document.id')
    .limit(MAX_OWING)
    .execute()
  return rows.flatMap((row) => {
    const receivable = receivableOf(row)
    if (receivable === null) return []
    return {
      documentId: row.id,
      document: `${mailTexts('es').document.fileNames[row.kind]} N° ${row.folio ?? ''}`,
      company: row.company,
      clientRut: row.client_rut,
      clientKey: row.client_key,
      clientName: row.recipient_name,
      openClp: openClp(receivable),
      dueDay: knownDay(row.due_day),
      isPayable: row.is_payable,
      takesTransfers: row.takes_transfers,
    }
  })
}

/** More than this is not read, nor does one mailbox send it in a day. */
const MAX_OWING = 20_000

const isMuted = sql<boolean>`exists (select from reminder_mute mute
  where mute.organisation_id = receivable.organisation_id
    and (mute.document_id = receivable.document_id
      or (mute.company_id = receivable.company_id and mute.client_rut = receivable.client_rut)))`

/** Its owner has not yet said what became of a payment that its provider was asked for. */
const isInDoubt = sql<boolean>`exists (select from payment_attempt_share share
  join payment_question question on question.organisation_id = share.organisation_id
    and question.attempt_id = share.attempt_id
  where share.organisation_id = receivable.organisation_id and share.document_id = receivable.document_id
    and question.answered_at is null)`

/** Its owner took back the address that a mail would carry. */
const isWithdrawn = sql<boolean>`(exists (select from document_link link
    where link.organisation_id = receivable.organisation_id and link.document_id = receivable.document_id
      and link.purpose = 'mail' and link.revoked_at is not null)
  and not exists (select from document_link link
    where link.organisation_id = receivable.organisation_id and link.document_id = receivable.document_id
      and link.purpose = 'mail' and link.revoked_at is null))`
