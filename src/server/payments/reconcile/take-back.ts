import { sql } from 'kysely'
import type { BodyOf } from '#contract/call.ts'
import type { setMovementAside } from '#contract/statements.ts'
import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { InvalidInput, Refused } from '../../http/errors.ts'
import { confirmedBy, noteReopened } from '../owed/close-declaration.ts'
import { isRecordedTakenBack } from '../../standing/taken-back-by-bank.ts'
import type { Db } from '../owed/receivable.ts'
import { lockOpen } from './automatic.ts'
import { companyOf, liveMatch } from './decide.ts'
import { lockStatements, type OfCompany } from './store.ts'
import type { By, Needs } from './take.ts'

/**
 * Undoes what a movement is matched with: its payment too, unless that was on record before. The pair is never matched
 * nor proposed again.
 */
export function undoMatch({ db, clock }: Needs, by: By, movementId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = await lockOf(trx, by, movementId)
    const match = await liveMatch(trx, by, movementId)
    if (match === null) throw new Refused(409, 'movementUnmatched')
    if (match.how !== 'recorded') {
      const confirmed = await confirmedBy(trx, by, match.payment_id)
      await undoMade({ db: trx, clock }, by, at, match)
      return noteReopened(trx, clock, by, confirmed)
    }
    await trx
      .updateTable('movement_match')
      .set({ undone_at: instantText(clock.now()), undone_by: by.userId })
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', match.id)
      .execute()
    const event = { kind: 'movementUnlinked', subject: `movement:${movementId}` } as const
    await audit(trx, clock, by, { ...event, data: { payment: match.payment_id } })
  })
}

/** A person's word that the money of a movement stayed, whatever the bank has told until now. */
export function keepMatch({ db, clock }: Needs, by: By, movementId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockOf(trx, by, movementId)
    const match = await liveMatch(trx, by, movementId)
    if (match === null) throw new Refused(409, 'movementUnmatched')
    await trx
      .updateTable('movement_match')
      .set({ kept_at: instantText(clock.now()), kept_by: by.userId })
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', match.id)
      .execute()
    const event = { kind: 'movementKept', subject: `movement:${movementId}` } as const
    await audit(trx, clock, by, { ...event, data: { payment: match.payment_id } })
  })
}

/** Undoes the payment that a movement made, and by it their match, under the statements' lock. */
export async function undoMade(
  { db: trx, clock }: Needs,
  by: By,
  at: OfCompany,
  { payment_id }: { payment_id: number },
): Promise<void> {
  const documents = await documentsOf(trx, by, payment_id)
  await lockOpen(trx, at, documents)
  if (await isRefunded(trx, by, payment_id)) throw new Refused(409, 'paymentRefunded')
  // The match is undone with it, by the database.
  await trx
    .updateTable('payment')
    .set({ undone_at: instantText(clock.now()), undone_by: by.userId })
    .where('organisation_id', '=', by.organisationId)
    .where('id', '=', payment_id)
    .where('undone_at', 'is', null)
    .execute()
  for (const document of documents) {
    const event = { kind: 'paymentUndone', subject: `document:${document}` } as const
    await audit(trx, clock, by, { ...event, data: { payment: payment_id } })
  }
}

export async function lockOf(trx: Db, by: By, movementId: number): Promise<OfCompany> {
  const at = await companyOf(trx, by, movementId)
  await lockStatements(trx, at)
  return at
}

export async function documentsOf(
  trx: Db,
  { organisationId }: By,
  paymentId: number,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('payment_share')
    .select('document_id')
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .orderBy('document_id')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

async function isRefunded(trx: Db, { organisationId }: By, paymentId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_refund')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export type Refusal = { documents: number[]; payment: number | null }

/** A person's no to a proposal: none of its documents is proposed for that movement again, nor is the payment. */
export function refuseProposal(
  { db, clock }: Needs,
  by: By,
  movementId: number,
  { documents, payment }: Refusal,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = await lockOf(trx, by, movementId)
    await requireOwn(trx, at, { documents, payment })
    const rows = [
      ...documents.map((document_id) => ({ document_id, payment_id: null })),
      ...(payment === null ? [] : [{ document_id: null, payment_id: payment }]),
    ]
    await trx
      .insertInto('movement_refusal')
      .values(
        rows.map((row) => ({
          ...row,
          organisation_id: by.organisationId,
          movement_id: movementId,
          refused_by: by.userId,
          refused_at: instantText(clock.now()),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const event = { kind: 'movementRefused', subject: `movement:${movementId}` } as const
    await audit(trx, clock, by, { ...event, data: { documents: documents.map(String) } })
  })
}

async function requireOwn(
  trx: Db,
  { organisationId, companyId }: OfCompany,
  { documents, payment }: Refusal,
): Promise<void> {
  const { rows } = await sql<{ document_count: number; has_payment: boolean }>`select
    (select count(*)::int from document where organisation_id = ${organisationId} and company_id = ${companyId}
      and id = any(${documents}::bigint[])) as document_count,
    exists (select from payment where organisation_id = ${organisationId} and company_id = ${companyId}
      and id = ${payment}::bigint) as has_payment`.execute(trx)
  const [found] = rows
  if ((found?.document_count ?? 0) < new Set(documents).size) {
    throw new InvalidInput({ documents: ['documentUnknown'] })
  }
  if (payment !== null && found?.has_payment !== true) {
    throw new InvalidInput({ payment: ['paymentUnknown'] })
  }
}

export type AsideReason = BodyOf<typeof setMovementAside>['why']

/**
 * A person's word that a movement pays nothing here: it is proposed for nothing until somebody brings it back. Once more, of
 * one that the bank took back since, it says that its payment was looked into.
 */
export function setAside(
  { db, clock }: Needs,
  by: By,
  movementId: number,
  why: AsideReason,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockOf(trx, by, movementId)
    if ((await liveMatch(trx, by, movementId)) !== null) throw new Refused(409, 'movementMatched')
    const { numUpdatedRows } = await trx
      .updateTable('bank_movement as movement')
      .set({
        set_aside_at: instantText(clock.now()),
        set_aside_by: by.userId,
        set_aside_why: why,
      })
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', movementId)
      .where((eb) => eb.or([eb('set_aside_at', 'is', null), isRecordedTakenBack]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const event = { kind: 'movementSetAside', subject: `movement:${movementId}` } as const
    await audit(trx, clock, by, { ...event, data: { why } })
  })
}

/** Brings a movement back, and takes back what was refused of it. What was matched and undone stays undone. */
export function reconsider({ db, clock }: Needs, by: By, movementId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockOf(trx, by, movementId)
    const back = await trx
      .updateTable('bank_movement')
      .set({ set_aside_at: null, set_aside_by: null, set_aside_why: null })
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', movementId)
      .where('set_aside_at', 'is not', null)
      .executeTakeFirst()
    const taken = await trx
      .updateTable('movement_refusal')
      .set({ taken_back_at: instantText(clock.now()), taken_back_by: by.userId })
      .where('organisation_id', '=', by.organisationId)
      .where('movement_id', '=', movementId)
      .where('taken_back_at', 'is', null)
      .executeTakeFirst()
    if (back.numUpdatedRows + taken.numUpdatedRows === 0n) return
    const event = { kind: 'movementReconsidered', subject: `movement:${movementId}` } as const
    await audit(trx, clock, by, event)
  })
}
