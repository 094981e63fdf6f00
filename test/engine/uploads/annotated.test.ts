import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSheets } from '#server/sheets/read-sheets.ts'
import { UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import { correctUpload } from '#server/uploads/correct.ts'
import { annotatedUpload } from '#server/uploads/issue/annotated-route.ts'
import { cancelUpload } from '#server/uploads/issue/pause.ts'
import { UPLOAD_LIMITS } from '#server/uploads/read-upload.ts'
import { documentsOf } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { HEADINGS, KNOWN_RUT, openUploadHouse, type UploadHouse } from './upload-house.ts'

let own: UploadHouse
beforeEach(async () => {
  own = await openUploadHouse()
})
afterEach(async () => {
  await checkInvariants(own.house)
  await own.close()
})

const ROWS = [
  `A;Factura;${KNOWN_RUT};Servicio A;1;50000;CLP`,
  `A;;;Cables;1;15000;CLP`,
  `B;Factura;${KNOWN_RUT};Servicio B;1;60000;CLP`,
]

function uploadRole(text: string): UploadRole {
  const role = UPLOAD_ROLES.find((one) => one === text)
  if (role === undefined) throw new Error(text)
  return role
}

async function annotated(id: number) {
  const at = { organisationId: own.rule.organisationId, id }
  const { bytes, fileName } = await annotatedUpload(own.house, at, 'es')
  if (!(bytes instanceof Uint8Array)) throw new Error('not whole')
  return { bytes: Buffer.from(bytes), fileName }
}

async function orderId(id: number, key: string): Promise<number> {
  const row = await own.house.db
    .selectFrom('upload_order')
    .select('id')
    .where('upload_id', '=', id)
    .where('group_key', '=', key)
    .executeTakeFirstOrThrow()
  return row.id
}

test('the file comes back with state, folio, error and id beside each row, and nothing else changed', async () => {
  const id = await own.upload([...ROWS, `C;Factura;${KNOWN_RUT};Sin precio;1;;CLP`])
  await own.order(id)
  await own.house.live(own.house.worker('w1'), 60, 10)
  const [a, b] = await documentsOf(own.house)
  const { bytes, fileName } = await annotated(id)
  expect(fileName).toBe('facturas con resultado.csv')
  const lines = String(bytes).split('\r\n')
  expect(lines.slice(0, 4)).toEqual([
    `${HEADINGS};Estado;Folio;Error;Id Folio`,
    `${ROWS[0]};Emitido;${a?.folio};;O-${await orderId(id, 'g:A')}`,
    `${ROWS[1]};Emitido;${a?.folio};;O-${await orderId(id, 'g:A')}`,
    `${ROWS[2]};Emitido;${b?.folio};;O-${await orderId(id, 'g:B')}`,
  ])
  expect(lines[4]).toMatch(/;Con errores;;.*precio/i)
})

test('what waits for its person says so in the word of the screen', async () => {
  const id = await own.upload(ROWS)
  await own.order(id)
  await own.house.settle(own.house.worker('w1'))
  const [a] = await documentsOf(own.house)
  const { db } = own.house
  await db
    .updateTable('document')
    .set({ reason: 'looksRepeated' })
    .where('id', '=', a?.id ?? 0)
    .execute()
  const lines = String((await annotated(id)).bytes).split('\r\n')
  expect(lines.slice(1).map((line) => line.split(';')[7])).toEqual([
    'Te espera',
    'Te espera',
    'Por emitir',
  ])
})

test('rows that a person added and took out again come back no more', async () => {
  const id = await own.upload(ROWS)
  const typed = ['C', 'D'].flatMap((group, n) =>
    Object.entries({
      group,
      kind: 'Factura',
      rut: KNOWN_RUT,
      description: 'Visita',
      price: '70000',
    }).map(([role, text]) => ({ row: 5 + n, role: uploadRole(role), text })),
  )
  await correctUpload(own.house, own.by, id, { typed, cleared: [], removed: [5], restored: [] })
  const lines = String((await annotated(id)).bytes).split('\r\n')
  expect(lines.slice(4).filter((line) => line !== '')).toEqual([
    expect.stringMatching(/^D;Factura;/),
  ])
})

test('rows that a person added come back below those of the file, and are known again', async () => {
  const id = await own.upload(ROWS)
  const added = {
    group: 'C',
    kind: 'Factura',
    rut: KNOWN_RUT,
    description: 'Visita',
    price: '70000',
  }
  const edits = Object.entries(added).map(([role, text]) => ({ row: 5, role, text }))
  await correctUpload(own.house, own.by, id, {
    typed: edits.map((edit) => ({ ...edit, role: uploadRole(edit.role) })),
    cleared: [],
    removed: [],
    restored: [],
  })
  await own.order(id)
  const { bytes } = await annotated(id)
  const lines = String(bytes).split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[4]).toBe(
    `C;Factura;${KNOWN_RUT};Visita;;70000;;Por preparar;;;O-${await orderId(id, 'g:C')}`,
  )
  const again = await own.uploadBytes(bytes, 'otra vez.csv')
  expect([...(await own.seen(again)).states.keys()]).toEqual(['g:A', 'g:B', 'g:C'])
})

test('of an annotated file that is uploaded again, what was ordered is known and not ordered again', async () => {
  const id = await own.upload(ROWS)
  await own.order(id, { keys: ['g:A'] })
  const pending = await annotated(id)
  const again = await own.uploadBytes(pending.bytes, 'otra vez.csv')
  const seen = await own.seen(again)
  expect([...seen.states]).toEqual([['g:A', 'ordering']])
  expect(seen.unread).toEqual([])
  await expect(own.order(again)).rejects.toMatchObject({ code: 'upload_already_ordered' })
  await own.order(again, { keys: ['g:B'] })
  await own.house.live(own.house.worker('w1'), 60, 10)
  expect((await documentsOf(own.house)).map(({ key, state }) => [key, state])).toEqual([
    [`upload:${id}:g:A`, 'issued'],
    [`upload:${again}:g:B`, 'issued'],
  ])
})

test('an annotated file that is annotated again has the columns once', async () => {
  const id = await own.upload(ROWS)
  await own.order(id, { keys: ['g:A'] })
  const again = await own.uploadBytes((await annotated(id)).bytes, 'facturas.csv')
  await own.order(again, { keys: ['g:B'] })
  const [header, , , third] = String((await annotated(again)).bytes).split('\r\n')
  expect(header).toBe(`${HEADINGS};Estado;Folio;Error;Id Folio`)
  expect(third).toContain(`O-${await orderId(again, 'g:B')}`)
})

test('what was cancelled may be ordered again from its annotated file', async () => {
  const id = await own.upload(ROWS)
  await own.order(id)
  await cancelUpload(own.house, own.by, id)
  const again = await own.uploadBytes((await annotated(id)).bytes, 'facturas.csv')
  await own.order(again)
  await own.house.live(own.house.worker('w1'), 60, 10)
  expect((await documentsOf(own.house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
})

test('an id that nothing was ordered under makes a row no less new', async () => {
  const id = await own.upload(ROWS)
  await own.order(id)
  const foreign = await orderId(id, 'g:A')
  const rows = [`A;Factura;${KNOWN_RUT};Servicio A;1;50000;CLP;O-${foreign + 1_000}`]
  const other = await own.upload(rows, `${HEADINGS};Id Folio`)
  expect([...(await own.seen(other)).states]).toEqual([])
})

test('a user’s own column of the same name is not written over', async () => {
  const id = await own.upload(
    [`A;Factura;${KNOWN_RUT};Servicio A;1;50000;CLP;activo`],
    `${HEADINGS};Estado`,
  )
  await own.order(id)
  const [header, row] = String((await annotated(id)).bytes).split('\r\n')
  expect(header).toBe(`${HEADINGS};Estado;Estado;Folio;Error;Id Folio`)
  expect(row).toMatch(/;activo;Por preparar;;;O-\d+$/)
})

test('the annotated file can be read like every other', async () => {
  const id = await own.upload(ROWS)
  await own.order(id)
  const read = await readSheets((await annotated(id)).bytes, 'a.csv', UPLOAD_LIMITS)
  expect(read.kind).toBe('sheets')
})
