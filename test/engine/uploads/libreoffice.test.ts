import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { annotatedUpload } from '#server/uploads/issue/annotated-route.ts'
import { workbook, type Cell } from '#server/sheets/workbook.ts'
import { documentsOf } from '../house.ts'
import { KNOWN_RUT, openUploadHouse, type UploadHouse } from './upload-house.ts'

const hasOffice = spawnSync('soffice', ['--version']).status === 0
/** Its first start writes a profile. */
const OFFICE_MS = 120_000

let own: UploadHouse
let folder: string
beforeEach(async () => {
  own = await openUploadHouse()
  folder = mkdtempSync(join(tmpdir(), 'folio-office-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await own.close()
})

const HEADINGS = [
  'Documento',
  'Tipo',
  'RUT',
  'Detalle',
  'Cantidad',
  'Precio',
  'Moneda',
  'Vencimiento',
  'Enviar correo',
  'Notas',
]
const DUE = { day: knownDay('2026-12-10') }
const ROWS: Cell[][] = [
  ['001', 'Factura', KNOWN_RUT, 'Asesoría & "cía"', 1, 50_000, 'CLP', DUE, false, '=1+1'],
  ['001', null, null, 'Cables', 2.5, 15_000, 'CLP', null, null, '0012'],
  ['002', 'Factura', KNOWN_RUT, 'Sin precio', 1, null, 'CLP', DUE, false, null],
]

async function workbookOf(): Promise<Buffer> {
  async function* sheets() {
    yield { name: 'Documentos', headings: HEADINGS, rows: ROWS }
  }
  const parts: Uint8Array[] = []
  const at = { year: 2026, month: 11, day: 25, hour: 11, minute: 0 }
  for await (const part of workbook(sheets(), at)) parts.push(part)
  return Buffer.concat(parts)
}

/** Each cell as LibreOffice shows it, by the format that the file gives it. */
function shownByOffice(bytes: Uint8Array, name: string): string[][] {
  writeFileSync(join(folder, `${name}.xlsx`), bytes)
  const profile = `-env:UserInstallation=file://${folder}/profile`
  // Fields apart by tabs, in UTF-8, and what is shown instead of what is stored.
  const filter = 'csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,true,false'
  const { status, stderr } = spawnSync(
    'soffice',
    [profile, '--headless', '--convert-to', filter, '--outdir', folder, `${folder}/${name}.xlsx`],
    { timeout: OFFICE_MS, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`)
  const text = readFileSync(join(folder, `${name}.csv`), 'utf8')
  return text
    .replace(/[\r\n]+$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
}

describe.skipIf(!hasOffice)(
  'LibreOffice',
  { meta: { needs: 'soffice' }, timeout: OFFICE_MS },
  () => {
    test('shows state, folio, error and id of an annotated file, and its other cells as they were', async () => {
      const bytes = await workbookOf()
      const id = await own.uploadBytes(bytes, 'facturas.xlsx')
      await own.order(id, { keys: ['g:001'] })
      await own.house.live(own.house.worker('w1'), 60, 10)
      const [issued] = await documentsOf(own.house)
      expect(issued?.state).toBe('issued')
      const order = await own.house.db
        .selectFrom('upload_order')
        .select('id')
        .executeTakeFirstOrThrow()
      const at = { organisationId: own.rule.organisationId, id }
      const annotated = await annotatedUpload(own.house, at, 'es')
      if (!(annotated.bytes instanceof Uint8Array)) throw new Error('not whole')
      const before = shownByOffice(bytes, 'before')
      const after = shownByOffice(annotated.bytes, 'after')
      const width = HEADINGS.length
      expect(before[1]?.slice(0, 8)).toEqual([
        '001',
        'Factura',
        KNOWN_RUT,
        'Asesoría & "cía"',
        '1',
        '50000',
        'CLP',
        // In the order of the machine's own language.
        expect.stringMatching(/^(?:10.12|12.10).2026$/),
      ])
      const padded = (row: string[]) =>
        [...row, ...Array.from({ length: width }, () => '')].slice(0, width)
      expect(after.map(padded)).toEqual(before.map(padded))
      const written = ['Emitido', String(issued?.folio), '', `O-${order.id}`]
      expect(after.map((row) => row.slice(width))).toEqual([
        ['Estado', 'Folio', 'Error', 'Id Folio'],
        written,
        written,
        ['Con errores', '', expect.stringMatching(/precio/i), ''],
      ])
    })
  },
)
