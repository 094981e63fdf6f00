import { instantText } from '#server/clock.ts'
import type { Cast } from './cast.ts'
import type { WorldDatabase } from './database.ts'
import type { PortalStep } from './faults.ts'
import type { Done } from './gated-database.ts'
import type { PortalDocument, WorldPortal } from './portal.ts'
import type { Actor, Stage } from './stage.ts'
import type { Trouble } from './trouble.ts'

/** What must hold at the very moment something happens, because afterwards nobody could tell. */
export interface Watch {
  readonly breaches: readonly string[]
  onDone(actor: Actor, done: Done): Promise<void>
  onAsked(step: PortalStep, actor: Actor): Promise<void>
  onRead(step: PortalStep, actor: Actor, answer: unknown): void
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

export function createWatch(needs: WatchNeeds): Watch {
  const breaches: string[] = []
  const logins = watchLogins(needs, breaches)
  const listReadMs = new Map<Actor, number>()
  return {
    breaches,
    onDone: async (actor, done) => {
      const { step } = done
      logins.onDone(actor, done)
      if (step === 'event fenced') breaches.push(...(await openAfterFence(needs)))
      if (step === 'event intent') breaches.push(...(await severalOpen(needs)))
      if (step === 'event decisionNeeded') {
        breaches.push(...(await falseLookAlikes(needs, listReadMs.get(actor) ?? 0)))
      }
    },
    onAsked: async (step, actor) => {
      if (step === 'mipeSendXML.cgi') breaches.push(...(await sentWithoutLease(needs, actor)))
    },
    onRead: (step, actor) => {
      if (step === 'mipeAdminDocsEmi.cgi') listReadMs.set(actor, needs.stage.now())
    },
    onMended: logins.onMended,
  }
}

/** The SII counts log-ins: two minutes apart, and with a refused clave never again. */
const LOGIN_SPACING_MS = 120_000

interface Mark {
  atMs: number
  worker: string
}

function watchLogins(
  { stage, trouble, cast, portal }: WatchNeeds,
  breaches: string[],
): {
  onDone(actor: Actor, done: Done): void
  onMended(person: string): void
} {
  const lastMark = new Map<string, Mark>()
  const refusals = new Map<string, number>()
  const personOf = new Map<Actor, string>()

  function onMark(person: string, actor: Actor): void {
    const before = lastMark.get(person)
    if (before !== undefined && stage.now() - before.atMs < LOGIN_SPACING_MS) {
      breaches.push(`${person} logged in twice within two minutes`)
    }
    if ((refusals.get(person) ?? 0) >= accountsOf(cast, person)) {
      breaches.push(`${person} logged in again with a clave known to be refused`)
    } else if (before !== undefined && isForgotten(person, before)) {
      breaches.push(`${person} logged in again: nobody had kept that the clave was refused`)
    }
    personOf.set(actor, person)
    lastMark.set(person, { atMs: stage.now(), worker: actor.name })
  }

  /** The log-in before was refused, nothing is on record, and nothing happened to whoever was told. */
  function isForgotten(person: string, before: Mark): boolean {
    const wasRefused = portal
      .logins()
      .some((login) => login.person === person && login.isRefused && login.atMs >= before.atMs)
    if (!wasRefused || (refusals.get(person) ?? 0) > 0) return false
    // That the database is away for a moment excuses nothing.
    return !trouble.struck.some(
      ({ worker, atMs, fault }) =>
        worker === before.worker && atMs >= before.atMs && !fault.startsWith('database-lost'),
    )
  }

  return {
    onDone: (actor, { step, parameters, changed }) => {
      const person = parameters.find(
        (value) => typeof value === 'string' && /^\d+-[\dK]$/.test(value),
      )
      if (step === 'log-in mark' && changed > 0) onMark(String(person), actor)
      if (step !== 'clave refused') return
      const refused = personOf.get(actor) ?? ''
      refusals.set(refused, (refusals.get(refused) ?? 0) + 1)
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

const ATTEMPTS = `select attempt.signed_folio, attempt.highest_folio, company.rut,
    document.organisation_id, document.company_id, document.recipient_rut, document.total_clp
  from attempt
  join document on document.organisation_id = attempt.organisation_id
    and document.id = attempt.document_id
  join company on company.organisation_id = document.organisation_id
    and company.id = document.company_id`

/** The session an attempt was made with is closed before anything is concluded about the attempt. */
async function openAfterFence({ database, portal }: WatchNeeds): Promise<string[]> {
  const rows = await database.inspect(
    `${ATTEMPTS} where attempt.fenced_at is not null and document.state = 'uncertain'`,
  )
  return rows.flatMap(({ signed_folio: folio, rut }) => {
    const token = portal.tokenOf(String(rut), Number(folio))
    return token !== null && portal.isOpen(token)
      ? [`folio ${String(folio)} is fenced and its session still open`]
      : []
  })
}

/** One open attempt for each person. */
async function severalOpen({ database }: WatchNeeds): Promise<string[]> {
  const rows = await database.inspect(
    `select person_rut from document where state in ('issuing', 'uncertain')
     group by person_rut having count(*) > 1`,
  )
  return rows.map(({ person_rut: person }) => `${String(person)} has several open attempts`)
}

/** A person is asked about look-alikes only when the list shows one that was nobody else's when it was read. */
async function falseLookAlikes(
  { database, portal }: WatchNeeds,
  listReadMs: number,
): Promise<string[]> {
  const rows = await database.inspect(
    `${ATTEMPTS} where attempt.outcome = 'uncertain' and document.state = 'uncertain'
       and document.reason = 'lookAlikes'`,
  )
  const taken = await database.inspect(
    `select company.rut, document.folio from document
     join document_event issued on issued.organisation_id = document.organisation_id
       and issued.document_id = document.id and issued.kind = 'issued' and issued.at <= $1
     join company on company.organisation_id = document.organisation_id
       and company.id = document.company_id`,
    [instantText(listReadMs)],
  )
  return rows.flatMap((row) => {
    const isLike = (one: PortalDocument) =>
      one.recipient === row['recipient_rut'] &&
      one.totalClp === row['total_clp'] &&
      one.folio > Number(row['highest_folio']) &&
      !taken.some((other) => other['rut'] === row['rut'] && other['folio'] === one.folio)
    const isTrue = portal.listed(String(row['rut'])).some(isLike)
    return isTrue ? [] : ['A person is asked about look-alikes where there are none']
  })
}

const SEND_LIMIT_MS = 90_000

/** Whoever is about to send holds the person's lease for longer than the request may take. */
async function sentWithoutLease({ database, stage }: WatchNeeds, actor: Actor): Promise<string[]> {
  const held = await database.inspect(
    'select person_rut from portal_person where lease_worker = $1 and lease_until > $2',
    [actor.name, instantText(stage.now() + SEND_LIMIT_MS)],
  )
  return held.length > 0 ? [] : [`${actor.name} sends without a lease that outlives the request`]
}
