import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { documentActions, resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import { ana } from '#simulators/world.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const TODAY = day(2026, 11, 30)
const NEXT_DAY = day(2026, 12, 1)
const user = { worker: 'user:1', epoch: null }

async function theDocument() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return { document, at: { organisationId: document.organisation_id, id: document.id } }
}

test('a number typed by a person is believed only when the SII shows it', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 300, 5)
  const { at } = await theDocument()
  const actions = documentActions(house)
  expect(await actions.decide(at, user, { decision: 'issued', folio: 999_999 })).toBe(true)
  await house.live(worker, 120, 5)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice', folio: null })
  expect(await actions.decide(at, user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 60, 5)
  expect((await theDocument()).document).toMatchObject({ state: 'issued', files_state: 'stored' })
})

test('a number typed about a try whose worker died is looked for, and a word ends that try', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 300, 5)
  const { at } = await theDocument()
  // As it is where nothing could be put on record after the intent.
  await house.db.updateTable('attempt').set({ outcome: null }).execute()
  const actions = documentActions(house)
  const tries = () => house.db.selectFrom('attempt').select(['outcome', 'pointed_folio']).execute()
  expect(await actions.decide(at, user, { decision: 'issued', folio: 999_999 })).toBe(true)
  expect(await tries()).toMatchObject([{ pointed_folio: 999_999 }])
  await house.live(worker, 120, 5)
  expect(await actions.decide(at, user, { decision: 'notIssued' })).toBe(true)
  expect(await tries()).toMatchObject([{ outcome: 'absent' }])
})

test('said not issued, refused, tried again the next day: the first try that had issued is found', async () => {
  const { faults, scenarios } = house.simulator.admin
  scenarios.set({ name: 'list-lag', detail: String(8 * 3_600_000) })
  faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 240, 5)
  const { at } = await theDocument()
  const actions = documentActions(house)
  scenarios.set({ name: 'preview-rejected' })
  expect(await actions.decide(at, user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 60, 5)
  scenarios.clear()
  await house.clock.advance(24 * 3_600_000)
  await actions.retry(at, user)
  await house.live(worker, 300, 5)
  expect(issuedAtSii(house)).toHaveLength(1)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'issued', folio: issuedAtSii(house)[0]?.folio })
})

/** The request of the only document never arrives; then the clave is refused, or erased, before the list is read. */
async function lostWithoutClave(state: 'rejected' | 'absent') {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  for (let minutes = 0; minutes < 120; minutes += 1) {
    await house.live(worker, 1)
    if ((await theDocument()).document.state === 'uncertain') break
  }
  const erased = state === 'absent' ? { clave_secret_id: null } : {}
  await house.db
    .updateTable('facturator')
    .set({ clave_state: state, ...erased })
    .execute()
  house.simulator.admin.expireSessions()
  await house.live(worker, 60, 5)
  return worker
}

test.each([
  ['rejected', 'claveRejected'],
  ['absent', 'claveMissing'],
] as const)(
  'a document in doubt whose clave is %s is decided by a person',
  async (state, reason) => {
    await lostWithoutClave(state)
    const { document, at } = await theDocument()
    expect(document).toMatchObject({ state: 'uncertain', reason, next_try_at: null })
    const actions = documentActions(house)
    expect(await actions.decide(at, user, { decision: 'discard' })).toBe(true)
    expect((await theDocument()).document).toMatchObject({ state: 'skipped' })
  },
)

test('a document in doubt whose clave was refused is looked for by the number told once a clave works', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const worker = await lostWithoutClave('rejected')
  const { at } = await theDocument()
  const folio = issuedAtSii(house)[0]?.folio ?? 0
  const actions = documentActions(house)
  expect(await actions.decide(at, user, { decision: 'issued', folio })).toBe(true)
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({ reason: 'claveRejected', folio: null })
  await house.db.updateTable('facturator').set({ clave_state: 'valid' }).execute()
  await house.db.transaction().execute((trx) =>
    resumeDocumentsOfPerson(trx, house.clock, {
      organisationId: at.organisationId,
      personRut: ana.rut,
    }),
  )
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({ state: 'issued', folio })
})

test('a document in doubt is not decided before the session that sent it is closed', async () => {
  const { faults } = house.simulator.admin
  faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 1_000 })
  const worker = house.worker('w1')
  await house.live(worker, 240, 5)
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ state: 'uncertain', reason: 'answerLost' })
  expect(await documentActions(house).decide(at, user, { decision: 'notIssued' })).toBe(false)
})

test('a document in doubt never says that nothing was issued, however the SII is away', async () => {
  const { faults, scenarios } = house.simulator.admin
  faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 2 })
  const worker = house.worker('w1')
  const seen = new Set<string | null>()
  for (let minutes = 0; minutes < 90; minutes += 1) {
    await house.live(worker, 1)
    const { document } = await theDocument()
    if (document.state !== 'uncertain') continue
    seen.add(document.reason)
    scenarios.set({ name: 'list-error' })
  }
  expect([...seen]).toEqual(['answerLost'])
  const held = await house.db
    .selectFrom('document_event')
    .select('data')
    .where('kind', '=', 'held')
    .execute()
  // The trail tells once of each time that the SII was away.
  expect(held.map(({ data }) => data)).toMatchObject([
    { reason: 'portalUnavailable' },
    { reason: 'portalUnavailable' },
  ])

  await house.live(worker, 120, 5)
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ state: 'uncertain', reason: 'lookFailing' })
  expect(document.next_try_at).not.toBeNull()
  scenarios.clear()
  await house.live(worker, 70, 5)
  expect((await theDocument()).document).toMatchObject({
    state: 'issued',
    folio: issuedAtSii(house)[0]?.folio,
  })
  expect(await documentActions(house).decide(at, user, { decision: 'notIssued' })).toBe(false)
})

test('a document whose list stays closed for two hours is decided by a person, and looked for before it is sent', async () => {
  const { faults, scenarios } = house.simulator.admin
  faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  for (let minutes = 0; minutes < 240; minutes += 1) {
    await house.live(worker, 1)
    if ((await theDocument()).document.state === 'uncertain') {
      scenarios.set({ name: 'list-error' })
    }
  }
  const { at } = await theDocument()
  const actions = documentActions(house)
  expect(await actions.decide(at, user, { decision: 'notIssued' })).toBe(true)
  scenarios.clear()
  await house.live(worker, 60, 5)
  expect((await theDocument()).document).toMatchObject({ state: 'issued' })
  expect(issuedAtSii(house)).toHaveLength(1)
})

test('a document said not to be issued after its day is dated anew at once', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 45, 15)
  await house.live(worker, 150, 30)
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  const { at } = await theDocument()
  expect(await documentActions(house).decide(at, user, { decision: 'notIssued' })).toBe(true)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'planned', reason: null, issue_day: '2026-12-01' })
})

/** In doubt, and not found, on the afternoon of its day. */
async function undecided() {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  await house.live(house.worker('w1'), 45, 15)
  await house.live(house.worker('w1'), 150, 30)
  const { at } = await theDocument()
  return {
    decides: (shown: Day) =>
      documentActions(house).decide(at, user, { decision: 'notIssued', shown }),
  }
}

test('said not to be issued on the evening of its day, it leaves with the date that the person saw', async () => {
  const { decides } = await undecided()
  await house.clock.advanceTo('2026-12-01T01:47:00Z')
  expect(await decides(NEXT_DAY)).toBe('otherDate')
  expect((await theDocument()).document).toMatchObject({ state: 'uncertain', issue_day: TODAY })
  const open = await house.db.selectFrom('attempt').select('outcome').execute()
  expect(open).toEqual([{ outcome: 'uncertain' }])
  expect(await decides(TODAY)).toBe(true)
  await house.settle(house.worker('w1'))
  expect((await theDocument()).document).toMatchObject({ state: 'issued', issue_day: TODAY })
})

test.each([
  ['after midnight', '2026-12-01T03:10:00Z', day(2026, 12, 1)],
  ['the next evening', '2026-12-01T23:00:00Z', day(2026, 12, 2)],
])('said not to be issued %s, no date leaves but the one seen', async (_, until, next) => {
  const { decides } = await undecided()
  await house.clock.advanceTo(until)
  expect(await decides(TODAY)).toBe('otherDate')
  expect((await theDocument()).document).toMatchObject({ state: 'uncertain', issue_day: TODAY })
  expect(await decides(next)).toBe(true)
  expect((await theDocument()).document).toMatchObject({ state: 'planned', issue_day: next })
})

test('a number that a person told is only looked for, whatever date they saw', async () => {
  const { decides } = await undecided()
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  await house.db.updateTable('document').set({ told_folio: 31 }).execute()
  expect(await decides(TODAY)).toBe(true)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'queued', issue_day: TODAY, confirmed_day: null })
  await house.db.updateTable('document').set({ told_folio: null }).execute()
})

test('a second try that is lost too is looked for by itself, its own session closed first', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi', times: 2 })
  const worker = house.worker('w1')
  await house.live(worker, 45, 15)
  await house.live(worker, 150, 30)
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  expect(await documentActions(house).decide(at, user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 150, 30)
  expect((await theDocument()).document).toMatchObject({ state: 'uncertain' })
  const tries = await house.db
    .selectFrom('attempt')
    .select(['looks', 'fenced_at'])
    .orderBy('number')
    .execute()
  expect(tries.map(({ looks, fenced_at }) => [looks > 1, fenced_at !== null])).toEqual([
    [true, true],
    [true, true],
  ])
})
