import { instantText } from '#server/clock.ts'
import type { Cast } from '../cast.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { PortalStep } from '../faults.ts'
import type { Done } from '../database/gated-database.ts'
import type { PortalDocument, WorldPortal } from '../portal.ts'
import type { Actor, Stage } from '../stage.ts'
import type { Trouble } from '../trouble.ts'
import { watchLogins } from './watch-logins.ts'

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
      if (step === 'renew' && done.changed > 0) {
        breaches.push(...(await renewedForAnother(needs, actor)))
      }
      if (step === 'attempt') breaches.push(...(await leftOnItsWay(needs)))
      if (step === 'event fenced') breaches.push(...(await openAfterFence(needs)))
      if (step === 'event intent') breaches.push(...(await severalOpen(needs)))
      if (step === 'event decisionNeeded') {
        breaches.push(...(await falseLookAlikes(needs, listReadMs.get(actor) ?? 0)))
      }
    },
    onAsked: async (step, actor) => {
      if (step === 'CAutInicio.cgi') logins.onKnocked(actor)
      if (step === 'mipeSendXML.cgi') breaches.push(...(await sentWithoutLease(needs, actor)))
    },
    onRead: (step, actor) => {
      if (step === 'CAutInicio.cgi') logins.onLoggedIn(actor)
      if (step === 'mipeAdminDocsEmi.cgi') listReadMs.set(actor, needs.stage.now())
    },
    onMended: logins.onMended,
  }
}

/** A superseded holder finds out when it renews. */
async function renewedForAnother({ database }: WatchNeeds, { name }: Actor): Promise<string[]> {
  const held = await database.inspect('select from portal_person where lease_worker = $1', [name])
  return held.length > 0 ? [] : [`${name} renewed a lease that is another's`]
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

/** What the SII has refused is not on its way any more. */
async function leftOnItsWay({ database }: WatchNeeds): Promise<string[]> {
  const rows = await database.inspect(
    `select document.key from attempt
     join document on document.organisation_id = attempt.organisation_id
       and document.id = attempt.document_id
     where attempt.outcome = 'refused' and document.state in ('issuing', 'uncertain')
       and not exists (select from attempt later where later.organisation_id = document.organisation_id
         and later.document_id = document.id and later.number > attempt.number)`,
  )
  return rows.map(({ key }) => `${String(key)} is on its way although the SII has refused it`)
}

/** One open attempt for each person, besides those whose session is closed: nothing of them can arrive any more. */
async function severalOpen({ database }: WatchNeeds): Promise<string[]> {
  const rows = await database.inspect(
    `select person_rut from document where state in ('issuing', 'uncertain')
       and not (state = 'uncertain' and coalesce((select fenced_at is not null from attempt
         where attempt.organisation_id = document.organisation_id
           and attempt.document_id = document.id order by number desc limit 1), false))
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
