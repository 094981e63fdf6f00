import type { Pool } from 'pg'
import { z } from 'zod'
import { instantText, msOf } from '#server/clock.ts'

/** When something can happen next, as the tables say it: at once, not before an instant, or never. */
export interface NextThing {
  /** Infinity: never again. */
  atMs: number
  /** What the tables said: the same again, and nobody did anything meanwhile. */
  state: string
}

/**
 * A question that costs nothing beside the look at all that must hold. Whoever holds a lease and is awake is at
 * work; the lease of one who is dead or stopped has to run out first.
 */
export async function nextThing(
  pool: Pick<Pool, 'query'>,
  nowMs: number,
  isAwake: (worker: string) => boolean,
): Promise<NextThing> {
  const { rows } = await pool.query(QUESTION, [instantText(nowMs)])
  const { leases, documents, orders, isRuleDue } = saidShape.parse(rows[0])
  const state = JSON.stringify([documents, orders])
  if (isRuleDue || leases.some(({ worker }) => isAwake(worker))) return { atMs: nowMs, state }
  const freeAtMs = new Map(leases.map(({ person, until }) => [person, msOf(until)]))
  const blocked = new Set(documents.flatMap(({ person, isOpen }) => (isOpen ? [person] : [])))
  const times = documents.flatMap(({ person, isOpen, home, portal }) => {
    if (home !== null) return [msOf(home)]
    // Nothing else of a person starts before what is open is cleared up.
    if (portal === null || (blocked.has(person) && !isOpen)) return []
    return [Math.max(msOf(portal), freeAtMs.get(person) ?? 0)]
  })
  const ordered = orders.map(({ next }) => msOf(next))
  return { atMs: Math.min(Number.POSITIVE_INFINITY, ...times, ...ordered), state }
}

/** `home` and `portal`: when its next step is due, and where, as documents/queue/due.ts finds it. */
const QUESTION = `select
  exists (select from invoice_rule
    where next_emission_day <= ($1::timestamptz at time zone 'America/Santiago')::date) as "isRuleDue",
  (select coalesce(json_agg(json_build_object(
      'person', person_rut, 'worker', lease_worker, 'until', lease_until)), '[]')
    from portal_person where lease_until > $1::timestamptz) as leases,
  (select coalesce(json_agg(json_build_object(
      'person', person_rut,
      'isOpen', state in ('issuing', 'uncertain'),
      'home', case when state in ('planned', 'needs_data', 'waiting') then next_try_at end,
      'portal', case when state in ('queued', 'issuing', 'uncertain')
        or (state = 'issued' and (files_state = 'wanted' or annulment is not null))
        then next_try_at end,
      'said', concat_ws(' ', id, state, reason, tries, folio, files_state, annulment)) order by id), '[]')
    from document) as documents,
  (select coalesce(json_agg(json_build_object('key', group_key, 'next', next_try_at) order by upload_id, group_key), '[]')
    from upload_order where state = 'ordering') as orders`

const saidShape = z.object({
  isRuleDue: z.boolean(),
  /** Of an uploaded file, their documents still to be made. */
  orders: z.array(z.object({ key: z.string(), next: z.string() })),
  leases: z.array(z.object({ person: z.string(), worker: z.string(), until: z.string() })),
  documents: z.array(
    z.object({
      person: z.string(),
      isOpen: z.boolean(),
      home: z.string().nullable(),
      portal: z.string().nullable(),
      said: z.string(),
    }),
  ),
})
