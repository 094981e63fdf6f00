import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { alikesOf } from '#server/documents/freeze/similar-documents.ts'
import { ana, antonia, asesoriasPenaMunoz } from '#simulators/world.ts'
import { boletasAtSii, seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)
const user = { worker: 'user:1', epoch: null }

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkTrails(house)
  await house.close()
})

function issueByHand(quantity = 1) {
  return house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity, unitClp: 100_000 / quantity }],
  })
}

async function theDocument() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return { document, at: { organisationId: document.organisation_id, id: document.id } }
}

async function eventsOf(kind: string) {
  const rows = await house.db
    .selectFrom('document_event')
    .select('data')
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ data }) => data)
}

/** Somebody issued the rule's factura by hand that morning: ours waits for a word. */
async function heldByOneMadeByHand(quantity = 1) {
  await seedRule(house, { nextDay: TODAY })
  const byHand = issueByHand(quantity)
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ state: 'queued', reason: 'looksRepeated', next_try_at: null })
  return { worker, at, byHand }
}

test('a factura made by hand is adopted: its number and files are taken over and nothing is issued', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  await house.live(worker, 30, 5)
  const { document } = await theDocument()
  expect(document).toMatchObject({
    state: 'issued',
    issued_how: 'person',
    folio: byHand.folio,
    files_state: 'stored',
    reason: null,
    total_clp: 119_000,
  })
  const content = frozenContent(document)
  expect(content.kind === 'factura' && content.lines[0]?.name).toBe('A mano')
  expect(issuedAtSii(house)).toEqual([])
  expect(await house.db.selectFrom('attempt').select('number').execute()).toEqual([])
  // What its user had asked for is told beside it.
  expect(await eventsOf('takenOver')).toEqual([
    { folio: byHand.folio, detail: 'lineName 1: Asesoría de Noviembre ≠ A mano' },
  ])
  const files = await house.db.selectFrom('document_file').select('kind').orderBy('kind').execute()
  expect(files).toEqual([{ kind: 'pdf' }, { kind: 'xml' }])
})

test('an adopted document waits for its user no more, and nobody is asked again', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  const actions = documentActions(house)
  await actions.adopt(at, user, byHand.folio)
  await house.live(worker, 30, 5)
  expect(await actions.adopt(at, user, byHand.folio)).toBe(false)
  expect(await actions.issueNow(at, user)).toBe(false)
})

test('a number that the document does not look like is not adopted', async () => {
  const { at, byHand } = await heldByOneMadeByHand()
  expect(await documentActions(house).adopt(at, user, byHand.folio + 1)).toBe(false)
  expect((await theDocument()).document).toMatchObject({ told_folio: null, state: 'queued' })
})

test('a document that waits for no word is not adopted', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 20, 10)
  const { document, at } = await theDocument()
  expect(document.state).toBe('waiting')
  const { folio } = issueByHand()
  await house.db
    .insertInto('sii_issued')
    .values({
      organisation_id: document.organisation_id,
      company_id: document.company_id,
      kind: document.kind,
      folio,
      recipient_rut: document.recipient_rut,
      issue_day: TODAY,
      total_clp: document.total_clp ?? 0,
      first_seen_at: '2026-11-30T13:00:00Z',
    })
    .execute()
  expect(await alikesOf(house.db, document, frozenContent(document))).toMatchObject([{ folio }])
  expect(await documentActions(house).adopt(at, user, folio)).toBe(false)
})

test('a factura made by hand of two at half the price is adopted and filed', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand(2)
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({
    state: 'issued',
    folio: byHand.folio,
    files_state: 'stored',
    reason: null,
  })
})

/** Behind the tag that opens it, where nothing is signed. */
const withText = (xml: string, text: string) => xml.replace(/<DTE[^>]*>/, `$&${text}`)

test.each<[string, (own: string, other: string, folio: number) => string, string]>([
  ['cannot be read', (own) => withText(own, '<![CDATA[x]]>'), 'forbiddenMarkup'],
  [
    'is of another number',
    (_own, other, folio) => withText(other, `<!--<Folio>${folio}</Folio>-->`),
    'folio: ',
  ],
])('an XML that %s is not kept for the adopted number', async (_, changed, detail) => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  const { folio, xml } = byHand
  const other = issueByHand()
  expect(await documentActions(house).adopt(at, user, folio)).toBe(true)
  let isChanged = false
  const beside = {
    ...worker,
    boundary: async (name: string) => {
      if (name !== 'beforeFiling' || isChanged) return
      isChanged = true
      // The newer one comes first in what the SII hands out of that day.
      other.xml = changed(xml, other.xml, folio)
    },
  }
  await house.live(beside, 10, 5)
  const { document } = await theDocument()
  const unproved = { state: 'issued', folio, files_state: 'wanted', reason: 'xmlUnproved' }
  expect(document).toMatchObject(unproved)
  expect(document.reason_text).toContain(detail)
})

test('an adopted number that another document has meanwhile is not taken, and its user is asked again', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  await documentActions(house).adopt(at, user, byHand.folio)
  await house.clock.advance(60_000)
  house.simulator.admin.reset()
  await house.live(worker, 30, 5)
  expect((await theDocument()).document).toMatchObject({
    state: 'queued',
    reason: 'looksRepeated',
    told_folio: null,
    next_try_at: null,
    folio: null,
  })
  expect((await eventsOf('held')).at(-1)).toMatchObject({ reason: 'adoptedNotFound' })
})

test('a number that another document of ours took is not adopted, whatever organisation has it', async () => {
  await seedRule(house, { nextDay: TODAY })
  const { worker, byHand } = await heldByOneMadeByHand()
  const actions = documentActions(house)
  for (const { organisation_id: organisationId, id } of await documentsOf(house)) {
    expect(await actions.adopt({ organisationId, id }, user, byHand.folio)).toBe(true)
  }
  await house.live(worker, 30, 5)
  expect((await documentsOf(house)).map(({ state, folio }) => [state, folio])).toEqual([
    ['issued', byHand.folio],
    ['queued', null],
  ])
})

test('a document that its user stops after all takes no number', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  const actions = documentActions(house)
  await actions.adopt(at, user, byHand.folio)
  let isStopped = false
  const beside = {
    ...worker,
    boundary: async () => {
      if (isStopped) return
      isStopped = true
      expect(await actions.skip(at, user)).toBe(true)
    },
  }
  await house.live(beside, 30, 5)
  expect(isStopped).toBe(true)
  expect((await theDocument()).document).toMatchObject({ state: 'skipped', folio: null })
})

test('an adoption goes on after the SII was away', async () => {
  const { worker, at, byHand } = await heldByOneMadeByHand()
  await documentActions(house).adopt(at, user, byHand.folio)
  house.simulator.admin.scenarios.set({ name: 'list-error' })
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({
    state: 'queued',
    reason: 'portalUnavailable',
    told_folio: byHand.folio,
  })
  house.simulator.admin.scenarios.clear()
  await house.live(worker, 60, 5)
  expect((await theDocument()).document).toMatchObject({ state: 'issued', folio: byHand.folio })
})

test('a boleta made by hand is adopted with its number and its day', async () => {
  await seedBoletaRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 20, 10)
  const { document: waiting } = await theDocument()
  const content = frozenContent(waiting)
  if (content.kind !== 'boletaHonorarios') throw new Error('no boleta')
  const byHand = house.simulator.admin.issueBoletaByHand({
    issuerRut: antonia.rut,
    receiverRut: content.recipient.rut,
    text: 'A mano',
    grossClp: content.grossClp,
    withholder: content.withholder,
  })
  await house.live(worker, 60, 10)
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ reason: 'looksRepeated' })
  expect(await documentActions(house).adopt(at, user, byHand.folio)).toBe(true)
  await house.live(worker, 30, 5)
  expect((await theDocument()).document).toMatchObject({
    state: 'issued',
    issued_how: 'person',
    folio: byHand.folio,
    files_state: 'stored',
  })
  expect(boletasAtSii(house, TODAY)).toHaveLength(1)
})
