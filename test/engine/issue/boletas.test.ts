import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { alikeOf } from '#server/documents/freeze/similar-documents.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { antonia } from '#simulators/world.ts'
import { HOURS, deathsAt, liveAfterDeath, liveThrough, sendsThat } from '../fault-table.ts'
import { boletasAtSii, seedBoletaRule, type BoletaRule } from '../boleta-house.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)
const LAST_STEP = 'TMBECN_BoletaHonorariosElectronica.cgi'

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(async () => {
  await house.close()
})

function atSii() {
  return boletasAtSii(house, TODAY)
}

function seed(rule: Partial<BoletaRule> = {}) {
  return seedBoletaRule(house, { nextDay: TODAY, ...rule })
}

async function check(): Promise<void> {
  await checkTrails(house)
  const documents = await documentsOf(house)
  const issued = documents.flatMap(({ folio }) => (folio === null ? [] : [folio]))
  expect(new Set(issued).size, 'documents with one number').toBe(issued.length)
  const intents = await house.db.selectFrom('attempt').selectAll().execute()
  const sent = house.simulator.admin.requests().filter(isSend).length
  expect(sent, 'requests that issue, against intents').toBeLessThanOrEqual(intents.length)
}

function isSend({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && path.endsWith(`/${LAST_STEP}`)
}

test('whoever has no company issues a boleta, and its PDF is kept by its bar code', async () => {
  await seed()
  await house.live(house.worker('w1'), 180, 10)
  const [document, ...others] = await documentsOf(house)
  expect(others).toEqual([])
  const [boleta, ...more] = atSii()
  expect(more).toEqual([])
  expect(boleta).toMatchObject({
    folio: document?.folio,
    receiverRut: '93939393-5',
    grossClp: 400_000,
    retentionClp: 61_000,
    withholder: 'recipient',
    lines: [{ text: 'Diseño de noviembre', grossClp: 400_000 }],
  })
  expect(document).toMatchObject({
    state: 'issued',
    issued_how: 'answered',
    files_state: 'stored',
    total_clp: 400_000,
    portal_code: boleta?.barCode,
    content: { retentionClp: 61_000, liquidoClp: 339_000 },
  })
  const files = await house.db.selectFrom('document_file').select(['kind', 'bytes']).execute()
  expect(files.map(({ kind }) => kind)).toEqual(['pdf'])
  expect(files[0]?.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  await check()
})

test('a person pays their own tax where the rule says so', async () => {
  await seed({ withholder: 'issuer', clients: ['10101010-4'] })
  await house.live(house.worker('w1'), 180, 10)
  expect(atSii()).toMatchObject([{ withholder: 'issuer', receiverRut: '10101010-4' }])
})

test('two clients are two boletas, one after the other', async () => {
  await seed({ clients: ['93939393-5', '92929292-8'] })
  await house.live(house.worker('w1'), 180, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
  expect(new Set(atSii().map(({ receiverRut }) => receiverRut)).size).toBe(2)
  await check()
})

test('facturas and boletas of different people go side by side', async () => {
  await seed()
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 180, 10)
  const states = (await documentsOf(house)).map(({ kind, state }) => [kind, state])
  expect(states).toEqual([
    ['boletaHonorarios', 'issued'],
    ['factura', 'issued'],
  ])
})

describe('a worker dies', () => {
  test.each(deathsAt('beforePreview', 'beforeIntent', 'afterIntent', 'afterSend', 'beforeFiling'))(
    '%s: the next one finds out, and never sends twice',
    async (boundary, state, count) => {
      await seed()
      await liveAfterDeath(house, boundary)
      await check()
      const [document] = await documentsOf(house)
      expect(document).toMatchObject({ state })
      expect(atSii()).toHaveLength(count)
      if (state === 'uncertain') expect(document).toMatchObject({ reason: 'notFoundTwice' })
    },
  )

  test('after it closed the lost session: the next one goes on looking', async () => {
    await seed()
    house.simulator.admin.faults.add({ kind: 'drop-answer', cgi: LAST_STEP })
    await house.live(house.worker('w1', 'afterFence'), 120, 5)
    await house.live(house.worker('w2'), HOURS, 5)
    await check()
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'issued', issued_how: 'reconciled' })
    expect(atSii()).toMatchObject([{ folio: document?.folio }])
  })
})

describe('the last step goes wrong', () => {
  test.each(
    sendsThat(
      'drop-request',
      'drop-answer',
      'cut-answer',
      'error-before',
      'error-after',
      'html-before',
      'html-after',
      'expire-before',
      'expire-after',
      'maintenance',
      'hang-request',
      'hang-answer',
      'slow-commit',
      'late-arrival',
    ),
  )('%s: %s with %i at the SII', async (kind, state, count) => {
    await seed()
    await liveThrough(house, kind, LAST_STEP)
    await check()
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state })
    expect(atSii()).toHaveLength(count)
    if (state === 'issued') {
      expect(document).toMatchObject({ folio: atSii()[0]?.folio, files_state: 'stored' })
    }
  })

  test('the month’s report shows it only later: it is found at a later look', async () => {
    await seed()
    const { faults } = house.simulator.admin
    faults.add({ kind: 'list-lag', cgi: LAST_STEP, delayMs: 20 * 60_000 })
    faults.add({ kind: 'drop-answer', cgi: LAST_STEP })
    await house.live(house.worker('w1'), HOURS, 5)
    await check()
    expect(atSii().length).toBeLessThanOrEqual(1)
  })

  test('one issued by hand meanwhile, and two that can be it: a person decides', async () => {
    await seed()
    const { admin } = house.simulator
    admin.faults.add({ kind: 'drop-answer', cgi: LAST_STEP })
    const worker = house.worker('w1')
    for (let minutes = 0; minutes < 180; minutes += 1) {
      if ((await documentsOf(house))[0]?.state === 'uncertain') break
      await house.live(worker, 1)
    }
    const twin = atSii()[0]
    if (twin === undefined) throw new Error('nothing was issued')
    admin.issueBoletaByHand({
      issuerRut: antonia.rut,
      receiverRut: twin.receiverRut,
      text: 'A mano',
      grossClp: twin.grossClp,
      withholder: twin.withholder,
    })
    await house.live(worker, HOURS, 5)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'uncertain', reason: 'lookAlikes' })
    await act('decide', { decision: 'issued', folio: twin.folio })
    await house.live(worker, 60, 5)
    await check()
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'issued',
      issued_how: 'person',
      folio: twin.folio,
      files_state: 'stored',
    })
    expect(atSii()).toHaveLength(2)
  })

  test('two that can be it, and a person says that neither is: none of them is taken for it, and it is issued', async () => {
    await seed()
    const { admin } = house.simulator
    admin.faults.add({ kind: 'drop-request', cgi: LAST_STEP })
    const worker = house.worker('w1')
    for (let minutes = 0; minutes < 180; minutes += 1) {
      if ((await documentsOf(house))[0]?.state === 'uncertain') break
      await house.live(worker, 1)
    }
    expect(atSii()).toEqual([])
    const others = [issueByHand().folio, issueByHand().folio]
    await house.live(worker, 30, 5)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'uncertain',
      reason: 'lookAlikes',
    })
    await act('decide', { decision: 'notIssued' })
    await house.live(worker, 60, 5)
    await check()
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'issued', issued_how: 'answered' })
    expect(others).not.toContain(document?.folio)
    expect(atSii()).toHaveLength(3)
  })

  test('nothing found twice: the user says it was not issued, and it is issued once', async () => {
    await seed()
    house.simulator.admin.faults.add({ kind: 'drop-request', cgi: LAST_STEP })
    const worker = house.worker('w1')
    await house.live(worker, HOURS, 5)
    await act('decide', { decision: 'notIssued' })
    await house.live(worker, 24 * 60, 30)
    await check()
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', files_state: 'stored' })
    expect(atSii()).toHaveLength(1)
  })
})

describe('before the last step', () => {
  test.each([
    'TMBECN_ValidaTimbrajeContrib.cgi',
    'TMBECN_PresentaDatosBoleta.cgi',
    'TMBECN_ConfirmaTimbrajeContrib.cgi',
    'TMBCOC_InformeMensualBhe.cgi',
  ])('a failing %s delays and loses nothing', async (cgi) => {
    await seed()
    house.simulator.admin.faults.add({ kind: 'error-before', cgi, times: 2 })
    await house.live(house.worker('w1'), HOURS, 5)
    await check()
    expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued' })
    expect(atSii()).toHaveLength(1)
  })

  test('another retention of the SII’s is asked about, and issued with once accepted', async () => {
    await seed()
    const { scenarios } = house.simulator.admin
    scenarios.set({ name: 'boleta-retention-differs' })
    const worker = house.worker('w1')
    await house.live(worker, 120, 5)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'failed',
      reason: 'retentionDiffers',
      reason_text: 'Monto_Retencion: 61000 ≠ 63000',
    })
    expect(atSii()).toEqual([])
    await act('retry')
    await house.live(worker, 120, 5)
    await check()
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'issued',
      content: { retentionClp: 63_000, liquidoClp: 337_000 },
    })
    expect(atSii()).toMatchObject([{ retentionClp: 63_000 }])
  })

  test('whoever may not issue boletas is told so', async () => {
    await seed()
    house.simulator.admin.scenarios.set({ name: 'boleta-no-second-category' })
    await house.live(house.worker('w1'), 120, 5)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'failed',
      reason: 'boletasNotEnabled',
    })
  })

  test('a boleta to oneself is never tried', async () => {
    await seed({ clients: [antonia.rut] })
    await house.live(house.worker('w1'), 120, 5)
    expect((await documentsOf(house))[0]).toMatchObject({
      state: 'needs_data',
      reason: 'recipientIsIssuer',
    })
  })
})

test('two workers at once issue one boleta', async () => {
  await seed()
  const [one, two] = [house.worker('w1'), house.worker('w2')]
  for (let minutes = 0; minutes < 180; minutes += 5) {
    await house.clock.advance(5 * 60_000)
    await Promise.all([house.settle(one), house.settle(two)])
  }
  await check()
  expect(atSii()).toHaveLength(1)
})

type Act = ['retry'] | ['decide', Parameters<ReturnType<typeof documentActions>['decide']>[2]]

async function act(...[name, decision]: Act): Promise<void> {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  const at = { organisationId: document.organisation_id, id: document.id }
  const user = { worker: 'user:1', epoch: null }
  const actions = documentActions(house)
  const isDone = name === 'retry' ? actions.retry(at, user) : actions.decide(at, user, decision)
  expect(await isDone).toBe(true)
}

function issueByHand() {
  return house.simulator.admin.issueBoletaByHand({
    issuerRut: antonia.rut,
    receiverRut: '93939393-5',
    text: 'A mano',
    grossClp: 400_000,
    withholder: 'recipient',
  })
}

describe('one made by hand this month', () => {
  test('is asked about before another is issued, and accepted once', async () => {
    await seed()
    const { folio } = issueByHand()
    const worker = house.worker('w1')
    await house.live(worker, 180, 10)
    const [held] = await documentsOf(house)
    if (held === undefined) throw new Error('no document')
    expect(held).toMatchObject({ state: 'queued', reason: 'looksRepeated', next_try_at: null })
    const shown = await alikeOf(house.db, held, frozenContent(held))
    expect(shown).toEqual({ documentId: null, folio, day: TODAY, loweredClp: 0 })
    const at = { organisationId: held.organisation_id, id: held.id }
    await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
    await house.live(worker, 60, 10)
    expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
    expect(atSii()).toHaveLength(2)
    await check()
  })

  test('and annulled there is none to be repeated', async () => {
    await seed()
    house.simulator.admin.annulBoletaByHand(antonia.rut, issueByHand().folio, 3)
    await house.live(house.worker('w1'), 180, 10)
    expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
    await check()
  })
})
