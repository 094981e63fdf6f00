import { sql } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import { instantText } from '../clock.ts'
import { withPatientLease } from './visit.ts'
import { closeStoredSession } from './session/close-session.ts'
import type { SessionNeeds } from './session/stored-session.ts'

/** From the last failure to the next try, should nobody else have tried meanwhile. */
const AGAIN_AFTER_MS = 15 * 60_000
/** Of one look; those that failed longest ago come first. */
const MOST_PERSONS = 25

/**
 * Tries the sessions again whose closing failed, until the SII closes them or they are given up: whoever wanted one
 * closed may come back too rarely for a row of failures, or not at all. A person in use or paused has their turn
 * later. Answers how many were tried.
 */
export async function closeUnclosed(
  needs: SessionNeeds,
  worker: string,
  onFailure: (person: Rut, error: unknown) => void,
): Promise<number> {
  let tried = 0
  for (const person of await unclosed(needs)) {
    try {
      const claim = { person, worker, patienceMs: 0 }
      const done = await withPatientLease(needs, claim, () => closeStoredSession(needs, { person }))
      if (done !== null) tried += 1
    } catch (error) {
      onFailure(person, error)
    }
  }
  return tried
}

async function unclosed({ db, clock }: SessionNeeds): Promise<Rut[]> {
  const now = instantText(clock.now())
  const rows = await db
    .selectFrom('portal_person')
    .innerJoin('operator_switch', (join) => join.onTrue())
    .select('person_rut')
    .where('session_closing_since', 'is not', null)
    .where('session_secret_id', 'is not', null)
    .where(lastFailure, '<=', instantText(clock.now() - AGAIN_AFTER_MS))
    .where(sql<string>`greatest(paused_until, portal_paused_until, '-infinity')`, '<=', now)
    .orderBy(lastFailure)
    .orderBy('person_rut')
    .limit(MOST_PERSONS)
    .execute()
  return rows.map((row) => rut(row.person_rut))
}

const lastFailure = sql<string>`coalesce(session_closing_failed_at, session_closing_since)`
