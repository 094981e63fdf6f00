import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { ClockDiffers } from '#server/database-clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { frozenContent, saying } from '#server/documents/content/content.ts'
import { setOperatorStop } from '#server/documents/stops/operator-stops.ts'
import { releaseIssuing, stopIssuing } from '#server/documents/stops/stops.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import type { FaultKind } from '#simulators/world-trouble.ts'
import { antonia } from '#simulators/world.ts'
import { boletasAtSii, seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

const TODAY = day(2026, 11, 30)
const CONFIRMS = 'TMBANU_RecepcionAnulacion.cgi'
const user = { worker: 'user:1', epoch: null }

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(() => house.close())

async function only() {
  const documents = await documentsOf(house)
  expect(documents).toHaveLength(1)
  const [document] = documents
  if (document === undefined) throw new Error('no document')
  return document
}

async function issueBoleta() {
  await seedBoletaRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 180, 10)
  const document = await only()
  expect(document.state).toBe('issued')
  return document
}

async function annul(): Promise<boolean> {
  const { organisation_id: organisationId, id } = await only()
  return documentActions(house).annul({ organisationId, id }, user, 3)
}

function confirmations(): number {
  return house.simulator.admin.requests().filter(({ path }) => path.endsWith(`/${CONFIRMS}`)).length
}

async function kindsOfTrail(): Promise<string[]> {
  const events = await house.db.selectFrom('document_event').select('kind').orderBy('seq').execute()
  return events.map(({ kind }) => kind).filter((kind) => /annul/.test(kind))
}

test('a boleta is annulled at the SII once, with its trail; asking again changes nothing', async () => {
  const { folio } = await issueBoleta()
  expect(await annul()).toBe(true)
  expect(await annul()).toBe(false)
  await house.live(house.worker('w1'), 10, 5)
  expect(await only()).toMatchObject({ state: 'annulled', folio, annulment: null, reason: null })
  expect(boletasAtSii(house, TODAY)).toMatchObject([{ folio, annulledFor: 3 }])
  expect(confirmations()).toBe(1)
  expect(await kindsOfTrail()).toEqual(['annulmentAsked', 'annulmentIntent', 'annulled'])
  expect(await annul()).toBe(false)
  await checkTrails(house)
})

test('one asked for while its files are on their way is carried out all the same', async () => {
  await seedBoletaRule(house, { nextDay: TODAY })
  const asked: boolean[] = []
  await house.live(
    {
      ...house.worker('w1'),
      boundary: async (at) => {
        if (at === 'beforeFiling') asked.push(await annul())
      },
    },
    180,
    10,
  )
  expect(asked).toEqual([true])
  expect(await only()).toMatchObject({ state: 'annulled', annulment: null, files_state: 'stored' })
  expect(confirmations()).toBe(1)
  await checkTrails(house)
})

test.each<[FaultKind, number]>([
  ['drop-answer', 1],
  ['drop-request', 2],
])(
  'after an answer lost by %s whose session cannot be closed the report is read once that is dead',
  async (kind, sent) => {
    await seedBoletaRule(house, { nextDay: TODAY })
    await house.live(house.worker('w1'), 80, 10)
    house.simulator.admin.faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 9999 })
    house.simulator.admin.faults.add({ kind, cgi: CONFIRMS })
    expect(await annul()).toBe(true)
    await house.live(house.worker('w1'), 2 * 60, 5)
    expect(await only()).toMatchObject({ annulment: 'sent', reason: 'sessionUnclosed' })
    expect(confirmations()).toBe(1)
    await house.live(house.worker('w1'), 3 * 60, 5)
    expect(await only()).toMatchObject({ state: 'annulled', annulment: null, reason: null })
    expect(confirmations()).toBe(sent)
    await checkTrails(house)
  },
)

test('a factura has nothing of the kind', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 120, 10)
  expect((await only()).state).toBe('issued')
  expect(await annul()).toBe(false)
  expect((await only()).annulment).toBe(null)
})

test.each<[FaultKind, number]>([
  ['drop-answer', 1],
  ['error-after', 1],
  ['html-after', 1],
  ['drop-request', 2],
  ['error-before', 2],
])(
  'an answer lost by %s is looked for on the report before anything is sent again',
  async (kind, sent) => {
    const { folio } = await issueBoleta()
    house.simulator.admin.faults.add({ kind, cgi: CONFIRMS })
    expect(await annul()).toBe(true)
    await house.live(house.worker('w1'), 60, 5)
    expect(await only()).toMatchObject({ state: 'annulled', folio })
    expect(confirmations()).toBe(sent)
    const trail = await kindsOfTrail()
    expect(trail).toContain('annulmentUncertain')
    expect(trail.filter((each) => each === 'annulmentIntent')).toHaveLength(sent)
    await checkTrails(house)
  },
)

test.each(['afterIntent', 'afterSend'] as const)(
  'a worker that dies %s leaves it to be looked for',
  async (boundary) => {
    await issueBoleta()
    expect(await annul()).toBe(true)
    await house.live(house.worker('w2', boundary), 5, 5)
    expect(await only()).toMatchObject({ state: 'issued', annulment: 'sent' })
    await house.live(house.worker('w3'), 60, 5)
    expect(await only()).toMatchObject({ state: 'annulled' })
    expect(confirmations()).toBe(1)
    await checkTrails(house)
  },
)

test('one annulled by hand meanwhile is found and nothing is sent', async () => {
  const { folio } = await issueBoleta()
  house.simulator.admin.annulBoletaByHand(antonia.rut, folio ?? 0, 1)
  expect(await annul()).toBe(true)
  await house.live(house.worker('w1'), 10, 5)
  expect(await only()).toMatchObject({ state: 'annulled' })
  expect(confirmations()).toBe(0)
})

test('what the SII never takes is told after three tries, and stays issued', async () => {
  await issueBoleta()
  house.simulator.admin.faults.add({ kind: 'error-before', cgi: CONFIRMS, times: 10 })
  expect(await annul()).toBe(true)
  await house.live(house.worker('w1'), 120, 5)
  expect(await only()).toMatchObject({
    state: 'issued',
    annulment: null,
    reason: 'annulmentUnclear',
  })
  expect(confirmations()).toBe(3)
  expect(await annul()).toBe(true)
  await checkTrails(house)
})

test('a number that is a boleta of another amount at the SII is not annulled', async () => {
  const { id } = await issueBoleta()
  const content = frozenContent(await only())
  if (content.kind !== 'boletaHonorarios') throw new Error('no boleta')
  const other = saying({ ...content, grossClp: clp(content.grossClp + 1) })
  await house.db.updateTable('document').set(other).where('id', '=', id).execute()
  expect(await annul()).toBe(true)
  await house.live(house.worker('w1'), 10, 5)
  expect(await only()).toMatchObject({ state: 'issued', reason: 'annulmentRefused' })
  expect(confirmations()).toBe(0)
  expect(boletasAtSii(house, TODAY)).toMatchObject([{ annulledFor: null }])
})

test('the alarm about a second number stays while an annulment is on its way', async () => {
  await issueBoleta()
  await house.db.updateTable('document').set({ reason: 'twinFound' }).execute()
  expect(await annul()).toBe(true)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'twinFound' })
  await house.live(house.worker('w2', 'afterIntent'), 5, 5)
  expect(await only()).toMatchObject({ annulment: 'sent', reason: 'twinFound' })
})

test('what the SII refuses is told in its words, and it stays issued', async () => {
  await issueBoleta()
  house.simulator.admin.scenarios.set({ name: 'boleta-annulment-refused', rut: antonia.rut })
  expect(await annul()).toBe(true)
  await house.live(house.worker('w1'), 60, 5)
  const document = await only()
  expect(document).toMatchObject({ state: 'issued', annulment: null, reason: 'annulmentRefused' })
  expect(document.reason_text).toContain('no puede ser anulada')
  expect(confirmations()).toBe(0)
})

/** The same worker, and what happens at the moment before its intent, once. */
function beforeIntent(happens: () => Promise<unknown>): PipelineNeeds {
  let isOver = false
  return {
    ...house.worker('w1'),
    boundary: async (at) => {
      if (at !== 'beforeIntent' || isOver) return
      isOver = true
      await happens()
    },
  }
}

test.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
  [
    'the user',
    () => stopIssuing(house, author, null),
    () => releaseIssuing(house, author, null),
    'issuingStopped',
  ],
  [
    'the operator',
    () => setOperatorStop(house, null, true),
    () => setOperatorStop(house, null, false),
    'stoppedByUs',
  ],
])(
  'a stop by %s between preview and intent holds an annulment, and its end lets it go on',
  async (_who, stop, release, reason) => {
    const { organisation_id: organisationId } = await issueBoleta()
    author.organisationId = organisationId
    expect(await annul()).toBe(true)
    await house.live(beforeIntent(stop), 30, 5)
    expect(confirmations()).toBe(0)
    expect(await only()).toMatchObject({ state: 'issued', annulment: 'wanted', reason })
    expect(await kindsOfTrail()).toEqual(['annulmentAsked'])
    await release()
    await house.live(house.worker('w1'), 10, 5)
    expect(await only()).toMatchObject({ state: 'annulled', reason: null })
    expect(confirmations()).toBe(1)
    await checkTrails(house)
  },
)

const author = { organisationId: 0, userId: 1 }

test('an annulment asked for while everything is stopped is not begun', async () => {
  const { organisation_id: organisationId } = await issueBoleta()
  await stopIssuing(house, { organisationId, userId: 1 }, null)
  expect(await annul()).toBe(true)
  await house.live(house.worker('w1'), 30, 5)
  expect(confirmations()).toBe(0)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'issuingStopped' })
})

test('an annulment that a stop held goes on after days', async () => {
  const { organisation_id: organisationId } = await issueBoleta()
  await stopIssuing(house, { organisationId, userId: 1 }, null)
  expect(await annul()).toBe(true)
  const worker = house.worker('w1')
  await house.live(worker, 10, 5)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'issuingStopped' })
  await house.clock.advance(2 * 24 * 3_600_000)
  await releaseIssuing(house, { organisationId, userId: 1 }, null)
  await house.live(worker, 10, 5)
  expect(house.failures).toEqual([])
  expect(await only()).toMatchObject({ state: 'annulled', reason: null })
})

test('the alarm about a second number stays while a stop holds the annulment', async () => {
  const { organisation_id: organisationId } = await issueBoleta()
  await house.db.updateTable('document').set({ reason: 'twinFound' }).execute()
  expect(await annul()).toBe(true)
  const stop = () => stopIssuing(house, { organisationId, userId: 1 }, null)
  await house.live(beforeIntent(stop), 10, 5)
  expect(confirmations()).toBe(0)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'twinFound' })
})

test('a worker whose clock differs from the database annuls nothing', async () => {
  await issueBoleta()
  expect(await annul()).toBe(true)
  const wrong = { ...house.worker('w1'), databaseClock: () => house.clock.now() + 2_001 }
  await house.live(wrong, 30, 5)
  expect(confirmations()).toBe(0)
  expect(house.failures.splice(0)).toContainEqual(expect.any(ClockDiffers))
  await house.live(house.worker('w2'), 10, 5)
  expect(await only()).toMatchObject({ state: 'annulled' })
})

test('a worker whose lease was taken over before the intent annuls nothing', async () => {
  await issueBoleta()
  expect(await annul()).toBe(true)
  const superseded = beforeIntent(() =>
    house.db
      .updateTable('portal_person')
      .set({ epoch: sql`nextval('portal_epoch')` })
      .execute(),
  )
  await runPass(superseded)
  expect(confirmations()).toBe(0)
  expect(await kindsOfTrail()).toEqual(['annulmentAsked'])
})

test("a stop's answer waits for the intent of an annulment that is being written", async () => {
  const { organisation_id: organisationId } = await issueBoleta()
  expect(await annul()).toBe(true)
  let isAnswered = false
  const running = await house.db.transaction().execute(async (trx) => {
    await sql`lock table document_event in share mode`.execute(trx)
    const pass = house.settle(house.worker('w1'))
    await untilLockWait(house.db)
    const stop = stopIssuing(house, { organisationId, userId: 1 }, null)
    const answered = stop.then(() => (isAnswered = true))
    await Promise.race([answered, untilLockWait(house.db, 2)])
    return { pass, answered, wasAnswered: isAnswered }
  })
  await Promise.all([running.pass, running.answered])
  expect(running.wasAnswered).toBe(false)
  expect(await only()).toMatchObject({ state: 'annulled' })
})

test('an annulment that was sent by another worker is not sent beside it', async () => {
  await issueBoleta()
  expect(await annul()).toBe(true)
  const sent = {
    annulment: 'sent',
    annulment_tries: 1,
    next_try_at: '2026-12-01T12:00:00Z',
  } as const
  const sendsIt = () => house.db.updateTable('document').set(sent).execute()
  await house.live(beforeIntent(sendsIt), 10, 5)
  expect(confirmations()).toBe(0)
  expect(await kindsOfTrail()).toEqual(['annulmentAsked'])
})

/** As a refusal of the SII leaves it. */
function endAnnulment(): Promise<unknown> {
  const over = { annulment: null, annulment_cause: null, annulment_tries: 0, next_try_at: null }
  return house.db
    .updateTable('document')
    .set({ ...over, reason: 'annulmentRefused' })
    .execute()
}

test('an annulment that ended while the report was read for it is not ended again', async () => {
  await issueBoleta()
  house.simulator.admin.faults.add({ kind: 'error-before', cgi: CONFIRMS, times: 3 })
  expect(await annul()).toBe(true)
  let looks = 0
  const worker: PipelineNeeds = {
    ...house.worker('w1'),
    boundary: async (at) => {
      if (at !== 'beforeLook') return
      looks += 1
      if (looks === 3) await endAnnulment()
    },
  }
  await house.live(worker, 30, 5)
  expect(looks).toBe(3)
  expect(await only()).toMatchObject({ state: 'issued', reason: 'annulmentRefused' })
  expect(await kindsOfTrail()).not.toContain('annulmentStopped')
})

test('an annulment whose answer is lost is not sent again before its session is closed', async () => {
  await issueBoleta()
  const { faults } = house.simulator.admin
  faults.add({ kind: 'drop-request', cgi: CONFIRMS })
  faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 1_000 })
  expect(await annul()).toBe(true)
  await house.live(house.worker('w1'), 60, 10)
  expect(await only()).toMatchObject({ state: 'issued', annulment: 'sent' })
  expect(confirmations()).toBe(1)
})

test('an annulment that never left is none of its three tries', async () => {
  await issueBoleta()
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: CONFIRMS, times: 2 })
  expect(await annul()).toBe(true)
  let isHeldUp = false
  const worker: PipelineNeeds = {
    ...house.worker('w1'),
    boundary: async (at) => {
      if (at !== 'afterIntent' || isHeldUp) return
      isHeldUp = true
      await house.clock.advance(10 * 60_000)
    },
  }
  await house.live(worker, 60, 5)
  expect(await kindsOfTrail()).toContain('annulmentNotSent')
  expect(confirmations()).toBe(3)
  expect(await only()).toMatchObject({ state: 'annulled' })
})

test('an annulment that a worker left is looked for once nothing of it can arrive any more', async () => {
  await issueBoleta()
  expect(await annul()).toBe(true)
  await house.live(house.worker('w2', 'afterIntent'), 5, 5)
  await house.clock.advance(200_000)
  await house.settle(house.worker('w3'))
  expect(await kindsOfTrail()).toEqual(['annulmentAsked', 'annulmentIntent'])
  await house.clock.advance(10_000)
  await house.settle(house.worker('w3'))
  expect(await kindsOfTrail()).toContain('annulmentAbsent')
})

test('a boleta whose annulment is refused before its files came gets them, and still says why', async () => {
  await seedBoletaRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1', 'beforeFiling'), 180, 10)
  expect(await only()).toMatchObject({ state: 'issued', files_state: 'wanted' })
  house.simulator.admin.scenarios.set({ name: 'boleta-annulment-refused', rut: antonia.rut })
  expect(await annul()).toBe(true)
  await house.live(house.worker('w2'), 10, 5)
  const document = await only()
  expect(document).toMatchObject({ files_state: 'stored', reason: 'annulmentRefused' })
  expect(document.reason_text).toContain('no puede ser anulada')
})
