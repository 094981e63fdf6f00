import { strToU8, zipSync } from 'fflate'
import { csvOf, GOOD_ROW, read } from './test-uploads.ts'

/** Every reader of an uploaded file. */
export const uploadReaders: Readonly<
  Record<string, (file: MutatedUpload) => Promise<{ kind: string }>>
> = {
  readUpload: ({ bytes, fileName }) => read(bytes, { fileName }),
}

export interface MutatedUpload {
  fileName: string
  bytes: Uint8Array
}

const text = (value: string) => `<c r="A1" s="1" t="inlineStr"><is><t>${value}</t></is></c>`
const HEADINGS = ['Documento', 'Tipo', 'RUT', 'Detalle', 'Precio', 'Vencimiento', 'Cantidad']
const PARTS: Readonly<Record<string, string>> = {
  '_rels/.rels':
    '<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook><workbookPr date1904="0"/><sheets><sheet name="Documentos" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>' +
    '<Relationship Id="rId2" Type="x/styles" Target="styles.xml"/><Relationship Id="rId3" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="49"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Factura</t></si><si><r><t>77777777</t></r><r><t>-7</t></r><rPh><t>x</t></rPh></si><si/></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:G3"/><sheetData><row r="1">${HEADINGS.map(
    (heading) => text(heading).replace(' r="A1"', ''),
  ).join(
    '',
  )}</row><row r="2"><c r="A2" t="n"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c>${text(
    'A &amp; B',
  )}<c r="E2"><f>1+1</f><v>1.5E3</v></c><c r="F2" s="2"><v>46356</v></c><c t="e"><v>#N/A</v></c></row><row r="3"><c r="B3" t="b"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`,
}

const CSV = csvOf([
  GOOD_ROW,
  { ...GOOD_ROW, group: 'a "b"', to: 'a@ejemplo.cl;b@ejemplo.cl', dueDay: '30/11/2026' },
  { ...GOOD_ROW, group: 'a "b"', quantity: '1.000', price: '1,000', serviceMonth: 'nov-26' },
]).toString()

const SPLINTERS = [
  `<|>|&|"|'|</|/>|<!--|-->|<![CDATA[|]]>|<?|?>|<!DOCTYPE x`,
  '&#0;|&#x110000;|&x;|_x000D_|\0|\ufeff|\ud800|;|,|\t|\r\n|""',
  '<row>|</row>|<c>|</c>|<c t="s"><v>9</v></c>|<c r="XFD1048576"/>|<f/>|<si>',
  '-1|1e308|1e-308|NaN|0x10|99999999999999999999|1.000|31/02/2026|#REF!',
].flatMap((splinters) => splinters.split('|'))

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A workbook or a text, changed in some places before it is packed or in its bytes. */
export function mutatedUpload(next: () => number): MutatedUpload {
  if (next() < 0.3) return { fileName: 'a.csv', bytes: Buffer.from(mutated(CSV, next)) }
  const names = Object.keys(PARTS)
  const changed = names[Math.floor(next() * names.length)] ?? ''
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, xml]) => [
      name,
      strToU8(name === changed ? mutated(xml, next) : xml),
    ]),
  )
  const bytes = zipSync(parts, { level: next() < 0.5 ? 0 : 1 })
  if (next() < 0.3) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256)
  if (next() < 0.05) return { fileName: 'a.xlsx', bytes: bytes.subarray(0, next() * bytes.length) }
  return { fileName: 'a.xlsx', bytes }
}

function mutated(original: string, next: () => number): string {
  let written = original
  for (let change = 1 + Math.floor(next() * 5); change > 0; change -= 1) {
    const at = Math.floor(next() * written.length)
    const length = Math.floor(next() * 40)
    const splinter = SPLINTERS[Math.floor(next() * SPLINTERS.length)] ?? ''
    const kind = next()
    if (kind < 0.3) written = written.slice(0, at) + written.slice(at + length)
    else if (kind < 0.65) written = written.slice(0, at) + splinter + written.slice(at)
    else if (kind < 0.9) written = written.slice(0, at + length) + written.slice(at)
    else written = written.slice(0, at)
  }
  return written
}
