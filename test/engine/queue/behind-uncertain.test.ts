import { afterEach, beforeEach, expect, test } from 'vitest'
import { attention } from '#server/agenda/attention.ts'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { waitsFor } from '#server/documents/queue/waiting-behind-uncertain.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

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
  return { worker, at: { organisationId: rule.organisationId } }
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

test('a document behind an uncertain one says so once, and goes on when that one waits for a person', async () => {
  const { worker, at } = await oneLost()
  await house.live(worker, 40, 5)
  const looking = await both()
  expect(looking.lost).toMatchObject({ state: 'uncertain', reason: 'answerLost' })
  expect(looking.behind).toMatchObject({ state: 'queued', reason: 'behindUncertain' })
  expect(await waitsFor(house.db, looking.behind)).toMatchObject({ id: looking.lost.id })
  // Nobody has to do anything yet.
  expect((await attention(house, at)).items).toEqual([])

  await house.live(worker, 120, 5)
  const asked = await both()
  expect(asked.lost).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  expect(asked.behind).toMatchObject({ state: 'issued', reason: null })
  expect((await kindsOf(asked.behind)).slice(3, 5)).toEqual(['held', 'intent'])
  expect((await attention(house, at)).items).toMatchObject([
    { code: 'notFoundTwice', documents: [{ id: asked.lost.id }] },
  ])

  const key = { organisationId: at.organisationId, id: asked.lost.id }
  expect(await documentActions(house).decide(key, user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 60, 5)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
  expect(issuedAtSii(house).map(({ timesAsked }) => timesAsked)).toEqual([1, 1])
})

/** The same person connected by two organisations; the first one's request never arrives. */
async function twoOrganisations(clients: string[], clave?: string) {
  const first = await seedRule(house, { nextDay: TODAY })
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.settle(worker)
  await house.live(worker, 31, 31)
  const second = await seedRule(house, {
    nextDay: TODAY,
    clients,
    ...(clave === undefined ? {} : { clave }),
  })
  return { worker, first: first.organisationId, second: second.organisationId }
}

async function ofOrganisation(organisationId: number): Promise<DocumentRow[]> {
  const documents = await documentsOf(house)
  return documents.filter(({ organisation_id }) => organisation_id === organisationId)
}

const inboxOf = async (organisationId: number) => (await attention(house, { organisationId })).items

test('an unanswered document of one organisation holds back of another only what is alike, and asks there', async () => {
  const { worker, first, second } = await twoOrganisations(['90909090-3', '93939393-5'])
  expect(await ofOrganisation(first)).toMatchObject([{ state: 'uncertain' }])
  await house.live(worker, 40, 5)
  expect((await ofOrganisation(second)).map(({ reason }) => reason)).toEqual([
    'behindUncertain',
    'behindUncertain',
  ])
  await house.live(worker, 120, 5)
  expect(await ofOrganisation(first)).toMatchObject([{ reason: 'notFoundTwice' }])
  const [alike, other] = await ofOrganisation(second)
  expect(other).toMatchObject({ state: 'issued' })
  expect(alike).toMatchObject({ state: 'queued', reason: 'alikeInDoubt', next_try_at: null })
  if (alike === undefined) throw new Error('none is alike')
  expect(await waitsFor(house.db, alike)).toBeNull()
  expect(await inboxOf(second)).toMatchObject([
    { code: 'alikeInDoubt', documents: [{ id: alike.id }] },
  ])

  // Its own user says that it is another one: the first one's answer is not needed for it.
  const at = { organisationId: second, id: alike.id }
  expect(await documentActions(house).issueNow(at, user)).toBe(true)
  await house.live(worker, 60, 5)
  expect((await ofOrganisation(second)).map(({ state }) => state)).toEqual(['issued', 'issued'])
  expect(await ofOrganisation(first)).toMatchObject([
    { state: 'uncertain', reason: 'notFoundTwice' },
  ])
})

test('a document held by another organisation’s goes on when that one is settled', async () => {
  const { worker, first, second } = await twoOrganisations(['90909090-3'])
  await house.live(worker, 160, 5)
  expect(await ofOrganisation(second)).toMatchObject([{ reason: 'alikeInDoubt' }])
  const [lost] = await ofOrganisation(first)
  const key = { organisationId: first, id: lost?.id ?? 0 }
  expect(await documentActions(house).decide(key, user, { decision: 'discard' })).toBe(true)
  await house.live(worker, 30, 5)
  expect(await ofOrganisation(second)).toMatchObject([{ state: 'issued', reason: null }])
})

test('a document held by another organisation’s until its day is over asks for a word', async () => {
  const { worker, second } = await twoOrganisations(['90909090-3'])
  await house.live(worker, 24 * 60, 60)
  expect(await ofOrganisation(second)).toMatchObject([{ state: 'planned', reason: 'missed' }])
  expect(await inboxOf(second)).toMatchObject([{ code: 'missed' }])
})

test('a clave that the SII refuses to one organisation holds back only its own documents', async () => {
  const { worker, first, second } = await twoOrganisations(['93939393-5'])
  await house.db
    .updateTable('facturator')
    .set({ clave_state: 'rejected' })
    .where('organisation_id', '=', first)
    .execute()
  house.simulator.admin.expireSessions()
  await house.live(worker, 50, 1)
  expect(await ofOrganisation(first)).toMatchObject([
    { state: 'uncertain', reason: 'claveRejected', next_try_at: null },
  ])
  expect(await ofOrganisation(second)).toMatchObject([{ state: 'issued' }])
})

test('a document whose list is closed to its person keeps the others waiting two hours at most', async () => {
  const { worker, first, second } = await twoOrganisations(['93939393-5'])
  await house.db
    .updateTable('company')
    .set({ rut: '76086428-5' })
    .where('organisation_id', '=', first)
    .execute()
  await house.live(worker, 100, 5)
  expect(await ofOrganisation(first)).toMatchObject([
    { state: 'uncertain', reason: 'companyNotAuthorized' },
  ])
  expect(await ofOrganisation(second)).toMatchObject([{ reason: 'behindUncertain' }])
  await house.live(worker, 60, 5)
  expect(await ofOrganisation(second)).toMatchObject([{ state: 'issued' }])
  // The connection is one thing to mend; what became of the document may be told all the same.
  expect(await inboxOf(first)).toMatchObject([
    { code: 'companyNotAuthorized' },
    { code: 'lookFailing', subject: { kind: 'document' } },
  ])
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
