import type { Rut } from '#domain/rut.ts'
import type { LoginOutcome } from '#sii/sii.ts'
import type { Vault } from '../vault/vault.ts'
import type { Db } from './store.ts'

export type Refusal = 'invalidCredentials' | 'accountBlocked'

/** Null unless the SII said no to the clave or the account itself, not to the hour or to one session more. */
export function refusalOf({ kind }: LoginOutcome): Refusal | null {
  return kind === 'invalidCredentials' || kind === 'accountBlocked' ? kind : null
}

/**
 * What the SII refused to one organisation no other tries either: refusals count by person, and block the
 * account after a few. Whoever keeps another clave may be right with it; a blocked account lets nobody in.
 * All at once, so that nobody is forgotten by a process that dies; may be repeated.
 */
export async function rejectEverywhere(
  { db, vault }: { db: Db; vault: Vault },
  { person, clave }: { person: Rut; clave: string },
  refusal: Refusal,
): Promise<void> {
  const rejected: number[] = []
  for (const { id, organisationId, secretId } of await keepersOf(db, person)) {
    const use = { organisationId, secretId, kind: 'clave', purpose: 'refusedClave' } as const
    const isIt = refusal === 'accountBlocked' || (await vault.open(db, use)) === clave
    if (isIt) rejected.push(id)
  }
  if (rejected.length === 0) return
  await db
    .updateTable('facturator')
    .set({ clave_state: 'rejected' })
    .where('person_rut', '=', person)
    .where('id', 'in', rejected)
    .execute()
}

/** More organisations than connect one person. */
const MOST_KEEPERS = 100

interface Keeper {
  organisationId: number
  id: number
  secretId: number
}

/** Who keeps a clave of this person that nobody has refused. */
async function keepersOf(db: Db, person: Rut): Promise<Keeper[]> {
  const rows = await db
    .selectFrom('facturator')
    .select(['organisation_id', 'id', 'clave_secret_id'])
    .where('person_rut', '=', person)
    .where('clave_state', '=', 'valid')
    .orderBy('organisation_id')
    .limit(MOST_KEEPERS)
    .execute()
  return rows.flatMap(({ organisation_id: organisationId, id, clave_secret_id: secretId }) =>
    secretId === null ? [] : [{ organisationId, id, secretId }],
  )
}
