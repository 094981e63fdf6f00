import { sql, type RawBuilder } from 'kysely'
import type { AuditKind } from '../audit.ts'
import type { Schema } from '../db/schema.ts'
import { instantText, type Clock } from '../clock.ts'
import {
  hasInFlight,
  keptUntil,
  lockOrganisation,
  lockReceivables,
  removeUser,
} from './close-store.ts'
import type { Db, Owner } from './owner.ts'

interface Needs {
  db: Db
  clock: Clock
}

/**
 * Everything goes but what tax law makes us keep: the issued documents with their files, tries and trail, who issued
 * them, the mandate, and the record of what the clave was used for. Its issuing is stopped, and its claves are gone
 * already.
 */
export function eraseOrganisation(
  { db, clock }: Needs,
  owner: Owner,
): Promise<'closed' | 'inFlight'> {
  const { organisationId } = owner
  return db.transaction().execute(async (trx) => {
    // As a stop does: no intent comes any more until all is gone, even should somebody have released the stop.
    await lockOrganisation(trx, organisationId)
    // Whoever plans a rule's month waits here, and then finds no rule.
    await sql`select id from invoice_rule where organisation_id = ${organisationId} for update`.execute(
      trx,
    )
    await lockReceivables(trx, organisationId)
    if (await hasInFlight({ db: trx, clock }, organisationId)) return 'inFlight'
    await giveBackMailboxes(trx, clock, organisationId)
    await keepDocumentsAlone(trx, organisationId)
    for (const table of ERASED) await eraseTable(trx, table, organisationId)
    await keepIssuers(trx, organisationId)
    await removeUser(trx, clock, owner)
    await sql`delete from secret where organisation_id = ${organisationId} and not exists (
      select from mail_revocation r where r.organisation_id = secret.organisation_id
        and r.secret_id = secret.id)`.execute(trx)
    await close(trx, clock, organisationId)
    await keepProofsAlone(trx, sql`id = ${organisationId}`)
    return 'closed'
  })
}

/** In this order: each before what it refers to. */
const ERASED = [
  'payer_access',
  'payment_refund_order',
  'payment_question',
  'provider_payment',
  'payment_notice',
  'payment_attempt_share',
  'payment_attempt',
  'payment_trial',
  'payment_connection',
  'movement_refusal',
  'movement_match',
  'bank_movement',
  'bank_statement',
  'match_request',
  'statement_columns',
  'upload_order',
  'upload',
  'upload_columns',
  'look_up_day',
  'authorised_payer',
  'settled_client',
  'payment_refund',
  'payment_declaration',
  'payment_share',
  'payment',
  'reminder',
  'reminder_mail',
  'reminder_mute',
  'reminder_setting',
  'receivable',
  'receiver_event',
  'receiver_reaction',
  'payment_terms',
  'delivery',
  'document_link',
  'sii_issued',
  'portal_nota',
  'register_entry',
  'register_month',
  'register_reading',
  'issuing_stop',
  'unusual_run',
  'digest',
  'notice',
  'idempotency_key',
  'oauth_attempt',
  'monthly_ask',
  'monthly_value',
  'occurrence',
  'invoice_rule',
  'product',
  'client',
  'issuer_address',
  'issuer_activity',
] as const satisfies readonly (keyof Schema)[]

async function eraseTable(trx: Db, table: keyof Schema, organisationId: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId}`.execute(trx)
}

/** The worker tells their providers, and erases them then. */
async function giveBackMailboxes(trx: Db, clock: Clock, organisationId: number): Promise<void> {
  await sql`with removed as (
      delete from email_account where organisation_id = ${organisationId}
      returning organisation_id, token_secret_id, provider, address)
    insert into mail_revocation (organisation_id, secret_id, provider, address, next_try_at)
    select organisation_id, token_secret_id, provider, address, ${instantText(clock.now())}::timestamptz
    from removed on conflict do nothing`.execute(trx)
}

async function keepDocumentsAlone(trx: Db, organisationId: number): Promise<void> {
  await sql`delete from document where organisation_id = ${organisationId}
    and state not in ('issued', 'annulled')`.execute(trx)
  // A PDF or XML that hadn't come yet doesn't come any more: the SII has them.
  await sql`update document set rule_id = null, client_id = null, occurrence_id = null,
      next_try_at = null, files_state = case files_state when 'wanted' then 'none' else files_state end
    where organisation_id = ${organisationId}`.execute(trx)
}

/** Companies and people that issued something stay by their names; their addresses for mail don't. */
async function keepIssuers(trx: Db, organisationId: number): Promise<void> {
  await sql`delete from company where organisation_id = ${organisationId} and not exists (
    select from document d where d.organisation_id = company.organisation_id
      and d.company_id = company.id)`.execute(trx)
  await sql`update company set issuer_email = '' where organisation_id = ${organisationId}`.execute(
    trx,
  )
  await sql`update membership set active_facturator_id = null
    where organisation_id = ${organisationId}`.execute(trx)
  await sql`delete from facturator where organisation_id = ${organisationId} and not exists (
    select from company c where c.organisation_id = facturator.organisation_id
      and c.facturator_id = facturator.id)`.execute(trx)
}

/** That somebody was told to act for the account, and until when. */
const MANDATE_KINDS = ['mandateAccepted', 'credentialsErased'] as const satisfies AuditKind[]

/** Who ordered what of a document: its history, as its trail is. */
const DOCUMENT_KINDS = [
  'documentOrdered',
  'uploadOrdered',
  'uploadCancelled',
  'documentIssuedNow',
  'documentRestored',
  'documentRetried',
  'documentAnnulmentAsked',
  'notaOrdered',
  'notaTold',
  'documentAdopted',
  'documentFileAccepted',
  'documentTwinsAccepted',
  'documentKeptValid',
  'documentDecided',
] as const satisfies AuditKind[]

/**
 * Of what is on record of closed accounts stays what proves for whom Folio acted: the mandate, each use of the clave or
 * of the certificate's password, and the orders about documents that are kept. Nothing where no document is.
 */
async function keepProofsAlone(trx: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`delete from audit_event a using (select id from organisation where closed_at is not null and ${which}) o
    where a.organisation_id = o.id and not (
      exists (select from document d where d.organisation_id = o.id) and (
        a.kind in (${sql.join([...MANDATE_KINDS])})
        or a.kind = 'secretOpened' and a.data ->> 'kind' in ('clave', 'certificatePassword')
        or a.kind in (${sql.join([...DOCUMENT_KINDS])}) and exists (select from document d
          where d.organisation_id = o.id and a.subject = 'document:' || d.id)))`.execute(trx)
}

/** What was refused by the SII counts for an hour, by person: no account opened anew starts from none. */
async function close(trx: Db, clock: Clock, organisationId: number): Promise<void> {
  const at = instantText(clock.now())
  const until = await keptUntil(trx, clock.now())
  await sql`update organisation set name = '', closed_at = ${at}, kept_until = case
      when exists (select from document d where d.organisation_id = organisation.id)
        then ${until}::timestamptz else ${at}::timestamptz + interval '1 hour' end
    where id = ${organisationId}`.execute(trx)
}

const MOST_AT_ONCE = 50

const LONG_AGO_MS = 24 * 60 * 60_000

/**
 * For the nightly sweep: at what pace a person visits the SII goes with the last open account that names them. What
 * still counts against them stays, and so does a stop of ours. Answers how many went.
 */
export async function forgetPersons({ db, clock }: Needs): Promise<number> {
  const longAgo = instantText(clock.now() - LONG_AGO_MS)
  const { rows } = await sql<{ person_rut: string }>`delete from portal_person p
    where p.stopped_at is null and p.session_secret_id is null
      and coalesce(greatest(p.served_at, p.last_login_at, p.lease_until, p.paused_until,
        p.throttled_at), '-infinity') < ${longAgo}
      and not exists (select from facturator f join organisation o on o.id = f.organisation_id
        where f.person_rut = p.person_rut and o.closed_at is null)
      and not exists (select from document d where d.person_rut = p.person_rut
        and d.state in ('issuing', 'uncertain'))
    returning p.person_rut`.execute(db)
  return rows.length
}

/** For the nightly sweep: closed accounts of which nothing has to be kept any more. Answers how many went. */
export async function forgetClosed({ db, clock }: Needs): Promise<number> {
  // A mailbox's permission is given back after the closing, which puts its opening on record.
  await keepProofsAlone(db, sql`true`)
  const { rows } = await sql<{ id: number }>`delete from organisation where id in (
      select o.id from organisation o where o.closed_at is not null
        and o.kept_until <= ${instantText(clock.now())}::timestamptz
        and not exists (select from mail_revocation r where r.organisation_id = o.id)
      order by o.kept_until limit ${MOST_AT_ONCE})
    returning id`.execute(db)
  return rows.length
}
