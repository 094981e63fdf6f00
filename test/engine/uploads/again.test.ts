import { afterEach, beforeEach, expect, test } from 'vitest'
import { UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import { presentUpload } from '#server/uploads/present.ts'
import { correctUpload } from '#server/uploads/correct.ts'
import { annotatedUpload } from '#server/uploads/issue/annotated-route.ts'
import { answerColumns, openUpload } from '#server/uploads/uploads.ts'
import { pauseUpload, resumeUpload } from '#server/uploads/issue/pause.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { documentsOf } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { HEADINGS, KNOWN_RUT, openUploadHouse, type UploadHouse } from './upload-house.ts'

// The annotated file of an upload that is uploaded again, as it came back or edited meanwhile.

let own: UploadHouse
beforeEach(async () => {
  own = await openUploadHouse()
})
afterEach(async () => {
  await checkInvariants(own.house)
  await own.close()
})

const at = (id: number) => ({ organisationId: own.rule.organisationId, id })

async function annotated(id: number): Promise<string> {
  const { bytes } = await annotatedUpload(own.house, at(id), 'es')
  if (!(bytes instanceof Uint8Array)) throw new Error('not whole')
  return Buffer.from(bytes).toString()
}

const again = (text: string) => own.uploadBytes(Buffer.from(text), 'otra vez.csv')

async function shown(id: number) {
  const wire = presentUpload(await openUpload(own.house, at(id)), 'es')
  if (wire.content.kind !== 'judged') throw new Error(wire.content.kind)
  return { ...wire.content, summary: wire.upload }
}

async function stateOf(id: number, key: string) {
  const found = (await shown(id)).documents.find((document) => document.key === key)
  return found === undefined ? undefined : { state: found.state, ...found.ordered }
}

async function type(id: number, row: number, cells: Partial<Record<UploadRole, string>>) {
  const typed = UPLOAD_ROLES.flatMap((role) => {
    const text = cells[role]
    return text === undefined ? [] : [{ row, role, text }]
  })
  await correctUpload(own.house, own.by, id, { typed, cleared: [], removed: [], restored: [] })
}

async function issueAll(id: number, keys?: string[]): Promise<void> {
  await own.order(id, keys === undefined ? {} : { keys })
  await own.house.live(own.house.worker('w1'), 60, 10)
}

const issued = async () =>
  (await documentsOf(own.house)).map(({ key, state, total_clp }) => [key, state, total_clp])

/** What the columns of these rows are. */
const HEADED = ['group', 'kind', 'rut', 'description', 'quantity', 'price', 'currency'] as const
const A = `A;Factura;${KNOWN_RUT};Servicio A;1;50000;CLP`
const B = `B;Factura;${KNOWN_RUT};Servicio B;1;60000;CLP`
const WRONG = `C;Factura;${KNOWN_RUT};Servicio C;1;1,000;CLP`

test('a cell that was corrected in the browser is written into the annotated file, which has nothing to correct then', async () => {
  const id = await own.upload([A, WRONG])
  await type(id, 3, { price: '70000' })
  await issueAll(id)
  const text = await annotated(id)
  expect(text.split('\r\n')[2]).toMatch(/^C;Factura;.*;Servicio C;1;70000;CLP;Emitido;/)
  const { fault_count, summary, documents } = await shown(await again(text))
  expect({ fault_count, faults: summary.faults }).toEqual({ fault_count: 0, faults: 0 })
  expect(documents.map(({ state }) => state)).toEqual(['ordered', 'ordered'])
  expect(documents.map(({ ordered }) => ordered?.message)).toEqual([null, null])
})

test('what a person typed into a column that the file lacks comes back in a column with its heading', async () => {
  const id = await own.upload([A, B])
  await type(id, 2, { serviceMonth: '2026-10' })
  await type(id, 4, {
    group: 'D',
    kind: 'Factura',
    rut: KNOWN_RUT,
    description: 'Visita',
    price: '70000',
    dueDay: '10-12-2026',
  })
  const [header, first, second, added] = (await annotated(id)).split('\r\n')
  expect(header).toBe(`${HEADINGS};Estado;Folio;Error;Id Folio;Vencimiento;Mes de servicio`)
  expect(first).toBe(`${A};;;;;;2026-10`)
  expect(second).toBe(B)
  expect(added).toBe(`D;Factura;${KNOWN_RUT};Visita;;70000;;;;;;10-12-2026`)
})

test('rows of what was issued are not judged again: neither counted nor written down as faulty', async () => {
  const id = await own.upload([`${A};27-11-2026`], `${HEADINGS};Vencimiento`)
  await issueAll(id)
  const text = await annotated(id)
  await own.house.clock.advance(5 * 86_400_000)
  const [before, second] = [await shown(id), await again(text)]
  expect([before.fault_count, before.documents[0]?.ordered?.state]).toEqual([0, 'issued'])
  const { fault_count, summary, faults } = await shown(second)
  expect([fault_count, summary.faults, faults]).toEqual([0, 0, []])
  expect(await annotated(second)).toBe(text)
})

test('the annotated file of a second upload says what became meanwhile of what was ordered from the first', async () => {
  const id = await own.upload([A])
  await own.order(id)
  const second = await again(await annotated(id))
  await own.house.live(own.house.worker('w1'), 60, 10)
  const [document] = await documentsOf(own.house)
  expect((await annotated(second)).split('\r\n')[1]).toMatch(
    new RegExp(`^${A};Emitido;${document?.folio};;O-\\d+$`),
  )
})

test('a row that is copied with its id is not the other’s document, and can be issued once the id is taken out', async () => {
  const id = await own.upload([A, B])
  await issueAll(id)
  const text = await annotated(id)
  const [header, a = '', b] = text.split('\r\n')
  const copy = a.replace('A;', 'X;').replace('50000', '80000')
  const second = await again([header, copy, a, b].join('\r\n'))
  expect(await stateOf(second, 'g:A')).toMatchObject({ state: 'issued', message: null })
  expect(await stateOf(second, 'g:X')).toMatchObject({ state: 'new' })
  const { faults, documents } = await shown(second)
  expect(faults).toMatchObject([{ row: 2, code: 'idOfAnother', column: 'K' }])
  expect(faults[0]?.value).toMatch(/^O-\d+$/)
  expect(documents.find(({ key }) => key === 'g:X')?.is_valid).toBe(false)
  await expect(own.order(second, { keys: ['g:X'] })).rejects.toThrow('InvalidInput')
  const without = copy.replace(/O-\d+$/, '')
  const third = await again([header, without, a, b].join('\r\n'))
  await issueAll(third, ['g:X'])
  expect(await issued()).toHaveLength(3)
})

test('a document whose rows were changed after it was issued stays issued as it was, and says so', async () => {
  const id = await own.upload([A, B])
  await issueAll(id)
  const [header, a = '', b = ''] = (await annotated(id)).split('\r\n')
  const line = `B;;;Otra línea;1;5000;CLP;;;;`
  const second = await again([header, a.replace('50000', '55000'), b, line].join('\r\n'))
  const message = 'Ya se emitió con otros datos; los cambios de estas filas no se emiten.'
  expect(await stateOf(second, 'g:A')).toMatchObject({ state: 'issued', message })
  expect(await stateOf(second, 'g:B')).toMatchObject({ state: 'issued', message })
  for (const key of ['g:A', 'g:B']) {
    await expect(own.order(second, { keys: [key] })).rejects.toMatchObject({
      code: 'upload_already_ordered',
    })
  }
  const [, first, , third] = (await annotated(second)).split('\r\n')
  expect(first).toContain(`;Emitido;`)
  expect(first).toContain(message)
  expect(third).toMatch(/Emitido;\d+;"Ya se emitió con otros datos/)
  expect(await issued()).toHaveLength(2)
})

test('rows that were taken out come back taken out, and can be put back', async () => {
  const id = await own.upload([A, B, WRONG])
  const none = { typed: [], cleared: [], removed: [], restored: [] }
  await correctUpload(own.house, own.by, id, { ...none, removed: [3, 4] })
  await issueAll(id)
  const text = await annotated(id)
  expect(text.split('\r\n').slice(2)).toEqual([`${B};Quitada;;`, `${WRONG};Quitada;;`])
  const second = await again(text)
  const { removed, documents, summary, fault_count } = await shown(second)
  expect({ removed, fault_count }).toEqual({ removed: [3, 4], fault_count: 0 })
  expect(documents.map(({ key }) => key)).toEqual(['g:A'])
  expect(summary.documents).toBe(1)
  await correctUpload(own.house, own.by, second, { ...none, restored: [3] })
  expect((await shown(second)).documents.map(({ key }) => key)).toEqual(['g:A', 'g:B'])
  await issueAll(second, ['g:B'])
  expect(await issued()).toHaveLength(2)
})

test('a file without headings is issued once, and what was taken out of it stays out when it comes again', async () => {
  const columns = Object.fromEntries(HEADED.map((role, column) => [role, column]))
  const answer = { headerRow: 0, columns, defaultKind: null }
  const upload = async (text: string, name: string) => {
    const id = await own.uploadBytes(Buffer.from(text), `${name}.csv`)
    await answerColumns(own.house, own.by, id, { ...answer, sheet: name })
    return id
  }
  const id = await upload([A, B].join('\r\n'), 'primera')
  const none = { typed: [], cleared: [], removed: [], restored: [] }
  await correctUpload(own.house, own.by, id, { ...none, removed: [2] })
  await issueAll(id)
  const text = await annotated(id)
  expect(text.split('\r\n')).toEqual([
    expect.stringMatching(/^A;.*;CLP;Emitido;\d+;;O-\d+$/),
    `${B};Quitada;;`,
  ])
  const second = await upload(text, 'segunda')
  const { removed, documents, unread } = await shown(second)
  expect(removed).toEqual([2])
  expect(documents.map(({ key, state }) => [key, state])).toEqual([['g:A', 'ordered']])
  expect(unread).toEqual([])
  await expect(own.order(second)).rejects.toMatchObject({ code: 'upload_already_ordered' })
  expect(await annotated(second)).toBe(text)
  const shownId = /O-\d+(?=\r\n)/.exec(text)?.[0] ?? ''
  const moved = await upload(`${A};${shownId}`, 'tercera')
  expect(await stateOf(moved, 'g:A')).toMatchObject({ state: 'issued' })
  const ofOthers = await shown(await upload(`${A.replace('50000', '70000')};${shownId}`, 'cuarta'))
  expect(ofOthers.faults).toMatchObject([{ row: 1, value: shownId, code: 'idOfAnother' }])
  expect(ofOthers.documents).toMatchObject([{ key: 'g:A', is_valid: false }])
  expect(await issued()).toHaveLength(1)
})

test('a document is due on the day that its row names, whenever it is issued, and never before that', async () => {
  const { db, clock } = own.house
  const terms = { organisation_id: own.rule.organisationId, company_id: own.companyId }
  const since = { first_day: '2026-01-01', updated_at: '2026-11-01T12:00:00Z' }
  await db
    .insertInto('payment_terms')
    .values({ ...terms, ...since })
    .execute()
  const rows = [`${A};10-12-2026`, `${B};26-11-2026`]
  const id = await own.upload(rows, `${HEADINGS};Vencimiento`)
  await own.order(id)
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  await pauseUpload(own.house, own.by, id)
  await clock.advanceTo('2026-11-27T14:00:00Z')
  await resumeUpload(own.house, own.by, id)
  await own.house.live(worker, 60, 10)
  for (const document of await documentsOf(own.house)) {
    expect(document).toMatchObject({ state: 'planned', reason: 'missed' })
    await documentActions(own.house).issueNow(at(document.id), { worker: 'user:1', epoch: null })
  }
  await own.house.live(worker, 60, 10)
  const owed = await db
    .selectFrom('document')
    .innerJoin('receivable', 'receivable.document_id', 'document.id')
    .select(['document.issue_day', 'receivable.due_day', 'receivable.closes_day'])
    .orderBy('document.id')
    .execute()
  expect(owed).toEqual([
    { issue_day: '2026-11-27', due_day: '2026-12-10', closes_day: '2027-02-08' },
    { issue_day: '2026-11-27', due_day: '2026-11-27', closes_day: '2027-01-26' },
  ])
})

test('corrected, issued by two workers and uploaded again half-way, each row of a file is issued once', async () => {
  const id = await own.upload([A, B, WRONG])
  await type(id, 4, { price: '70000' })
  await own.order(id, { keys: ['g:A', 'g:B'] })
  const [first, second] = [own.house.worker('w1'), own.house.worker('w2')]
  await Promise.all([own.house.settle(first), own.house.settle(second)])
  const copy = await again(await annotated(id))
  await expect(own.order(copy, { keys: ['g:A'] })).rejects.toMatchObject({
    code: 'upload_already_ordered',
  })
  await own.order(copy, { keys: ['g:C'] })
  const text = await annotated(copy)
  for (let looks = 0; looks < 30; looks += 1) {
    await Promise.all([own.house.live(first, 2, 10), own.house.settle(second)])
  }
  expect(await issued()).toEqual([
    [`upload:${id}:g:A`, 'issued', 59_500],
    [`upload:${id}:g:B`, 'issued', 71_400],
    [`upload:${copy}:g:C`, 'issued', 83_300],
  ])
  const third = await again(text)
  expect((await shown(third)).documents.map(({ state }) => state)).toEqual(
    ['A', 'B', 'C'].map(() => 'ordered'),
  )
})
