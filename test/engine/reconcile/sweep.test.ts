import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'

import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { instantText } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { frozenContent, saying } from '#server/documents/content/content.ts'
import { sweepFacturator, unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import { withLease } from '#server/facturators/lease.ts'
import { ana, antonia, asesoriasPenaMunoz } from '#simulators/world.ts'
import { boletasAtSii, seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)
const OTHER = rut('93939393-5')

beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(async () => {
  await house.close()
})

/** Every facturator that is due, as the chore does it. */
async function sweep(): Promise<number> {
  const since = instantText(house.clock.now() - 3_600_000)
  let twins = 0
  for (const at of await unsweptFacturators(house, { since, limit: 10 })) {
    const answer = await sweepFacturator(house.worker('sweeper'), at, 'sweeper')
    if (answer.kind !== 'ok') throw new Error(answer.kind)
    twins += answer.value.twins
  }
  await checkTrails(house)
  return twins
}

function listed() {
  return house.db.selectFrom('sii_issued').selectAll().orderBy('folio').execute()
}

test('every number on the lists is a document of ours or was issued outside', async () => {
  await seedRule(house, { nextDay: TODAY })
  await seedBoletaRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 180, 10)
  expect(await sweep()).toBe(0)
  const documents = await documentsOf(house)
  const rows = await listed()
  const explained = rows.filter(({ document_id }) => document_id !== null)
  expect(explained.map(({ folio }) => folio).toSorted()).toEqual(
    documents.map(({ folio }) => folio).toSorted(),
  )
  // Ana's three of last month, and Antonia's two, one of them annulled.
  const outside = rows.filter(({ document_id }) => document_id === null)
  expect(outside.map(({ kind }) => kind).toSorted()).toEqual([
    'boletaHonorarios',
    'boletaHonorarios',
    'factura',
    'factura',
    'factura',
  ])
  expect(outside.filter(({ is_annulled }) => is_annulled)).toHaveLength(1)
  expect(await unsweptFacturators(house, { since: '2026-11-30T13:00:00Z', limit: 10 })).toEqual([])
})

test('a sweep that fails has had its turn: the others come first, and it is tried again later', async () => {
  await seedRule(house, { nextDay: TODAY })
  await seedBoletaRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 60, 10)
  house.simulator.admin.scenarios.set({ name: 'list-error' })
  const next = async () => {
    const since = instantText(house.clock.now() - 3_600_000)
    const [at] = await unsweptFacturators(house, { since, limit: 1 })
    if (at === undefined) return null
    return (await sweepFacturator(house.worker('sweeper'), at, 'sweeper')).kind
  }
  expect(await next()).toBe('unavailable')
  expect(await next()).toBe('ok')
  expect(await next()).toBeNull()
  house.simulator.admin.scenarios.clear()
  await house.clock.advance(15 * 60_000)
  expect(await next()).toBe('ok')
  const rows = await house.db.selectFrom('facturator').select('sweep_tries').execute()
  expect(rows).toEqual([{ sweep_tries: 0 }, { sweep_tries: 0 }])
})

test('a sweep that finds the session in use counts as no failure', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 20, 10)
  const [at] = await unsweptFacturators(house, { since: instantText(house.clock.now()), limit: 1 })
  if (at === undefined) throw new Error('none is due')
  const user = { person: rut(ana.rut), worker: 'w1' }
  const swept = await withLease(house, user, () =>
    sweepFacturator(house.worker('sweeper'), at, 'sweeper'),
  )
  expect(swept?.value.kind).toBe('busy')
  const rows = await house.db.selectFrom('facturator').select('sweep_tries').execute()
  expect(rows).toEqual([{ sweep_tries: 0 }])
})

test('what arrived twice at the SII raises one alarm, however often it is swept', async () => {
  await seedBoletaRule(house, { nextDay: TODAY })
  const cgi = 'TMBECN_BoletaHonorariosElectronica.cgi'
  house.simulator.admin.faults.add({ kind: 'duplicate-first', cgi })
  await house.live(house.worker('w1'), 180, 10)
  expect(boletasAtSii(house, TODAY)).toHaveLength(2)
  expect(await sweep()).toBe(1)
  const [document] = await documentsOf(house)
  expect(document).toMatchObject({ state: 'issued', reason: 'twinFound' })
  const twin = boletasAtSii(house, TODAY).find(({ folio }) => folio !== document?.folio)
  expect((await listed()).filter(({ twin_of }) => twin_of === document?.id)).toMatchObject([
    { folio: twin?.folio, document_id: null },
  ])
  await house.clock.advance(24 * 3_600_000)
  expect(await sweep()).toBe(0)
  const twins = await house.db
    .selectFrom('document_event')
    .select('seq')
    .where('kind', '=', 'twin')
    .execute()
  expect(twins).toHaveLength(1)
})

test('one like it issued by hand before ours explains itself', async () => {
  await seedRule(house, { nextDay: TODAY })
  house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
  })
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  const [asked] = await documentsOf(house)
  if (asked === undefined) throw new Error('no document')
  const at = { organisationId: asked.organisation_id, id: asked.id }
  await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
  await house.live(worker, 60, 10)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', total_clp: 119_000 })
  expect(issuedAtSii(house)).toHaveLength(1)
  expect(await sweep()).toBe(0)
})

test('a boleta annulled at the SII by hand is annulled here', async () => {
  await seedBoletaRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 180, 10)
  const folio = (await documentsOf(house))[0]?.folio ?? 0
  house.simulator.admin.annulBoletaByHand(antonia.rut, folio, 3)
  expect(await sweep()).toBe(0)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'annulled', folio })
})

test.each(['factura', 'boletaHonorarios'] as const)(
  'a %s whose answer was lost, and which the list shows only after a person was asked, is found',
  async (kind) => {
    const isFactura = kind === 'factura'
    await (isFactura ? seedRule : seedBoletaRule)(house, { nextDay: TODAY })
    const { faults, scenarios } = house.simulator.admin
    scenarios.set({ name: 'list-lag', detail: String(5 * 3_600_000) })
    const cgi = isFactura ? 'mipeSendXML.cgi' : 'TMBECN_BoletaHonorariosElectronica.cgi'
    faults.add({ kind: 'drop-answer', cgi })
    await house.live(house.worker('w1'), 240, 10)
    const asked = (await documentsOf(house))[0]
    expect(asked).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice', next_try_at: null })
    await house.clock.advance(5 * 3_600_000)
    expect(await sweep()).toBe(0)
    // Whose it is isn't known yet: nothing is said of it.
    expect((await listed()).filter(({ issue_day }) => issue_day === TODAY)).toEqual([])
    await house.live(house.worker('w1'), 20, 5)
    const [document] = await documentsOf(house)
    expect(document).toMatchObject({ state: 'issued', issued_how: 'reconciled' })
    await house.clock.advance(3 * 3_600_000)
    expect(await sweep()).toBe(0)
    expect((await listed()).filter(({ issue_day }) => issue_day === TODAY)).toMatchObject([
      { folio: document?.folio, document_id: document?.id, twin_of: null },
    ])
  },
)

/** The only document is discarded by its user before the portal lets it in. */
async function discardedOnItsWay() {
  house.simulator.admin.faults.add({ kind: 'slow-commit', cgi: 'mipeSendXML.cgi' })
  await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 300, 5)
  const [asked] = await documentsOf(house)
  if (asked === undefined) throw new Error('no document')
  const at = { organisationId: asked.organisation_id, id: asked.id }
  const user = { worker: 'user:1', epoch: null }
  expect(await documentActions(house).decide(at, user, { decision: 'discard' })).toBe(true)
  expect(await documentsOf(house)).toMatchObject([{ state: 'skipped', folio: null }])
  expect(house.simulator.admin.release()).toBe(1)
  return at
}

test('a discarded document is issued once the SII lists the number that was signed for it', async () => {
  const at = await discardedOnItsWay()
  expect(await sweep()).toBe(0)
  const [sent] = issuedAtSii(house)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'issued', folio: sent?.folio, issued_how: 'reconciled' },
  ])
  expect((await listed()).find(({ folio }) => folio === sent?.folio)).toMatchObject({
    document_id: at.id,
    twin_of: null,
  })
  await house.settle(house.worker('w1'))
  expect(await documentsOf(house)).toMatchObject([{ files_state: 'stored' }])
})

test.each<[string, (content: FacturaContent) => FacturaContent]>([
  ['recipient', (content) => ({ ...content, recipient: { ...content.recipient, rut: OTHER } })],
  ['date', (content) => ({ ...content, issueDate: day(2026, 11, 29) })],
  ['total', (content) => ({ ...content, totalClp: clp(1) })],
])('a number signed with another %s than is listed issues no document', async (_, change) => {
  await discardedOnItsWay()
  const sent = await house.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
  const content = frozenContent({ ...sent, id: sent.document_id })
  if (content.kind !== 'factura') throw new Error(content.kind)
  const { content: text, content_digest } = saying(change(content))
  await house.db.updateTable('attempt').set({ content: text, content_digest }).execute()
  expect(await sweep()).toBe(0)
  expect(await documentsOf(house)).toMatchObject([{ state: 'skipped', folio: null }])
})

test('a number like a discarded document’s that was not signed for it was issued outside', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 300, 5)
  const [asked] = await documentsOf(house)
  if (asked === undefined) throw new Error('no document')
  const at = { organisationId: asked.organisation_id, id: asked.id }
  const user = { worker: 'user:1', epoch: null }
  expect(await documentActions(house).decide(at, user, { decision: 'discard' })).toBe(true)
  house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
  })
  await sweep()
  expect(await documentsOf(house)).toMatchObject([{ state: 'skipped', folio: null }])
})
