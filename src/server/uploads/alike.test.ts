import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { workbook, type Cell } from '../sheets/workbook.ts'
import { xlsxOfParts } from '../sheets/test-xlsx.ts'
import { judged } from './test-uploads.ts'

// The same three rows as different programs write them. Those of LibreOffice (7.4, Debian's package), openpyxl (3.1) and
// XlsxWriter (3.2) are files that they wrote; Excel's and Google's have the parts and the XML of theirs, by hand.

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
  'Tu ID',
]
const DUE = knownDay('2026-11-30')
const ROWS: (Cell | { day: typeof DUE })[][] = [
  [
    'F-1',
    'Factura',
    '77777777-7',
    'Ñuñoa & "cía" <ltda>',
    1,
    150_000,
    'CLP',
    { day: DUE },
    true,
    '0012',
  ],
  ['F-1', null, null, 'Horas de soporte', 2.5, 30_000, 'CLP', null, null, null],
  [null, 'Factura', '76192083-9', 'Arriendo', 1, 12.5, 'UF', null, false, 'A 7'],
]

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

const TEXTS = [...new Set([...HEADINGS, ...ROWS.flat()].filter((cell) => typeof cell === 'string'))]

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Cells that point at shared texts, each with its place and style, as both of them write. */
function sheetRows(style: { text: string; day: string }, rowAttributes: (row: number) => string) {
  return [HEADINGS, ...ROWS]
    .map((cells, row) => {
      const each = cells.map((cell, column) => {
        const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`
        if (cell === null) return `<c ${place} s="${style.text}"/>`
        if (typeof cell === 'string') {
          return `<c ${place} s="${style.text}" t="s"><v>${TEXTS.indexOf(cell)}</v></c>`
        }
        if (typeof cell === 'boolean') return `<c ${place} t="b"><v>${cell ? 1 : 0}</v></c>`
        if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
        return `<c ${place} s="${style.day}"><v>46356</v></c>`
      })
      return `<row r="${row + 1}"${rowAttributes(row + 1)}>${each.join('')}</row>`
    })
    .join('')
}

const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="170" formatCode="dd/mm/yyyy;@"/></numFmts>` +
  '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="49" quotePrefix="1"/><xf numFmtId="170"/></cellXfs></styleSheet>'

function sharedTexts(text: (value: string) => string): string {
  return `${DECLARATION}<sst xmlns="${MAIN}" count="40" uniqueCount="${TEXTS.length}">${TEXTS.map(text).join('')}</sst>`
}

function excel(): Promise<Buffer> {
  const attributes = (row: number) =>
    ` spans="1:10" ht="15" customHeight="1" x14ac:dyDescent="0.25"${row === 1 ? ' s="1" customFormat="1"' : ''}`
  return xlsxOfParts({
    '[Content_Types].xml': `${DECLARATION}<Types/>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId3" Type="${OFFICE}/extended-properties" Target="docProps/app.xml"/><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'docProps/app.xml': `${DECLARATION}<Properties/>`,
    'xl/workbook.xml':
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><fileVersion appName="xl" lastEdited="7"/><workbookPr defaultThemeVersion="166925"/>` +
      '<bookViews><workbookView activeTab="0"/></bookViews><sheets><sheet name="Documentos" sheetId="1" r:id="rId1"/><sheet name="Listas" sheetId="2" state="hidden" r:id="rId2"/></sheets>' +
      '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Documentos!$A$1:$J$4</definedName></definedNames><calcPr calcId="191029"/></workbook>',
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId5" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId4" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/theme" Target="theme/theme1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': DECLARATION + STYLES,
    'xl/theme/theme1.xml': `${DECLARATION}<a:theme xmlns:a="x"/>`,
    // A text in two runs, and one with the reading that Asian editions of Excel add.
    'xl/sharedStrings.xml': sharedTexts((text) =>
      text === 'Arriendo'
        ? '<si><r><rPr><b/></rPr><t>Arri</t></r><r><t>endo</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>'
        : `<si><t xml:space="preserve">${escaped(text)}</t></si>`,
    ),
    'xl/worksheets/sheet1.xml':
      `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" mc:Ignorable="x14ac">` +
      `<dimension ref="A1:J4"/><sheetData>${sheetRows({ text: '1', day: '2' }, attributes)}</sheetData><autoFilter ref="A1:J4"/><pageMargins left="0.7"/></worksheet>`,
    'xl/worksheets/sheet2.xml': `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
  })
}

/** Google declares a thousand rows and writes the empty ones, too. */
function google(): Promise<Buffer> {
  const empty = Array.from(
    { length: 996 },
    (_, n) => `<row r="${n + 5}" ht="15.75" customHeight="1"/>`,
  )
  return xlsxOfParts({
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><sheets><sheet state="visible" name="Documentos" sheetId="1" r:id="rId4"/></sheets><definedNames/><calcPr/></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/theme" Target="theme/theme1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId4" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': sharedTexts((text) => `<si><t>${escaped(text)}</t></si>`),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><dimension ref="A1:Z1000"/><sheetData>${sheetRows({ text: '1', day: '2' }, () => ' ht="15.75" customHeight="1"')}${empty.join('')}</sheetData><drawing r:id="rId1"/></worksheet>`,
  })
}

async function ours(): Promise<Buffer> {
  async function* sheets() {
    yield { name: 'Documentos', headings: HEADINGS, rows: ROWS }
  }
  const parts: Uint8Array[] = []
  for await (const part of workbook(sheets(), {
    year: 2026,
    month: 11,
    day: 5,
    hour: 9,
    minute: 0,
  })) {
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function hucre(): Promise<Buffer> {
  const rows = [HEADINGS, ...ROWS].map((row) =>
    row.map((cell) =>
      cell !== null && typeof cell === 'object' ? new Date(`${cell.day}T00:00:00Z`) : cell,
    ),
  )
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Documentos', rows }] }))
}

function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'fixtures', name))
}

/** As Excel and LibreOffice in Chile export, and as Google does. */
function csv(delimiter: ';' | ',', encoding: 'utf8' | 'utf8-bom' | 'windows-1252'): Buffer {
  const lines = [HEADINGS, ...ROWS].map((row) =>
    row.map((cell) => field(cell, delimiter)).join(delimiter),
  )
  const text = lines.join('\r\n')
  if (encoding === 'windows-1252') return iconv.encode(text, 'windows-1252')
  return Buffer.from(encoding === 'utf8-bom' ? `\ufeff${text}` : text)
}

function field(cell: (typeof ROWS)[number][number] | string, delimiter: string): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean')
    return delimiter === ';' ? (cell ? 'VERDADERO' : 'FALSO') : String(cell).toUpperCase()
  if (typeof cell === 'number') return `"${String(cell).replace('.', ',')}"`
  if (typeof cell === 'object') return '30-11-2026'
  return /["&]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const FILES: [string, string, () => Buffer | Promise<Buffer>][] = [
  ['Excel', 'a.xlsx', excel],
  ['Google Sheets', 'a.xlsx', google],
  ['LibreOffice', 'a.xlsx', () => fixture('libreoffice.xlsx')],
  ['openpyxl', 'a.xlsx', () => fixture('openpyxl.xlsx')],
  ['XlsxWriter', 'a.xlsx', () => fixture('xlsxwriter.xlsx')],
  ['hucre', 'a.xlsx', hucre],
  ['Folio itself', 'a.xlsx', ours],
  ['csv with semicolons in windows-1252', 'a.csv', () => csv(';', 'windows-1252')],
  ['csv with semicolons in UTF-8 with its mark', 'a.csv', () => csv(';', 'utf8-bom')],
  ['csv with commas in UTF-8', 'a.csv', () => csv(',', 'utf8')],
]

test.each(FILES)('a file by %s has the same documents', async (_what, fileName, make) => {
  const read = await judged(await make(), { fileName })
  expect(read.faults).toEqual([])
  expect(
    read.documents.map(({ key, rut, dueDay, sendsEmail, ownId, rows, lines }) => ({
      key,
      rut,
      dueDay,
      sendsEmail,
      ownId,
      rows,
      lines: lines.map(({ description, quantity, price, amountClp }) => ({
        description,
        quantity,
        price,
        amountClp,
      })),
    })),
  ).toEqual([
    {
      key: 'g:F-1',
      rut: '77777777-7',
      dueDay: DUE,
      sendsEmail: true,
      ownId: '0012',
      rows: [2, 3],
      lines: [
        {
          description: 'Ñuñoa & "cía" <ltda>',
          quantity: '1',
          price: { currency: 'CLP', unitClp: 150_000 },
          amountClp: 150_000,
        },
        {
          description: 'Horas de soporte',
          quantity: '2.5',
          price: { currency: 'CLP', unitClp: 30_000 },
          amountClp: 75_000,
        },
      ],
    },
    {
      key: 'r:4',
      rut: '76192083-9',
      dueDay: null,
      sendsEmail: false,
      ownId: 'A 7',
      rows: [4],
      lines: [
        {
          description: 'Arriendo',
          quantity: '1',
          price: { currency: 'UF', unitUf: '12.5' },
          amountClp: 487_500,
        },
      ],
    },
  ])
})
