import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { instantText } from '../clock.ts'
import { startTestBench, type TestBench } from '../test-bench.ts'
import { beginTurn, choreTurns, forgiveTurn, type Chore } from './turns.ts'

let bench: TestBench
let needs: { db: TestBench['database']['db']; clock: TestBench['clock'] }
beforeEach(async () => {
  bench = await startTestBench()
  needs = { db: bench.database.db, clock: bench.clock }
  await sql`insert into organisation (id, name, created_at) overriding system value
    values (900, 'Casa', now())`.execute(needs.db)
})
afterEach(() => bench.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CHORES: Chore[] = ['sweep', 'refresh']

/** So many connections with a clave, the last of them done longest ago. */
async function connections(count: number): Promise<number[]> {
  const now = instantText(needs.clock.now())
  const { rows } = await sql<{ id: number }>`with clave as (
      insert into secret (organisation_id, kind, key_id, wrapped_key, sealed, created_at)
      select 900, 'clave', 'k', '', '', ${now}::timestamptz from generate_series(1, ${count}::int)
      returning id)
    insert into facturator (organisation_id, label, person_rut, clave_secret_id, created_at)
    select 900, 'C', 'P' || row_number() over (order by id), id, ${now}::timestamptz from clave
    order by id returning id`.execute(needs.db)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

function turns(chore: Chore, limit: number): Promise<number[]> {
  const since = instantText(needs.clock.now() - 12 * HOUR_MS)
  return choreTurns(needs, chore, { since, limit, where: sql`organisation_id = 900` }).then((all) =>
    all.map(({ facturatorId }) => facturatorId),
  )
}

function fail(chore: Chore, facturatorId: number) {
  return beginTurn(needs, chore, { organisationId: 900, facturatorId })
}

it.each(CHORES)('fifty connections whose %s fails keep no other from its turn', async (chore) => {
  const all = await connections(51)
  const first = await turns(chore, 50)
  expect(first).toEqual(all.slice(0, 50))
  for (const id of first) await fail(chore, id)
  await needs.clock.advance(20 * MINUTE_MS)
  expect((await turns(chore, 50))[0]).toBe(all[50])
})

it.each(CHORES)(
  'a connection whose %s fails waits twice as long each time, half a day at most',
  async (chore) => {
    const [id] = await connections(1)
    if (id === undefined) throw new Error('none')
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries += 1) {
      await fail(chore, id)
      let minutes = 0
      while ((await turns(chore, 1)).length === 0) {
        await needs.clock.advance(15 * MINUTE_MS)
        minutes += 15
      }
      waits.push(minutes)
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 720, 720, 720])
  },
)

it.each(CHORES)('a connection that was in use keeps its turn for %s', async (chore) => {
  const [id] = await connections(1)
  if (id === undefined) throw new Error('none')
  await fail(chore, id)
  expect(await turns(chore, 1)).toEqual([])
  await forgiveTurn(needs.db, chore, { organisationId: 900, facturatorId: id })
  expect(await turns(chore, 1)).toEqual([id])
})

it('a clave that was refused is left alone', async () => {
  await connections(1)
  await sql`update facturator set clave_state = 'rejected' where organisation_id = 900`.execute(
    needs.db,
  )
  expect(await turns('sweep', 10)).toEqual([])
})

it('the connections of an owner who suspended the use of their data are left alone', async () => {
  await connections(1)
  await sql`update organisation set blocked_at = now() where id = 900`.execute(needs.db)
  expect(await turns('sweep', 10)).toEqual([])
})

it('a connection that failed after a success of long ago waits for its next try', async () => {
  const [id] = await connections(1)
  if (id === undefined) throw new Error('none')
  await sql`update facturator set swept_at = ${instantText(needs.clock.now() - 24 * HOUR_MS)}
    where organisation_id = 900`.execute(needs.db)
  await fail('sweep', id)
  expect(await turns('sweep', 10)).toEqual([])
})
