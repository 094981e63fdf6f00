import { sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import { together } from '#server/db/statement.ts'
import {
  documentLock,
  lockDocument,
  record,
  type DocumentRow,
} from '#server/documents/trail/trail.ts'
import { seedCrowd } from '../crowd.ts'
import { documentsOf, openHouse, type House } from '../house.ts'
import { untilLockWait } from '../lock-wait.ts'
import { queuedFactura } from '../queued-factura.ts'

let house: House

const WORKER = { worker: 'w1', epoch: 1 }
const HELD = { kind: 'held', reason: 'looksRepeated', tries: 0 } as const

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

type Lock = (trx: Transaction<Schema>, at: At) => Promise<DocumentRow | null>
type At = Parameters<typeof lockDocument>[1]

const LOCKS: readonly [string, Lock][] = [
  ['asked alone', lockDocument],
  [
    'asked with more',
    async (trx, at) => {
      const [row] = await together(trx, (ask) => ask(documentLock(at)))
      return row ?? null
    },
  ],
]

function atOf({ organisation_id: organisationId, id }: DocumentRow): At {
  return { organisationId, id }
}

function atRow({ organisation_id, id }: DocumentRow) {
  return { organisation_id, id }
}

function isOf({ organisation_id }: DocumentRow) {
  return (row: DocumentRow) => row.organisation_id === organisation_id
}

/** One of each of two organisations, with the same number. */
async function bothOfOneNumber(): Promise<DocumentRow[]> {
  const { row } = await queuedFactura(house.db, {}, 1)
  await queuedFactura(house.db, { id: row.id }, 2)
  return documentsOf(house)
}

test.each(LOCKS)(
  'a lock of a document %s waits for whoever has it, and sees what they made of it',
  async (_, lock) => {
    const { row } = await queuedFactura(house.db)
    let second: Promise<DocumentRow | null> | undefined
    await house.db.transaction().execute(async (trx) => {
      const held = await lock(trx, atOf(row))
      if (held === null) throw new Error('not there')
      second = house.db.transaction().execute((other) => lock(other, atOf(row)))
      await untilLockWait(house.db)
      await record(trx, house.clock, WORKER, held, HELD, { reason: 'looksRepeated' })
    })
    expect(await second).toMatchObject({ id: row.id, reason: 'looksRepeated' })
  },
)

test.each(LOCKS)(
  'a lock of a document %s is of its own organisation, and of no other with that number',
  async (_, lock) => {
    const both = await bothOfOneNumber()
    for (const row of both) {
      const locked = await house.db.transaction().execute((trx) => lock(trx, atOf(row)))
      expect(locked).toEqual(row)
    }
  },
)

test.each(LOCKS)(
  'a lock of a document %s holds up no other of its organisation',
  async (_, lock) => {
    await seedCrowd(house.db, {
      organisationId: 1,
      documents: [2],
      dueSince: '2026-11-30T12:00:00Z',
      state: 'queued',
    })
    const [first, second] = await documentsOf(house)
    if (first === undefined || second === undefined) throw new Error('not both are there')
    await house.db.transaction().execute(async (trx) => {
      expect(await lock(trx, atOf(first))).toEqual(first)
      await house.db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '2s'`.execute(other)
        expect(await lock(other, atOf(second))).toEqual(second)
      })
    })
  },
)

test('a document that is not there is not locked', async () => {
  const { row } = await queuedFactura(house.db)
  const at = { ...atOf(row), id: row.id + 1 }
  for (const [, lock] of LOCKS)
    expect(await house.db.transaction().execute((trx) => lock(trx, at))).toBeNull()
})

async function eventsOf(row: DocumentRow) {
  return house.db
    .selectFrom('document_event')
    .select(['seq', 'kind'])
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .orderBy('seq')
    .execute()
}

test('an event changes no document of another organisation with that number, nor its trail', async () => {
  const both = await bothOfOneNumber()
  const [first, second] = both
  if (first === undefined || second === undefined) throw new Error('not both are there')
  const changed = await record(house.db, house.clock, WORKER, first, HELD, {
    reason: 'looksRepeated',
  })
  expect(changed).toMatchObject({ ...atRow(first), reason: 'looksRepeated' })
  expect((await documentsOf(house)).find(isOf(second))).toEqual(second)
  await record(house.db, house.clock, WORKER, second, HELD)
  const once = [{ seq: 1, kind: 'held' }]
  expect(await Promise.all(both.map(eventsOf))).toEqual([once, once])
})

test('an event that cannot happen to a document in its state is refused, and nothing is written', async () => {
  const { row } = await queuedFactura(house.db)
  const event = { kind: 'restored' } as const
  await expect(record(house.db, house.clock, WORKER, row, event)).rejects.toThrow('queued')
  expect(await eventsOf(row)).toEqual([])
  expect(await documentsOf(house)).toEqual([row])
})
