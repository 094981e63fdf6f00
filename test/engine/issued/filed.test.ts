import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { FacturaContent } from '#domain/document.ts'
import { attention } from '#server/agenda/attention.ts'
import { documentActions, resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import { frozenContent, saying } from '#server/documents/content/content.ts'
import { asesoriasPenaMunoz } from '#simulators/world.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
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

/** The factura is issued; what was frozen turns out to be something else than the SII's XML. */
async function issuedAs(change: (content: FacturaContent) => FacturaContent) {
  await seedRule(house, { nextDay: TODAY })
  let isChanged = false
  const worker = {
    ...house.worker('w1'),
    boundary: async (name: string) => {
      if (name !== 'afterSend' || isChanged) return
      isChanged = true
      const { document } = await theDocument()
      const content = frozenContent(document)
      if (content.kind !== 'factura') throw new Error('no factura')
      const changed = saying(change(content))
      await house.db.updateTable('document').set(changed).execute()
      await house.db
        .updateTable('attempt')
        .set({ content: changed.content, content_digest: changed.content_digest })
        .execute()
    },
  }
  await house.live(worker, 60, 10)
  expect(isChanged).toBe(true)
  return worker
}

test('a company that the SII knows by another name by now has its facturas filed, and shown with that name', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.db.updateTable('company').set({ name: 'NOMBRE DE ANTES LIMITADA' }).execute()
  await house.live(house.worker('w1'), 60, 10)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'issued', files_state: 'stored', reason: null })
  expect(frozenContent(document).issuer.name).toBe(asesoriasPenaMunoz.name)
  const [filed] = await eventsOf('filed')
  expect(filed).toMatchObject({ digest: document.content_digest?.toString('hex') })
})

test('an XML with other lines asks once what is right, and is kept when a person takes it', async () => {
  const worker = await issuedAs((content) => ({
    ...content,
    lines: content.lines.map((line) => ({ ...line, name: 'Otra cosa' })),
  }))
  const { document, at } = await theDocument()
  const detail = 'lineName 1: Otra cosa ≠ Asesoría de Noviembre'
  expect(document).toMatchObject({
    state: 'issued',
    files_state: 'wanted',
    reason: 'xmlDiffers',
    reason_text: detail,
  })
  const inbox = async () => (await attention(house, at)).items
  expect(await inbox()).toMatchObject([{ code: 'xmlDiffers', subject: { kind: 'document' } }])
  expect(document.next_try_at).toBeNull()
  expect(await eventsOf('fileRejected')).toEqual([{ detail }])

  const actions = documentActions(house)
  expect(await actions.acceptFile(at, user)).toBe(true)
  await house.live(worker, 10, 5)
  const { document: kept } = await theDocument()
  expect(kept).toMatchObject({ state: 'issued', files_state: 'stored', reason: null })
  const content = frozenContent(kept)
  expect(content.kind === 'factura' && content.lines[0]?.name).toBe('Asesoría de Noviembre')
  expect(await inbox()).toEqual([])
  expect(await actions.acceptFile(at, user)).toBe(false)
})

test('an XML with another total is taken with its total', async () => {
  const worker = await issuedAs((content) => ({ ...content, totalClp: clp(119_001) }))
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ reason: 'xmlDiffers', total_clp: 119_001 })
  await documentActions(house).acceptFile(at, user)
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({
    files_state: 'stored',
    total_clp: 119_000,
  })
})

test('an XML that says something else than what its user has seen is asked about again', async () => {
  const worker = await issuedAs((content) => ({ ...content, totalClp: clp(119_001) }))
  const { document, at } = await theDocument()
  await documentActions(house).acceptFile(at, user)
  const content = frozenContent(document)
  if (content.kind !== 'factura') throw new Error('no factura')
  await house.db
    .updateTable('document')
    .set(saying({ ...content, totalClp: clp(119_002) }))
    .execute()
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({
    reason: 'xmlDiffers',
    reason_text: 'total: 119002 ≠ 119000',
    files_state: 'wanted',
  })
})

test('a difference that was accepted for one document is asked about for another', async () => {
  const clients = ['90909090-3', '91919191-0']
  await seedRule(house, { nextDay: TODAY, clients })
  let accepted: number | null = null
  const worker = {
    ...house.worker('w1'),
    boundary: async (name: string) => {
      const documents = await documentsOf(house)
      const sent = documents.find(({ state }) => state === 'issuing')
      if (name === 'afterSend' && sent !== undefined) {
        const content = frozenContent(sent)
        if (content.kind !== 'factura') throw new Error('no factura')
        const changed = saying({ ...content, totalClp: clp(119_001) })
        await house.db.updateTable('document').set(changed).where('id', '=', sent.id).execute()
        await house.db
          .updateTable('attempt')
          .set({ content: changed.content, content_digest: changed.content_digest })
          .where('document_id', '=', sent.id)
          .execute()
      }
      const asked = documents.find(({ reason }) => reason === 'xmlDiffers')
      if (name === 'beforeFiling' && asked !== undefined && accepted === null) {
        accepted = asked.id
        const at = { organisationId: asked.organisation_id, id: asked.id }
        expect(await documentActions(house).acceptFile(at, user)).toBe(true)
      }
    },
  }
  await house.live(worker, 60, 10)
  const documents = await documentsOf(house)
  expect(documents.map(({ id, files_state }) => [id === accepted, files_state]).toSorted()).toEqual(
    [
      [false, 'wanted'],
      [true, 'stored'],
    ],
  )
})

test('a factura frozen anew after it was sent says what the SII has', async () => {
  await seedRule(house, { nextDay: TODAY })
  let isChanged = false
  const worker = {
    ...house.worker('w1'),
    boundary: async (name: string) => {
      if (name !== 'afterSend' || isChanged) return
      isChanged = true
      const content = frozenContent((await theDocument()).document)
      if (content.kind !== 'factura') throw new Error('no factura')
      const anew = saying({ ...content, totalClp: clp(238_000) })
      await house.db.updateTable('document').set(anew).execute()
    },
  }
  house.simulator.admin.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  await house.live(worker, 240, 5)
  expect(isChanged).toBe(true)
  expect((await theDocument()).document).toMatchObject({
    state: 'issued',
    files_state: 'stored',
    reason: null,
    total_clp: 119_000,
  })
})

test('an XML to another recipient is never taken for the document', async () => {
  const worker = await issuedAs((content) => ({
    ...content,
    recipient: { ...content.recipient, rut: content.issuer.rut },
  }))
  // Looked at again every day, told once.
  await house.live(worker, 3 * 24 * 60, 12 * 60)
  expect(await eventsOf('fileRejected')).toHaveLength(1)
  const { document, at } = await theDocument()
  expect(document).toMatchObject({ state: 'issued', files_state: 'wanted', reason: 'xmlUnproved' })
  expect(await documentActions(house).acceptFile(at, user)).toBe(false)
})

test('an XML that is not proved is not kept, and fetched again a day later', async () => {
  await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  // None of the keys that it knows is the one of this SII.
  await house.live({ ...worker, siiKeys: {} }, 60, 10)
  const unproved = { state: 'issued', files_state: 'wanted', reason: 'xmlUnproved' }
  expect((await theDocument()).document).toMatchObject(unproved)
  expect(await house.db.selectFrom('document_file').select('kind').execute()).toEqual([])
  await house.live(worker, 24 * 60, 12 * 60)
  expect((await theDocument()).document).toMatchObject({ files_state: 'stored', reason: null })
})

test('the alarm about a second number stays while the files are late and when they have come', async () => {
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1', 'beforeFiling'), 60, 10)
  expect((await theDocument()).document).toMatchObject({ state: 'issued', files_state: 'wanted' })
  await house.db.updateTable('document').set({ reason: 'twinFound' }).execute()
  const worker = house.worker('w2')
  house.simulator.admin.scenarios.set({ name: 'pdf-not-ready', times: 2 })
  await house.live(worker, 1)
  const late = { files_state: 'wanted', reason: 'twinFound' }
  expect((await theDocument()).document).toMatchObject(late)
  await house.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
  house.simulator.admin.expireSessions()
  await house.live(worker, 10, 5)
  expect((await theDocument()).document).toMatchObject({ ...late, next_try_at: null })
  await house.db.updateTable('facturator').set({ clave_state: 'valid' }).execute()
  const { organisation_id: organisationId, person_rut: personRut } = (await theDocument()).document
  await house.db
    .transaction()
    .execute((trx) => resumeDocumentsOfPerson(trx, house.clock, { organisationId, personRut }))
  await house.live(worker, 10, 5)
  const come = { files_state: 'stored', reason: 'twinFound' }
  expect((await theDocument()).document).toMatchObject(come)
})
