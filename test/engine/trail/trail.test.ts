import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { day } from '#domain/day.ts'
import { readDocument, readEarlierEvents } from '#server/documents/api/detail.ts'
import { orderNota } from '#server/documents/actions/order-nota.ts'
import { append } from '#server/documents/trail/trail.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House
let organisationId: number

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  const seeded = await seedRule(house, { nextDay: day(2026, 11, 30) })
  organisationId = seeded.organisationId
  await house.live(house.worker('w1'), 180, 10)
})
afterEach(() => house.close())

async function shown() {
  const [factura] = await documentsOf(house)
  return readDocument(house, session(), factura?.id ?? 0)
}

async function trail() {
  return (await shown()).trail
}

function session() {
  return { userId: 1, organisationId, sessionId: '1' }
}

/** So many events that change no state, behind those it has. */
async function lengthen(until: number): Promise<void> {
  const [factura] = await documentsOf(house)
  if (factura === undefined) throw new Error('There is none')
  const { events } = await trail()
  const actor = { worker: 'worker:w1', epoch: null }
  for (let count = events; count < until; count += 1) {
    await append(house.db, house.clock, actor, factura, {
      kind: 'fileRejected',
      detail: 'unreadable',
    })
  }
}

/** As somebody with the database in hand would, who must first put its guard aside. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table document_event disable trigger document_event_is_final`.execute(house.db)
  await statement.execute(house.db)
}

test('the trail of what was issued and taken back by a nota is whole', async () => {
  const [factura] = await documentsOf(house)
  const at = { organisationId, id: factura?.id ?? 0 }
  await house.db
    .insertInto('app_user')
    .values({ id: 7, email: 'a@folio.example', password_hash: 'x', created_at: '2026-11-01' })
    .execute()
  await orderNota(house, 7, at, { wish: { code: 1 }, totalClp: 119_000 })
  await house.live(house.worker('w1'), 60, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['annulled', 'issued'])
  expect(await trail()).toMatchObject({ intact: true, broken_at: null })
})

test('one changed word of it is told, with its place', async () => {
  await tamper(
    sql`update document_event set data = jsonb_set(data, '{folio}', '99') where kind = 'issued'`,
  )
  const { rows } = await sql<{
    seq: number
  }>`select seq from document_event where kind = 'issued'`.execute(house.db)
  expect(await trail()).toMatchObject({ intact: false, broken_at: rows[0]?.seq })
})

test('so is an event taken out of its middle; its last ones only where the state misses them', async () => {
  const { events } = await trail()
  await tamper(sql`delete from document_event where seq = ${events}`)
  expect(await trail()).toMatchObject({ events: events - 1, intact: true })
  await tamper(sql`delete from document_event where kind = 'issued'`)
  expect((await trail()).intact).toBe(false)
})

test('a state that the events do not lead to is told', async () => {
  await house.db.updateTable('document').set({ state: 'annulled' }).execute()
  const { events, broken_at } = await trail()
  expect(broken_at).toBe(events + 1)
})

test('of a long one the end is shown, whole pages before it, and all of it is judged', async () => {
  await lengthen(200)
  expect(await seqsShown()).toEqual({ first: 1, last: 200, count: 200 })
  await lengthen(713)
  const { id, trail: whole } = await shown()
  expect(whole).toEqual({ events: 713, intact: true, broken_at: null })
  expect(await seqsShown()).toEqual({ first: 601, last: 713, count: 113 })
  const seen: number[] = []
  for (let before = 601; before > 1; before = seen[0] ?? 0) {
    const { events } = await readEarlierEvents(house, session(), id, before)
    expect(events).toHaveLength(100)
    seen.unshift(...events.map(({ seq }) => seq))
  }
  expect(seen).toEqual(Array.from({ length: 600 }, (_, index) => index + 1))
  expect((await readEarlierEvents(house, session(), id, 1)).events).toEqual([])
})

test('a word changed far before what is shown is told, and so is one taken out there', async () => {
  await lengthen(713)
  const [place, other] = [3, 555]
  await tamper(
    sql`update document_event set data = jsonb_set(data, '{detail}', '"x"') where seq = ${other}`,
  )
  expect(await trail()).toEqual({ events: 713, intact: false, broken_at: other })
  await tamper(sql`delete from document_event where seq = ${place}`)
  expect(await trail()).toEqual({ events: 712, intact: false, broken_at: place })
})

test("another's earlier events are nobody's", async () => {
  const { id } = await shown()
  const stranger = { ...session(), organisationId: organisationId + 1 }
  await expect(readEarlierEvents(house, stranger, id, 9)).rejects.toThrow()
})

async function seqsShown() {
  const { timeline } = await shown()
  return { first: timeline[0]?.seq, last: timeline.at(-1)?.seq, count: timeline.length }
}
