import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { instantText } from '../clock.ts'
import type { Schema } from '../db/schema.ts'

type Of = Pick<Selectable<Schema['delivery']>, 'organisation_id' | 'document_id'>

/** Whether the document of a mail is valid: `underWay` while a nota or the SII may yet annul it. */
export type Validity = 'valid' | 'underWay' | 'annulled'

/** Of a document that is being annulled, looked at again after this. */
const LOOK_AGAIN_MS = 5 * 60_000

export async function validityOf(db: Kysely<Schema>, of: Of): Promise<Validity> {
  return judge(db, of, await stateOf(db, of).executeTakeFirst())
}

/**
 * Locked against the annulment, and against a nota ordered meanwhile, until the transaction ends. Taken before the
 * mail's own row is changed, in the order in which an annulment takes them.
 */
export async function lockedValidityOf(trx: Transaction<Schema>, of: Of): Promise<Validity> {
  return judge(trx, of, await stateOf(trx, of).forShare().executeTakeFirst())
}

function stateOf(db: Kysely<Schema>, { organisation_id, document_id }: Of) {
  return db
    .selectFrom('document')
    .select(['state', 'annulment'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', document_id)
}

async function judge(
  db: Kysely<Schema>,
  of: Of,
  document: { state: string; annulment: string | null } | undefined,
): Promise<Validity> {
  if (document?.state !== 'issued') return 'annulled'
  if (document.annulment !== null) return 'underWay'
  return (await annullingNota(db, of)) === null ? 'valid' : 'underWay'
}

/** The nota that annuls a factura, issued or under way; one that failed or was stopped annuls nothing. */
export async function annullingNota(db: Kysely<Schema>, { organisation_id, document_id }: Of) {
  const nota = await db
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('nota_of', '=', document_id)
    .where('nota_code', '=', 1)
    .where('state', 'not in', ['failed', 'skipped'])
    .executeTakeFirst()
  return nota ?? null
}

/** What a mail becomes whose document is not valid: it ends, or waits for the outcome. */
export function stopped(validity: Exclude<Validity, 'valid'>, nowMs: number) {
  return validity === 'annulled'
    ? ({ state: 'failed', reason: 'annulled', next_try_at: null } as const)
    : ({
        state: 'queued',
        reason: 'annulmentUnderWay',
        next_try_at: instantText(nowMs + LOOK_AGAIN_MS),
      } as const)
}

/** In a query with `delivery` and `document`: the document is annulled. */
export const isAnnulled = sql<boolean>`document.state <> 'issued'`
