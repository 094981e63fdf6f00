import PDFDocument from 'pdfkit'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import { lineNumber, MAX_LINES } from './fields.ts'

/** A sheet that can't be taken for a document: no folio, no stamp, and a mark across it. */
export function drawPreview(form: Fields): Promise<Uint8Array> {
  const sheet = new PDFDocument({ size: 'LETTER', margin: 50 })
  const chunks: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    sheet.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })
  sheet.fontSize(12).fillColor('red').text('DEMOSTRACIÓN — VISTA PREVIA — DOCUMENTO NO VÁLIDO')
  sheet.moveDown().fontSize(9).fillColor('black')
  for (const text of linesOf(form)) sheet.text(text)
  sheet.end()
  return done
}

function linesOf(form: Fields): string[] {
  const of = (name: string) => field(form, name)
  const items = Array.from({ length: MAX_LINES }, (_, at) => lineNumber(at + 1))
    .filter((at) => of(`EFXP_NMB_${at}`) !== '')
    .map((at) => `${of(`EFXP_QTY_${at}`)} × ${of(`EFXP_NMB_${at}`)}: ${of(`EFXP_SUBT_${at}`)}`)
  return [
    `R.U.T.: ${of('EFXP_RUT_EMIS')}-${of('EFXP_DV_EMIS')}  FACTURA ELECTRÓNICA  N° sin asignar`,
    of('EFXP_RZN_SOC'),
    `${of('EFXP_DIR_ORIGEN')}, ${of('EFXP_CMNA_ORIGEN')}, ${of('EFXP_CIUDAD_ORIGEN')}`,
    `Señor(es): ${of('EFXP_RZN_SOC_RECEP')}  ${of('EFXP_RUT_RECEP')}-${of('EFXP_DV_RECEP')}`,
    `${of('EFXP_DIR_RECEP')}, ${of('EFXP_CMNA_RECEP')}, ${of('EFXP_CIUDAD_RECEP')}`,
    `Fecha: ${of('EFXP_FCH_EMIS')}`,
    ...items,
    `Neto ${of('EFXP_MNT_NETO')}  IVA ${of('EFXP_IVA')}  Total ${of('EFXP_MNT_TOTAL')}`,
  ]
}
