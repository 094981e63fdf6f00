import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { instantText } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { alikeOf } from '#server/documents/freeze/similar-documents.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { freezeDocument } from '#server/documents/freeze/freeze.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import { sweepFacturator, unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import {
  documentsOf,
  issuedAtSii,
  openHouse,
  seedRule,
  type House,
  type SeededRule,
} from '../house.ts'
import { checkInvariants, checkTrails } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)
const user = { worker: 'user:1', epoch: null }

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(() => house.close())

/** Another rule that says the very same, as somebody writes one who forgot the first. */
async function writeAgain({ organisationId, ruleId }: SeededRule): Promise<number> {
  const { db } = house
  const of = { organisation_id: organisationId }
  const rule = await db
    .selectFrom('invoice_rule')
    .selectAll()
    .where('id', '=', ruleId)
    .executeTakeFirstOrThrow()
  const { id: _id, ...same } = rule
  const copy = await db
    .insertInto('invoice_rule')
    .values({ ...same, name: 'La misma' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const line of await db.selectFrom('rule_line').selectAll().execute()) {
    await db
      .insertInto('rule_line')
      .values({ ...line, ...of, rule_id: copy.id })
      .execute()
  }
  for (const client of await db.selectFrom('rule_client').selectAll().execute()) {
    await db
      .insertInto('rule_client')
      .values({ ...client, ...of, rule_id: copy.id })
      .execute()
  }
  return copy.id
}

async function heldOne() {
  const held = (await documentsOf(house)).filter(({ reason }) => reason === 'looksRepeated')
  expect(held).toHaveLength(1)
  const [document] = held
  if (document === undefined) throw new Error('none is held')
  return document
}

test('what two rules say to the same client in one month is issued once, and asked about once', async () => {
  await writeAgain(await seedRule(house, { nextDay: TODAY }))
  const worker = house.worker('w1')
  await house.live(worker, 180, 10)
  expect(issuedAtSii(house)).toHaveLength(1)
  const held = await heldOne()
  expect(held).toMatchObject({ state: 'waiting', wait_until: null, next_try_at: null })
  const issued = (await documentsOf(house)).find(({ state }) => state === 'issued')
  expect(await alikeOf(house.db, held, frozenContent(held))).toEqual({
    documentId: issued?.id,
    folio: issued?.folio,
    day: TODAY,
    loweredClp: 0,
  })
  const at = { organisationId: held.organisation_id, id: held.id }
  expect(await documentActions(house).issueNow(at, user)).toBe(true)
  await house.live(worker, 60, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
  expect(issuedAtSii(house)).toHaveLength(2)
  await checkInvariants(house)
})

test('the number of a document issued here is not adopted for another one like it', async () => {
  await writeAgain(await seedRule(house, { nextDay: TODAY }))
  await house.live(house.worker('w1'), 180, 10)
  const held = await heldOne()
  const at = { organisationId: held.organisation_id, id: held.id }
  const [issued] = issuedAtSii(house)
  expect(await documentActions(house).adopt(at, user, issued?.folio ?? 0)).toBe(false)
  expect(await heldOne()).toMatchObject({ told_folio: null })
})

test('what another person of the organisation issued for the same company is asked about once', async () => {
  await writeAgain(await seedRule(house, { nextDay: TODAY }))
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  const held = await heldOne()
  await giveToAnother(held.company_id)
  const at = { organisationId: held.organisation_id, id: held.id }
  expect(await documentActions(house).issueNow(at, user)).toBe(true)
  await house.settle(worker)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
})

/** The company is connected a second time, by somebody else, who issued what is issued. */
async function giveToAnother(companyId: number): Promise<void> {
  const { db } = house
  const {
    id: _company,
    facturator_id,
    ...company
  } = await db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const other = await db
    .insertInto('facturator')
    .values({
      organisation_id: company.organisation_id,
      label: 'Otro',
      person_rut: rut('12121212-9'),
      created_at: company.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(other.id).not.toBe(facturator_id)
  const theirs = await db
    .insertInto('company')
    .values({ ...company, facturator_id: other.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('document')
    .set({ company_id: theirs.id, person_rut: rut('12121212-9') })
    .where('state', '=', 'issued')
    .execute()
}

test('one that is not to be issued stays so, and the next month asks again', async () => {
  await writeAgain(await seedRule(house, { nextDay: TODAY }))
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  const held = await heldOne()
  const at = { organisationId: held.organisation_id, id: held.id }
  expect(await documentActions(house).skip(at, user)).toBe(true)
  await house.clock.advanceTo('2026-12-30T12:00:00Z')
  await house.live(worker, 120, 10)
  await heldOne()
  expect(issuedAtSii(house)).toHaveLength(2)
  await checkTrails(house)
})

test('a rule is no repetition of itself: the months go on unasked', async () => {
  await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  await house.clock.advanceTo('2026-12-30T12:00:00Z')
  await house.live(worker, 120, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
})

test('another amount, or another client, is another document', async () => {
  const seeded = await seedRule(house, { nextDay: TODAY, clients: ['90909090-3', '93939393-5'] })
  const copy = await writeAgain(seeded)
  const line = house.db.updateTable('rule_line').where('rule_id', '=', copy)
  await line.set({ price: '120000' }).execute()
  await house.live(house.worker('w1'), 180, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual([
    'issued',
    'issued',
    'issued',
    'issued',
  ])
})

test('one issued by hand this month and read on the list is asked about, with its number', async () => {
  await seedRule(house, { nextDay: day(2026, 12, 15) })
  await house.clock.advanceTo('2026-12-04T12:00:00Z')
  house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
  })
  const worker = house.worker('w1')
  await house.clock.advanceTo('2026-12-15T12:00:00Z')
  await planDueRules(worker, user, (_rule, error) => house.failures.push(error))
  const since = instantText(house.clock.now())
  for (const at of await unsweptFacturators(house, { since, limit: 10 })) {
    expect(await sweepFacturator(worker, at, 'sweeper')).toMatchObject({ kind: 'ok' })
  }
  await house.live(worker, 120, 10)
  const held = await heldOne()
  const alike = await alikeOf(house.db, held, frozenContent(held))
  expect(alike).toMatchObject({ documentId: null, day: '2026-12-04' })
  const listed = await house.db
    .selectFrom('sii_issued')
    .select('folio')
    .where('issue_day', '=', '2026-12-04')
    .execute()
  expect(listed).toEqual([{ folio: alike?.folio }])
  const attempts = await house.db.selectFrom('attempt').select('number').execute()
  expect(attempts).toEqual([])
})

test('of two frozen at the same moment one is asked about', async () => {
  await writeAgain(await seedRule(house, { nextDay: TODAY }))
  const worker = house.worker('w1')
  await planDueRules(worker, user, (_rule, error) => house.failures.push(error))
  const planned = await documentsOf(house)
  expect(planned).toHaveLength(2)
  await Promise.all(
    planned.map(({ organisation_id: organisationId, id }) =>
      freezeDocument(worker, user, { organisationId, id }),
    ),
  )
  await heldOne()
})

function issueByHand(receiverRut = '90909090-3', unitClp = 100_000) {
  return house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut,
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp }],
  })
}

async function sends(): Promise<number> {
  return (await house.db.selectFrom('attempt').select('number').execute()).length
}

test('one made by hand while ours waits stops it on the live list, before any intent, and is asked about once', async () => {
  await seedRule(house, { nextDay: day(2026, 12, 15) })
  await house.clock.advanceTo('2026-12-04T12:00:00Z')
  const byHand = issueByHand()
  await house.clock.advanceTo('2026-12-15T13:00:00Z')
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  const held = await heldOne()
  expect(held).toMatchObject({ state: 'queued', next_try_at: null })
  expect(await sends()).toBe(0)
  expect(await alikeOf(house.db, held, frozenContent(held))).toEqual({
    documentId: null,
    folio: byHand.folio,
    day: '2026-12-04',
    loweredClp: 0,
  })
  const at = { organisationId: held.organisation_id, id: held.id }
  expect(await documentActions(house).issueNow(at, user)).toBe(true)
  expect(await documentActions(house).issueNow(at, user)).toBe(false)
  await house.live(worker, 60, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued'])
  expect(await sends()).toBe(1)
  await checkTrails(house)
})

test('another one made by hand after a word is another question', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.clock.advance(60 * 60_000)
  issueByHand()
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  const { organisation_id: organisationId, id } = await heldOne()
  const second = issueByHand()
  await documentActions(house).issueNow({ organisationId, id }, user)
  await house.settle(worker)
  const held = await heldOne()
  expect(await alikeOf(house.db, held, frozenContent(held))).toMatchObject({ folio: second.folio })
  expect(await sends()).toBe(0)
  expect(await documentActions(house).skip({ organisationId, id }, user)).toBe(true)
  await house.live(worker, 60, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['skipped'])
})

test('what was accepted is not asked about again on another day, nor another time', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.clock.advance(60 * 60_000)
  issueByHand()
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  const { organisation_id: organisationId, id } = await heldOne()
  const actions = documentActions(house)
  house.simulator.admin.scenarios.set({ name: 'maintenance' })
  await actions.issueNow({ organisationId, id }, user)
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  await house.live(worker, 30, 10)
  // The person saw the date that it carries: a night without the SII does not change it.
  expect(await documentsOf(house)).toMatchObject([{ state: 'queued', issue_day: TODAY }])
  await house.clock.advanceTo('2026-12-02T13:00:00Z')
  await house.live(worker, 30, 10)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'planned', reason: 'missed', issue_day: null },
  ])
  house.simulator.admin.scenarios.clear()
  await actions.issueNow({ organisationId, id }, user)
  await house.live(worker, 90, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', issue_day: '2026-12-02' }])
})

test('another amount, another client and another month on the live list are no repetition', async () => {
  await seedRule(house, { nextDay: day(2026, 12, 15) })
  issueByHand()
  await house.clock.advanceTo('2026-12-04T12:00:00Z')
  issueByHand('93939393-5')
  issueByHand('90909090-3', 99_999)
  await house.clock.advanceTo('2026-12-15T13:00:00Z')
  await house.live(house.worker('w1'), 120, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
})

test('whoever says that none of the alike is the lost one is not asked about them again', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.clock.advance(60 * 60_000)
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 32, 1)
  expect(await documentsOf(house)).toMatchObject([{ state: 'uncertain' }])
  issueByHand()
  await house.live(worker, 60, 5)
  const [lost] = await documentsOf(house)
  if (lost === undefined) throw new Error('no document')
  expect(lost).toMatchObject({ state: 'uncertain', reason: 'lookAlikes' })
  const at = { organisationId: lost.organisation_id, id: lost.id }
  await documentActions(house).decide(at, user, { decision: 'notIssued' })
  await house.live(worker, 30, 5)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
})
