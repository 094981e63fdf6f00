import { cellText, type Cell } from './cells.ts'
import { zip } from './zip.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** One sheet, with its texts in the shared list, as the banks' programs write it. */
export function workbook(sheet: string, rows: Cell[][]): Uint8Array {
  const shared = new Map<string, number>()
  const data = rows.map((row, index) => rowXml(row, index + 1, shared)).join('')
  const strings = [...shared.keys()].map(
    (text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`,
  )
  return zip([
    ['[Content_Types].xml', contentTypes()],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    ],
    [
      'xl/worksheets/sheet1.xml',
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`,
    ],
    [
      'xl/sharedStrings.xml',
      `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
    ],
  ])
}

function rowXml(row: Cell[], number: number, shared: Map<string, number>): string {
  const cells = row.map((cell, column) => {
    if (cell === null || cell === '') return ''
    const at = `${letterOf(column)}${number}`
    if (typeof cell !== 'string' && cell.as === 'number')
      return `<c r="${at}"><v>${cell.clp}</v></c>`
    const text = cellText(cell)
    const index = shared.get(text) ?? shared.size
    shared.set(text, index)
    return `<c r="${at}" t="s"><v>${index}</v></c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

/** No statement has more than 26 columns. */
function letterOf(column: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + column)
}

function relations(parts: [type: string, target: string][]): string {
  const list = parts.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${list.join('')}</Relationships>`
}

function contentTypes(): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/worksheets/sheet1.xml', 'worksheet'],
    ['/xl/sharedStrings.xml', 'sharedStrings'],
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${TYPES}.${type}+xml"/>`)
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
