import { workbook, type Cell } from './workbook.ts'
import { zip } from './zip.ts'

const AT = { year: 2026, month: 11, day: 5, hour: 12, minute: 34 }
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An .xlsx of parts as Excel names them, each as text. */
export async function xlsxOfParts(parts: Record<string, string | Uint8Array>): Promise<Buffer> {
  async function* entries() {
    for (const [name, content] of Object.entries(parts)) {
      yield { name, content: Buffer.from(content) }
    }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(entries(), AT)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** An .xlsx of sheets by their names, the headings first, as ours is written. */
export async function xlsxOfRows(sheets: Record<string, Cell[][]>): Promise<Buffer> {
  async function* written() {
    for (const [name, [headings = [], ...rows]] of Object.entries(sheets)) {
      yield { name, headings: headings.map(String), rows }
    }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of workbook(written(), AT)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export interface WrittenSheet {
  /** What stands in the worksheet: `<sheetData>` and what follows it. */
  xml: string
  name?: string
  state?: string
}

/** An .xlsx of hand-written worksheets. Style 1 is a date of Excel's own, style 2 one of the file's, style 3 an amount. */
export function xlsxOf(
  sheets: WrittenSheet[],
  more: {
    sharedStrings?: string
    workbookPr?: string
    parts?: Record<string, string | Uint8Array>
  } = {},
): Promise<Buffer> {
  const relationships = sheets.map(
    (_sheet, n) =>
      `<Relationship Id="rId${n + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  const listed = sheets.map(
    ({ name = `Hoja${String(sheets.length)}`, state }, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" ${state === undefined ? '' : `state="${state}"`} r:id="rId${n + 1}"/>`,
  )
  return xlsxOfParts({
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${more.workbookPr ?? ''}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationships.join('')}<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="/xl/styles.xml"/><Relationship Id="rIdT" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-340A]dd\\-mm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;Day $&quot;\\ #,##0;[Red]0"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${more.sharedStrings ?? ''}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="${MAIN}">${xml}</worksheet>`,
      ]),
    ),
    ...more.parts,
  })
}
