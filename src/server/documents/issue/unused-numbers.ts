import type { Kysely } from 'kysely'
import { instantText, msOf } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { PortalDocument, PortalStepNeeds, Setback } from '../portal/portal-step.ts'
import type { DocumentRow } from '../trail/trail.ts'

/**
 * So many numbers in a row left unused: whatever is wrong, no more are spent until a person has looked. Counted for each
 * organisation that keeps the company and not by its RUT, because one tenant's failing certificate must not stop
 * another's, whose person may sign with a good one.
 */
export const MAX_UNUSED_NUMBERS = 3
/**
 * So many that one document left unused, while another of its company was signed: it alone waits for a person, and the
 * others go on. Where none was, it may as well be the certificate, and the company's limit is the one that counts.
 */
export const MAX_UNUSED_BY_ONE = 2
/** After the first; twice as long after each further one. */
const FIRST_WAIT_MS = 2 * 60 * 60_000
/** The others of its company come first then: whether they can be signed tells whether it is the document. */
const BEHIND_OTHERS_MS = 10 * 60_000

type Needs = Pick<PortalStepNeeds, 'db' | 'clock'>

/**
 * The SII proposes a folio number before it signs and skips it when signing fails (portal 3.8). What keeps this
 * company from signing because of such numbers; null when nothing does. Boletas aren't signed.
 */
export async function signingPause(
  { db, clock }: Needs,
  { row, content }: PortalDocument,
): Promise<Setback | null> {
  if (content.kind === 'boletaHonorarios') return null
  const company = await companyOf(db, row)
  if (company.unused_numbers >= MAX_UNUSED_NUMBERS) return tooMany(null)
  const { signing_paused_until: until } = company
  return until !== null && msOf(until) > clock.now() ? later(msOf(until), null) : null
}

/**
 * Counts the number that this failure left unused: what time would heal waits for hours, or, after too many, for a
 * person; all of its company, or this document alone when it is the one that fails. A refusal of this document or of the password stays as it is, because it is told to a person at once.
 */
export async function afterUnusedNumber(
  { db, clock }: Needs,
  { row }: PortalDocument,
  setback: Setback,
): Promise<Setback> {
  const count = await countUnusedNumber(db, row)
  if (setback.kind !== 'later') return setback
  const own = await countUnusedByOne(db, row)
  if (count >= MAX_UNUSED_NUMBERS) return tooMany(setback.text)
  const untilMs = clock.now() + FIRST_WAIT_MS * 2 ** (count - 1)
  await db
    .updateTable('company')
    .set({ signing_paused_until: instantText(untilMs) })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)
    .execute()
  // Whatever is signed sets the company's count to nought: one below the document's own was set back since its first.
  if (own >= MAX_UNUSED_BY_ONE && count < own)
    return { kind: 'hold', reason: 'signatureFails', text: setback.text }
  return later(untilMs + BEHIND_OTHERS_MS, setback.text)
}

async function countUnusedByOne(db: Kysely<Schema>, row: DocumentRow): Promise<number> {
  const counted = await db
    .updateTable('document')
    .set((eb) => ({ unused_numbers: eb('unused_numbers', '+', 1) }))
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.id)
    .returning('unused_numbers')
    .executeTakeFirstOrThrow()
  return counted.unused_numbers
}

/** One more number in a row that no document got; answers how many. */
export async function countUnusedNumber(
  db: Kysely<Schema>,
  row: Pick<DocumentRow, 'organisation_id' | 'company_id'>,
): Promise<number> {
  const counted = await db
    .updateTable('company')
    .set((eb) => ({ unused_numbers: eb('unused_numbers', '+', 1) }))
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)
    .returning('unused_numbers')
    .executeTakeFirstOrThrow()
  return counted.unused_numbers
}

/** How long a document waits whose signature was never sent, so that the next number isn't spent at once. */
export function waitAfterUnsent(count: number): number {
  return UNSENT_WAIT_MS * 2 ** (count - 1)
}

const UNSENT_WAIT_MS = 5 * 60_000

/** A document was issued with its number: whatever failed before is over. */
export async function forgetUnusedNumbers(
  db: Kysely<Schema>,
  row: Pick<DocumentRow, 'organisation_id' | 'company_id'>,
): Promise<void> {
  await db
    .updateTable('company')
    .set({ unused_numbers: 0, signing_paused_until: null })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)
    .where('unused_numbers', '>', 0)
    .execute()
}

/** A person has looked: what failed at the signature may be tried as if for the first time. */
export async function forgetUnusedOfPerson(
  trx: Kysely<Schema>,
  { organisationId, personRut }: { organisationId: number; personRut: string },
): Promise<void> {
  await trx
    .updateTable('company')
    .set({ unused_numbers: 0, signing_paused_until: null })
    .where('organisation_id', '=', organisationId)
    .where('unused_numbers', '>', 0)
    .where('facturator_id', 'in', (eb) =>
      eb
        .selectFrom('facturator')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('person_rut', '=', personRut),
    )
    .execute()
  await trx
    .updateTable('document')
    .set({ unused_numbers: 0 })
    .where('organisation_id', '=', organisationId)
    .where('person_rut', '=', personRut)
    .where('unused_numbers', '>', 0)
    .where('state', '=', 'queued')
    .execute()
}

function companyOf(db: Kysely<Schema>, row: PortalDocument['row']) {
  return db
    .selectFrom('company')
    .select(['unused_numbers', 'signing_paused_until'])
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
}

function later(atMs: number, text: string | null): Setback {
  return { kind: 'later', reason: 'numberUnused', atMs, text }
}

function tooMany(text: string | null): Setback {
  return { kind: 'hold', reason: 'numbersUnused', text }
}
