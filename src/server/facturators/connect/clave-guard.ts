import { createHmac, randomBytes } from 'node:crypto'
import type { Rut } from '#domain/rut.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import { recordRefusedClave, refusedClavesSince, type Db } from '../store.ts'

/**
 * Refused claves an hour of one organisation. The number of refusals in a row that blocks an account at the SII is unknown (portal 1.1);
 * other reports speak of about five, so three leave the person room at sii.cl.
 */
const MAX_REFUSALS = 3
const REFUSALS_WINDOW_MS = 60 * 60_000
/** Long enough for a form sent twice, short enough for a clave set at sii.cl meanwhile. */
const SAME_CLAVE_MS = 10 * 60_000
const MOST_REMEMBERED = 1_000

export interface TypedClave {
  organisationId: number
  person: Rut
  clave: string
}

export interface ClaveGuard {
  /** Why this clave isn't tried now; null when it may be, once. Ask while holding the person's lease. */
  bars(db: Db, typed: TypedClave): Promise<Barred | null>
  /** Records that the SII refused it; returns how many more claves may be tried within the hour. */
  refused(db: Db, typed: TypedClave): Promise<{ triesLeft: number }>
}

export type Barred = { kind: 'sameClave' } | { kind: 'tooManyRefusals'; untilMs: number }

/**
 * Refusals are counted in the database by organisation and person: those of others never bar anybody, because RUTs are
 * public and strangers could keep the owner out with them (docs/decisions/0016). Which clave was refused is known to
 * this process only, under a key that dies with it: a stored hash of so short a secret could be guessed.
 */
export function createClaveGuard(clock: Clock): ClaveGuard {
  const key = randomBytes(32)
  const refusedAtMs = new Map<string, number>()
  const windowStart = () => instantText(clock.now() - REFUSALS_WINDOW_MS)
  const markOf = ({ organisationId, person, clave }: TypedClave) =>
    createHmac('sha256', key).update(`${organisationId}:${person}:${clave}`).digest('hex')

  return {
    async bars(db, typed) {
      const sameMs = refusedAtMs.get(markOf(typed))
      if (sameMs !== undefined && clock.now() - sameMs < SAME_CLAVE_MS) return { kind: 'sameClave' }
      const oldest = (await refusedClavesSince(db, typed, windowStart())).at(-MAX_REFUSALS)
      if (oldest === undefined) return null
      return { kind: 'tooManyRefusals', untilMs: msOf(oldest) + REFUSALS_WINDOW_MS }
    },
    async refused(db, typed) {
      const oldest = refusedAtMs.keys().next().value
      if (refusedAtMs.size >= MOST_REMEMBERED && oldest !== undefined) refusedAtMs.delete(oldest)
      refusedAtMs.set(markOf(typed), clock.now())
      const { organisationId, person } = typed
      await recordRefusedClave(db, clock, { organisationId, person, since: windowStart() })
      const own = await refusedClavesSince(db, typed, windowStart())
      return { triesLeft: Math.max(0, MAX_REFUSALS - own.length) }
    },
  }
}

/** For the nightly sweep: refusals before that instant count no more for anybody. */
export async function forgetRefusedClaves(db: Db, before: string): Promise<void> {
  await db.deleteFrom('refused_clave').where('at', '<=', before).execute()
}
