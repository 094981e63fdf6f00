import type { Cast } from './cast.ts'
import type { WorldDatabase } from './database.ts'
import type { WorldPortal } from './portal.ts'
import type { Actor, Stage } from './stage.ts'
import type { Trouble } from './trouble.ts'

/** What must hold at the very moment something happens, because afterwards nobody could tell. */
export interface Watch {
  readonly breaches: readonly string[]
  onDone(step: string, actor: Actor, parameters: readonly unknown[]): Promise<void>
  /** The right clave was typed: from here on log-ins are in order again. */
  onMended(person: string): void
}

export interface WatchNeeds {
  stage: Stage
  trouble: Trouble
  cast: Cast
  database: WorldDatabase
  portal: WorldPortal
}

/** The SII counts: this far apart at least (less what a request may take on its way). */
const LOGIN_SPACING_MS = 120_000

export function createWatch(needs: WatchNeeds): Watch {
  const { stage } = needs
  const breaches: string[] = []
  const lastMark = new Map<string, { atMs: number; worker: string; strikes: number }>()
  const refusals = new Map<string, number>()
  const personOf = new Map<Actor, string>()

  function onMark(person: string, actor: Actor): void {
    const before = lastMark.get(person)
    if (before !== undefined && stage.now() - before.atMs < LOGIN_SPACING_MS) {
      breaches.push(`${person} logged in twice within two minutes`)
    }
    if ((refusals.get(person) ?? 0) >= accountsOf(needs.cast, person)) {
      breaches.push(`${person} logged in again with a clave known to be refused`)
    } else if (before !== undefined && isForgotten(person, before)) {
      breaches.push(`${person} logged in again: nobody had kept that the clave was refused`)
    }
    personOf.set(actor, person)
    const strikes = needs.trouble.struck.length
    lastMark.set(person, { atMs: stage.now(), worker: actor.name, strikes })
  }

  /** The log-in before was refused, nothing is on record, and nothing happened to whoever was told. */
  function isForgotten(
    person: string,
    before: { atMs: number; worker: string; strikes: number },
  ): boolean {
    const wasRefused = needs.portal
      .logins()
      .some((login) => login.person === person && login.isRefused && login.atMs >= before.atMs)
    if (!wasRefused || (refusals.get(person) ?? 0) > 0) return false
    const since = needs.trouble.struck.slice(before.strikes)
    const excuses = since.filter(({ fault }) => !fault.startsWith('database-lost'))
    return !excuses.some(({ worker }) => worker === before.worker)
  }

  return {
    breaches,
    onDone: async (step, actor, parameters) => {
      if (step === 'log-in mark') {
        onMark(String(parameters.at(-1)), actor)
      } else if (step === 'clave refused') {
        const person = personOf.get(actor) ?? ''
        refusals.set(person, (refusals.get(person) ?? 0) + 1)
      } else if (step === 'event fenced') {
        breaches.push(...(await openAfterFence(needs)))
      }
    },
    onMended: (person) => {
      refusals.delete(person)
      lastMark.delete(person)
    },
  }
}

function accountsOf({ billings }: Cast, person: string): number {
  const own = billings.filter((billing) => billing.person === person)
  return new Set(own.map(({ organisationId }) => organisationId)).size
}

/** The session an attempt was made with is closed before anything is concluded about the attempt. */
async function openAfterFence({ database, portal }: WatchNeeds): Promise<string[]> {
  const rows = await database.inspect(
    `select attempt.signed_folio, company.rut from attempt
     join document on document.organisation_id = attempt.organisation_id
       and document.id = attempt.document_id
     join company on company.organisation_id = document.organisation_id
       and company.id = document.company_id
     where attempt.fenced_at is not null and attempt.outcome is distinct from 'issued'`,
  )
  return rows.flatMap(({ signed_folio: folio, rut }) => {
    const token = portal.tokenOf(String(rut), Number(folio))
    return token !== null && portal.isOpen(token)
      ? [`folio ${String(folio)} is fenced and its session still open`]
      : []
  })
}
