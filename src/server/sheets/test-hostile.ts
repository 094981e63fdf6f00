import { Buffer } from 'node:buffer'
import { xlsxOf, xlsxOfParts } from './test-xlsx.ts'
import type { SheetRefusal } from './table.ts'

/** A file that must be refused: what it tries, how it is called, and by which reason. */
export interface HostileFile {
  name: string
  fileName: string
  bytes: Buffer
  reason: SheetRefusal
}

const MB = 1024 * 1024
const CELL = '<c t="inlineStr"><is><t>x</t></is></c>'

/** Every kind of them, as large as an upload may be or as much more as it claims. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const workbook = await xlsxOf([{ xml: `<sheetData><row>${CELL}</row></sheetData>` }])
  return [
    ...(await bombs()),
    ...(await textBombs()),
    ...(await foreignParts()),
    ...(await entities()),
    ...(await brokenArchives(workbook)),
    { name: 'nothing', fileName: 'a.xlsx', bytes: Buffer.alloc(0), reason: 'empty' },
    {
      name: 'a byte more than 5 MB',
      fileName: 'a.csv',
      bytes: Buffer.alloc(5 * MB + 1, 'a;b\n'),
      reason: 'tooLarge',
    },
    {
      name: 'a csv of one line of 5 MB of empty cells',
      fileName: 'a.csv',
      bytes: Buffer.alloc(5 * MB, ';'),
      reason: 'tooManyCells',
    },
    { name: 'a csv called .xlsx', fileName: 'a.xlsx', bytes: csv(), reason: 'wrongExtension' },
    {
      name: 'a workbook called .csv',
      fileName: 'a.csv',
      bytes: workbook,
      reason: 'wrongExtension',
    },
    {
      name: 'a picture called .xlsx',
      fileName: 'a.xlsx',
      bytes: Buffer.from('89504e470d0a1a0a', 'hex'),
      reason: 'wrongExtension',
    },
    { name: 'a PDF', fileName: 'a.xlsx', bytes: Buffer.from('%PDF-1.7 '), reason: 'pdf' },
    {
      name: 'a page with a table',
      fileName: 'a.csv',
      bytes: Buffer.from('<table><tr><td>a'),
      reason: 'notASheet',
    },
  ]
}

function csv(): Buffer {
  return Buffer.from('Tipo;RUT\nFactura;76192083-9')
}

function named(name: string, bytes: Buffer, reason: SheetRefusal): HostileFile {
  return { name, fileName: 'a.xlsx', bytes, reason }
}

function sheet(xml: string, more: Parameters<typeof xlsxOf>[1] = {}): Promise<Buffer> {
  return xlsxOf([{ xml }], more)
}

async function bombs(): Promise<HostileFile[]> {
  const large = { 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * MB, ' ') }
  const rows = (row: string, count = 1_000_000) => `<sheetData>${row.repeat(count)}</sheetData>`
  const oneForAll = Array.from({ length: 900 }, (_, n) => `<sheet name="h${n}" r:id="rId1"/>`)
  return [
    named('64 MB of spaces', await sheet('', { parts: large }), 'unpackedTooLarge'),
    named(
      '900 sheets that are one part of 1 MB',
      await sheet(' '.repeat(MB), {
        parts: { 'xl/workbook.xml': `<workbook><sheets>${oneForAll.join('')}</sheets></workbook>` },
      }),
      'unpackedTooLarge',
    ),
    named('1,000,000 empty rows', await sheet(rows('<row/>')), 'tooManyRows'),
    named(
      '200,000 rows with a cell',
      await sheet(rows(`<row>${CELL}</row>`, 200_000)),
      'tooManyRows',
    ),
    named(
      'a row that says it is the millionth',
      await sheet(`<sheetData><row r="1000000">${CELL}</row></sheetData>`),
      'tooManyRows',
    ),
    named(
      '1,000,000 columns of a row',
      await sheet(`<sheetData><row>${CELL.repeat(1_000_000)}</row></sheetData>`),
      'tooManyColumns',
    ),
    named(
      '1,000,000 empty cells of a row',
      await sheet(`<sheetData><row>${'<c/>'.repeat(1_000_000)}</row></sheetData>`),
      'tooManyCells',
    ),
  ]
}

const LONG_TEXT = 'x'.repeat(32_767)

function rowsOfText(count: number): string {
  const row = `<row><c t="inlineStr"><is><t>${LONG_TEXT}</t></is></c></row>`
  return `<sheetData>${row.repeat(count)}</sheetData>`
}

async function textBombs(): Promise<HostileFile[]> {
  const manyParts = Object.fromEntries(
    Array.from({ length: 2_001 }, (_, n) => [`xl/media/${n}.png`, 'x']),
  )
  return [
    named(
      '1,000,000 shared texts',
      await sheet('', { sharedStrings: '<si><t>x</t></si>'.repeat(1_000_000) }),
      'tooManyTexts',
    ),
    named(
      'a shared text of 10 MB',
      await sheet('', { sharedStrings: `<si><t>${'x'.repeat(10 * MB)}</t></si>` }),
      'tooManyTexts',
    ),
    named(
      'a cell of 10 MB',
      await sheet(`<sheetData><row><c t="str"><v>${'x'.repeat(10 * MB)}</v></c></row></sheetData>`),
      'tooManyTexts',
    ),
    named(
      'a tag that goes on for 20 MB',
      await sheet(`<sheetData><row x="${'x'.repeat(20 * MB)}">`),
      'damaged',
    ),
    named(
      '300 shared texts of 32,767 characters',
      await sheet('', { sharedStrings: `<si><t>${LONG_TEXT}</t></si>`.repeat(300) }),
      'tooManyTexts',
    ),
    named('300 cells of 32,767 characters', await sheet(rowsOfText(300)), 'tooManyTexts'),
    named(
      '150 shared texts of 32,767 characters and as many in their cells',
      await sheet(rowsOfText(150), { sharedStrings: `<si><t>${LONG_TEXT}</t></si>`.repeat(150) }),
      'tooManyTexts',
    ),
    named(
      '100,000 formats of cells',
      await sheet('', {
        parts: { 'xl/styles.xml': `<cellXfs>${'<xf numFmtId="14"/>'.repeat(100_000)}</cellXfs>` },
      }),
      'tooManyCells',
    ),
    named('2,001 parts', await sheet('', { parts: manyParts }), 'tooManyParts'),
  ]
}

async function foreignParts(): Promise<HostileFile[]> {
  const withPart = (path: string) => xlsxOf([{ xml: '' }], { parts: { [path]: 'x' } })
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_024)])
  return [
    named('macros', await withPart('xl/vbaProject.bin'), 'macros'),
    named('macros of Excel 4', await withPart('xl/macrosheets/sheet1.xml'), 'macros'),
    named(
      'values of other files',
      await withPart('xl/externalLinks/externalLink1.xml'),
      'externalLinks',
    ),
    named('a connection to a database', await withPart('xl/connections.xml'), 'externalLinks'),
    named(
      'a password',
      Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ),
    named("Excel's binary format", compound, 'oldExcel'),
    named('a text document', await xlsxOfParts({ 'word/document.xml': '<w/>' }), 'notASheet'),
  ]
}

async function entities(): Promise<HostileFile[]> {
  const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
  const laughs = `<!DOCTYPE x [<!ENTITY a "ja">${Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`,
  ).join('')}]>`
  const sheet = (doctype: string) =>
    xlsxOf([{ xml: '' }], {
      parts: {
        'xl/worksheets/sheet1.xml': `<?xml version="1.0"?>${doctype}<worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`,
      },
    })
  return [
    named('an entity that reads a file', await sheet(external), 'entities'),
    named('entities of entities', await sheet(laughs), 'entities'),
    named(
      'an entity in the shared texts',
      await xlsxOf([{ xml: '' }], { parts: { 'xl/sharedStrings.xml': `${external}<sst/>` } }),
      'entities',
    ),
  ]
}

async function brokenArchives(workbook: Buffer): Promise<HostileFile[]> {
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(workbook)
    change(bytes)
    return bytes
  }
  const directory = workbook.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  return [
    named('half an archive', workbook.subarray(0, workbook.length / 2), 'damaged'),
    named(
      'a part with another check sum',
      changed((bytes) => bytes.writeUInt32LE(1, directory + 16)),
      'damaged',
    ),
    named(
      'an encrypted part',
      changed((bytes) => bytes.writeUInt16LE(1, directory + 8)),
      'encrypted',
    ),
    named(
      'a part packed in another way',
      changed((bytes) => bytes.writeUInt16LE(12, directory + 10)),
      'damaged',
    ),
    named(
      'a part behind the end',
      changed((bytes) => bytes.writeUInt32LE(workbook.length, directory + 42)),
      'damaged',
    ),
    named(
      'a path that leads out',
      await xlsxOf([{ xml: '' }], { parts: { '../../etc/cron.d/x': 'x' } }),
      'damaged',
    ),
    named('an absolute path', await xlsxOf([{ xml: '' }], { parts: { '/etc/x': 'x' } }), 'damaged'),
  ]
}
