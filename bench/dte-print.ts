/**
 * node bench/dte-print.ts: a factura as it is handed over, with its cedible copy and its PDF417 encoded and drawn,
 * against the same file, the caption and the place of the bars included, with none.
 */
import type { Pdf417 } from '#dte/barcode.ts'
import { encodePdf417 } from '#dte/barcode.ts'
import { printDte, printWith } from '#dte/print.ts'
import { latin1Bytes } from '#dte/text.ts'
import { compareInRounds } from './dte-rounds.ts'
import { facturaNumber, stampOf } from './dte-world.ts'

const SHEETS = 40
const sheets = Array.from({ length: SHEETS }, (_, index) => {
  const ted = stampOf(index)
  const resolution = { number: 80, year: 2014 }
  const options = { ted, siiOffice: 'SANTIAGO CENTRO', resolution, cedible: true }
  return {
    document: facturaNumber(index),
    options,
    empty: withoutBars(encodePdf417(latin1Bytes(ted))),
  }
})

const met = await compareInRounds({
  name: 'PDF with its PDF417',
  against: 'the same without',
  floor: 0.8,
  rounds: 15,
  ours: async () => {
    for (const { document, options } of sheets) await printDte(document, options)
    return SHEETS
  },
  theirs: async () => {
    for (const { document, options, empty } of sheets) await printWith(empty, document, options)
    return SHEETS
  },
})
process.exitCode = met ? 0 : 1

function withoutBars(barcode: Pdf417): Pdf417 {
  return { ...barcode, rows: barcode.rows.map(() => new Uint8Array()) }
}
