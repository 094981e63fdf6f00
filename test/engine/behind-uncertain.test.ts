import { afterEach, beforeEach, expect, test } from 'vitest'
import { attention } from '#server/agenda/attention.ts'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { waitsFor } from '#server/documents/queue/waiting-behind-uncertain.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from './house.ts'
import { checkInvariants } from './invariants.ts'

let house: House

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const TODAY = day(2026, 11, 30)
const user = { worker: 'user:1', epoch: null }

/** Two clients of one person; the first's request never arrives, and nobody can know that. */
async function oneLost() {
  const rule = await seedRule(house, { nextDay: TODAY, clients: ['90909090-3', '93939393-5'] })
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  const facturator = await house.db.selectFrom('facturator').select('id').executeTakeFirstOrThrow()
  return { worker, at: { organisationId: rule.organisationId, facturatorId: facturator.id } }
}

async function both(): Promise<{ lost: DocumentRow; behind: DocumentRow }> {
  const [first, second] = await documentsOf(house)
  if (first === undefined || second === undefined) throw new Error('not both are planned')
  return first.state === 'uncertain'
    ? { lost: first, behind: second }
    : { lost: second, behind: first }
}

async function kindsOf({ id }: DocumentRow): Promise<string[]> {
  const events = await house.db
    .selectFrom('document_event')
    .select('kind')
    .where('document_id', '=', id)
    .orderBy('seq')
    .execute()
  return events.map(({ kind }) => kind)
}

test('whoever waits behind an uncertain one says so, once, and goes on when a person has settled it', async () => {
  const { worker, at } = await oneLost()
  await house.live(worker, 40, 5)
  const looking = await both()
  expect(looking.lost).toMatchObject({ state: 'uncertain', reason: 'answerLost' })
  expect(looking.behind).toMatchObject({ state: 'queued', reason: 'behindUncertain' })
  expect(await waitsFor(house.db, looking.behind)).toMatchObject({ id: looking.lost.id })
  // Nobody has to do anything yet.
  expect(await attention(house, at)).toEqual([])

  await house.live(worker, 120, 5)
  const asked = await both()
  expect(asked.lost).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  expect(await attention(house, at)).toMatchObject([
    {
      code: 'notFoundTwice',
      subject: { kind: 'document', id: asked.lost.id },
      documents: [{ id: asked.lost.id }, { id: asked.behind.id }],
    },
  ])
  expect((await kindsOf(asked.behind)).filter((kind) => kind === 'held')).toHaveLength(1)

  const key = { organisationId: at.organisationId, id: asked.lost.id }
  expect(await documentActions(house).decide(key, user, { decision: 'discard' })).toBe(true)
  await house.settle(worker)
  expect((await kindsOf(asked.behind)).slice(3, 6)).toEqual(['held', 'released', 'intent'])
  await house.live(worker, 30, 5)
  expect((await documentsOf(house)).find(({ id }) => id === asked.behind.id)).toMatchObject({
    state: 'issued',
    reason: null,
  })
  expect(issuedAtSii(house)).toHaveLength(1)
  expect(await attention(house, at)).toEqual([])
})

test('one found on the list lets it go on unasked', async () => {
  const { worker } = await oneLost()
  house.simulator.admin.faults.clear()
  house.simulator.admin.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  await house.live(worker, 120, 1)
  expect((await documentsOf(house)).map(({ state, reason }) => [state, reason])).toEqual([
    ['issued', null],
    ['issued', null],
  ])
  const told = await house.db
    .selectFrom('document_event')
    .select('data')
    .where('kind', '=', 'held')
    .execute()
  expect(told).toMatchObject([{ data: { reason: 'behindUncertain' } }])
})

test('the document of another person waits for nobody', async () => {
  const { worker } = await oneLost()
  await house.live(worker, 40, 5)
  const { behind } = await both()
  await house.db
    .updateTable('document')
    .set({ person_rut: '5126663-3' })
    .where('id', '=', behind.id)
    .execute()
  await house.settle(worker)
  // The last one is that nobody knows that person's clave.
  expect(await kindsOf(behind)).toEqual([
    'planned',
    'waiting',
    'queued',
    'held',
    'released',
    'held',
  ])
})
