import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPass } from '#server/pipeline.ts'
import { seedCrowd } from '../crowd.ts'
import { openHouse, type House } from '../house.ts'

const DUE = '2026-11-30T12:00:00Z'

let house: House

beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [3],
    dueSince: DUE,
    state: 'queued',
  })
  await seedCrowd(house.db, { organisationId: 2, documents: [1], dueSince: DUE, state: 'planned' })
})
afterEach(() => house.close())

/** Of the first in line nothing can be written down. */
async function breakFirst(): Promise<void> {
  const { rows } = await sql<{ id: number }>`select min(id)::int as id from document`.execute(
    house.db,
  )
  const steps = [
    sql`create function break_it() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`,
    sql`create trigger break_it before insert on document_event
      for each row when (new.document_id = ${sql.lit(rows[0]?.id ?? 0)}) execute function break_it()`,
  ]
  for (const step of steps) await step.execute(house.db)
}

async function reasons(): Promise<(string | null)[]> {
  const { rows } = await sql<{ reason: string | null }>`
    select reason from document where organisation_id = 1 order by id`.execute(house.db)
  return rows.map(({ reason }) => reason)
}

async function othersUntouched(): Promise<number> {
  const { rows } = await sql`select from document
    where organisation_id = 2 and next_try_at = ${DUE}`.execute(house.db)
  return rows.length
}

test.each([
  [
    'held by a stop',
    'issuingStopped',
    () =>
      sql`insert into issuing_stop (organisation_id, stopped_by, stopped_at)
        values (1, 1, ${DUE})`.execute(house.db),
  ],
  [
    'told behind whom it waits',
    'behindUncertain',
    () =>
      sql`update document set state = 'uncertain', next_try_at = null
      where organisation_id = 1 and id = (select max(id) from document where organisation_id = 1)`.execute(
        house.db,
      ),
  ],
  ['told that it is late', 'missed', () => house.clock.advanceTo('2026-12-01T13:00:00Z')],
])('one that can’t be %s stops no other, and lets everybody rest', async (_, reason, happens) => {
  await breakFirst()
  await happens()
  await runPass(house.worker('w1'))
  const [first, second] = await reasons()
  expect([first, second]).toEqual([null, reason])
  expect(await othersUntouched()).toBe(0)
  expect(house.failures).not.toEqual([])
  expect(await runPass(house.worker('w1'))).toBe(0)
})
