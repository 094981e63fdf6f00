import type { Done } from '../database/gated-database.ts'
import type { PortalLogin, WorldPortal } from '../portal.ts'
import type { Actor, Stage } from '../stage.ts'
import type { Trouble } from '../trouble.ts'

/** The SII counts log-ins: two minutes apart, and with a clave it refused never again. */
export interface LoginWatch {
  onDone(actor: Actor, done: Done): void
  /** Is about to log in. */
  onKnocked(actor: Actor): void
  /** The SII has answered a log-in of this worker's. */
  onLoggedIn(actor: Actor): void
  /** The right clave was typed. */
  onMended(person: string): void
}

const LOGIN_SPACING_MS = 120_000

interface Refused extends PortalLogin {
  keptAtMs: number | null
}

export function watchLogins(
  { stage, trouble, portal }: { stage: Stage; trouble: Trouble; portal: WorldPortal },
  breaches: string[],
): LoginWatch {
  const lastMarkMs = new Map<string, number>()
  const markMs = new Map<Actor, number>()
  /** Whose mark is made, and not used yet. */
  /** For whom each has made its mark: it may log several in at once. */
  const marked = new Map<Actor, Set<string>>()
  /** By worker: what the SII refused him last. */
  const last = new Map<Actor, Refused>()
  let refused: Refused[] = []

  function onMark(person: string, actor: Actor): void {
    const beforeMs = lastMarkMs.get(person)
    if (beforeMs !== undefined && stage.now() - beforeMs < LOGIN_SPACING_MS) {
      breaches.push(`${person} logged in twice within two minutes`)
    }
    lastMarkMs.set(person, stage.now())
    markMs.set(actor, stage.now())
    marked.set(actor, (marked.get(actor) ?? new Set()).add(person))
  }

  /** Whoever set out before it was on record could not know; nor can anybody when who was told met with trouble. */
  function isExcused({ worker, atMs, keptAtMs }: Refused, actor: Actor): boolean {
    if (keptAtMs !== null) return keptAtMs > (markMs.get(actor) ?? 0)
    // That the database is away for a moment excuses nothing.
    return trouble.struck.some(
      (strike) =>
        strike.worker === worker &&
        strike.atMs >= atMs &&
        !strike.fault.startsWith('database-lost'),
    )
  }

  return {
    onDone: (actor, { step, parameters, changed }) => {
      if (step === 'log-in mark' && changed > 0) {
        const person = parameters.find(
          (value) => typeof value === 'string' && /^\d+-[\dK]$/.test(value),
        )
        onMark(String(person), actor)
      }
      const one = last.get(actor)
      if (step === 'clave refused' && one !== undefined) one.keptAtMs ??= stage.now()
    },
    onKnocked: (actor) => {
      // The mark keeps everybody else away meanwhile.
      const [person] = marked.get(actor) ?? []
      if (person === undefined) breaches.push(`${actor.name} logs in without a mark`)
      else marked.get(actor)?.delete(person)
    },
    onLoggedIn: (actor) => {
      const login = portal.logins().findLast(({ worker }) => worker === actor.name)
      if (login?.isRefused !== true) return
      const { person, clave } = login
      const before = refused.filter((one) => one.person === person && one.clave === clave)
      if (before.some((one) => !isExcused(one, actor))) {
        breaches.push(`${person} logged in again with a clave that the SII had refused`)
      }
      const kept = { ...login, keptAtMs: null }
      refused.push(kept)
      last.set(actor, kept)
    },
    onMended: (person) => {
      refused = refused.filter((one) => one.person !== person)
      lastMarkMs.delete(person)
    },
  }
}
