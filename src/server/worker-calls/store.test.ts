import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settableClock } from '../clock.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import {
  answerRequest,
  insertRequest,
  readRequest,
  takeRequest,
  withdrawRequest,
  type RequestAt,
} from './store.ts'

const clock = settableClock('2026-11-05T15:00:00Z')
let database: TestDatabase
let organisationId: number
beforeAll(async () => {
  database = await createTestDatabase()
  const made = await database.db
    .insertInto('organisation')
    .values({ name: 'x', created_at: '2026-11-05T15:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  organisationId = made.id
})
afterAll(() => database.drop())
afterEach(() => database.db.deleteFrom('worker_request').execute())

async function ask(): Promise<RequestAt> {
  const at = { organisationId, id: randomUUID() }
  const [wrappedKey, sealed] = [Buffer.from('key'), Buffer.from('asked')]
  await insertRequest(database.db, clock, {
    ...at,
    name: 'echo',
    envelope: { keyId: 'k', wrappedKey, sealed },
    expiresAtMs: clock.now() + 20_000,
  })
  await clock.advance(1)
  return at
}
const take = () => takeRequest(database.db, clock, [])

test('a request that a worker took up cannot be withdrawn', async () => {
  const at = await ask()
  await take()
  expect(await withdrawRequest(database.db, at)).toBe(false)
  expect(await readRequest(database.db, at)).toEqual({ kind: 'taken' })
})

test('a request that waits is withdrawn, and no worker takes it up', async () => {
  expect(await withdrawRequest(database.db, await ask())).toBe(true)
  expect(await take()).toBeNull()
})

test('an answer erases what was asked', async () => {
  const at = await ask()
  await answerRequest(database.db, clock, at, { answer: '1' })
  const row = await database.db
    .selectFrom('worker_request')
    .select(['wrapped_key', 'sealed'])
    .executeTakeFirstOrThrow()
  expect([row.wrapped_key.length, row.sealed.length]).toEqual([0, 0])
})

test('the first answer stays', async () => {
  const at = await ask()
  await answerRequest(database.db, clock, at, { answer: '1' })
  await answerRequest(database.db, clock, at, 'failed')
  expect(await readRequest(database.db, at)).toEqual({ kind: 'answered', answer: '1' })
})

test('requests are taken in their order', async () => {
  const [first, second] = [await ask(), await ask()]
  expect((await take())?.id).toBe(first.id)
  expect((await take())?.id).toBe(second.id)
})

test('a request that another worker is taking at this moment is passed over', async () => {
  const [first, second] = [await ask(), await ask()]
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from worker_request where id = $1 for update', [first.id])
    expect((await take())?.id).toBe(second.id)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
