import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { statement, type PlaceOf } from '../db/statement.ts'

/**
 * The right to use one person's portal session. The session and its selected company live at the SII,
 * so two users of it would mix companies; and whoever sends must know nobody else does.
 */
export interface Lease {
  readonly person: Rut
  /** Another one at every claim of anybody: a holder that was superseded never finds its own in the row again. */
  readonly epoch: number
  readonly worker: string
  /** By the clock that never jumps: true while the lease lasts at least `ms` more. */
  outlives(ms: number): boolean
}

export interface LeaseNeeds {
  db: Kysely<Schema>
  clock: Clock
}

/** `isStranger`: for an organisation that keeps no good clave of this person. */
export type LeaseClaim = { person: Rut; worker: string; isStranger?: boolean }

export const LEASE_MS = 120_000
const HEARTBEAT_MS = LEASE_MS / 4

/**
 * Runs `work` while holding the person's lease, renewed by heartbeat; null when somebody else holds it. A stranger's
 * `claim` is no turn of the person, whose own work would come later for it.
 * The lease may still be lost under `work` (a stop longer than the lease): what must not happen then
 * checks `holds` in its own transaction.
 */
export async function withLease<T>(
  needs: LeaseNeeds,
  who: LeaseClaim,
  work: (lease: Lease) => Promise<T>,
): Promise<{ value: T } | null> {
  const lease = await claim(needs, who)
  if (lease === null) return null
  const ended = new AbortController()
  const heart = beat(needs, lease, ended.signal)
  try {
    return { value: await work(lease) }
  } finally {
    ended.abort()
    await heart
    await release(needs, lease)
  }
}

/** Locks the person's row until the transaction ends and tells whether the lease is still ours in it. */
export async function holds(
  trx: Kysely<Schema>,
  clock: Clock,
  lease: Pick<Lease, 'person' | 'epoch'>,
): Promise<boolean> {
  const { rows } = await trx.executeQuery(leaseLock(clock, lease))
  return rows.length > 0
}

/** What `holds` asks, for those who ask more in the same packet: no row, and the lease is gone. */
export function leaseLock(clock: Clock, { person, epoch }: Pick<Lease, 'person' | 'epoch'>) {
  return lockOf({ person, epoch, now: instantText(clock.now()) })
}

const lockOf = statement((db, place: PlaceOf<{ person: Rut; epoch: number; now: string }>) =>
  db
    .selectFrom('portal_person')
    .select('epoch')
    .where(
      'person_rut',
      '=',
      place(({ person }) => person),
    )
    .where(
      'epoch',
      '=',
      place(({ epoch }) => epoch),
    )
    .where(
      'lease_until',
      '>',
      place(({ now }) => now),
    )
    .forUpdate(),
)

const NEXT_EPOCH = sql<number>`nextval('portal_epoch')`

type HeldLease = Lease & { extend(untilMonotonicMs: number): void }

async function claim(
  { db, clock }: LeaseNeeds,
  { person, worker, isStranger = false }: LeaseClaim,
): Promise<HeldLease | null> {
  // Taken before the query, so that our own reckoning ends before the row's.
  const claimedAtMs = clock.monotonicMs()
  const now = clock.now()
  const served = isStranger ? {} : { served_at: instantText(now) }
  const row = await db
    .insertInto('portal_person')
    .values({
      person_rut: person,
      epoch: NEXT_EPOCH,
      lease_worker: worker,
      lease_until: instantText(now + LEASE_MS),
      ...served,
    })
    .onConflict((conflict) =>
      conflict
        .column('person_rut')
        .doUpdateSet({
          epoch: NEXT_EPOCH,
          lease_worker: worker,
          lease_until: instantText(now + LEASE_MS),
          ...served,
        })
        .where((eb) =>
          eb.or([
            eb('portal_person.lease_until', 'is', null),
            eb('portal_person.lease_until', '<=', instantText(now)),
          ]),
        ),
    )
    .returning('epoch')
    .executeTakeFirst()
  if (row === undefined) return null
  let untilMs = claimedAtMs + LEASE_MS
  return {
    person,
    epoch: row.epoch,
    worker,
    outlives: (ms) => clock.monotonicMs() + ms < untilMs,
    extend: (until) => {
      untilMs = until
    },
  }
}

async function beat(needs: LeaseNeeds, lease: HeldLease, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await needs.clock.wait(HEARTBEAT_MS, ended)
    if (ended.aborted || !(await renew(needs, lease))) return
  }
}

/** False when the lease is gone. A database that doesn't answer is asked again at the next beat. */
async function renew({ db, clock }: LeaseNeeds, lease: HeldLease): Promise<boolean> {
  const startedAtMs = clock.monotonicMs()
  try {
    const { numUpdatedRows } = await db
      .updateTable('portal_person')
      .set({ lease_until: instantText(clock.now() + LEASE_MS) })
      .where('person_rut', '=', lease.person)
      .where('epoch', '=', lease.epoch)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      lease.extend(Number.NEGATIVE_INFINITY)
      return false
    }
    lease.extend(startedAtMs + LEASE_MS)
  } catch {
    // Still ours until it runs out by the clock.
  }
  return true
}

/** A release that fails is no harm: the lease runs out by itself. */
async function release({ db }: LeaseNeeds, lease: Lease): Promise<void> {
  await db
    .updateTable('portal_person')
    .set({ lease_worker: null, lease_until: null })
    .where('person_rut', '=', lease.person)
    .where('epoch', '=', lease.epoch)
    .execute()
    .catch(() => undefined)
}
