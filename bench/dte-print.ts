/**
 * node bench/dte-print.ts: a factura on its one sheet with its PDF417 encoded and drawn, against the same file, the
 * caption and the place of the bars included, with none; then the two sheets that are handed over, on which the bars
 * of the cedible copy are the same.
 */
import { encodePdf417 } from '#dte/printing/barcode.ts'
import { printDte, printWith } from '#dte/print.ts'
import { latin1Bytes } from '#dte/document/text.ts'
import { compareInRounds } from './dte-rounds.ts'
import { facturaNumber, stampOf } from './dte-world.ts'

const SHEETS = 40
const NO_MODULES = new Uint8Array()
const sheets = Array.from({ length: SHEETS }, (_, index) => {
  const ted = stampOf(index)
  const options = { ted, siiOffice: 'SANTIAGO CENTRO', resolution: { number: 80, year: 2014 } }
  const barcode = encodePdf417(latin1Bytes(ted))
  return { document: facturaNumber(index), options, empty: { ...barcode, modules: NO_MODULES } }
})

const single = await compare('PDF with its PDF417', false)
const both = await compare('the same with its cedible copy', true)
process.exitCode = single && both ? 0 : 1

function compare(name: string, cedible: boolean): Promise<boolean> {
  return compareInRounds({
    name,
    against: 'without',
    floor: 0.8,
    rounds: 15,
    ours: async () => {
      for (const { document, options } of sheets) await printDte(document, { ...options, cedible })
      return SHEETS
    },
    theirs: async () => {
      for (const { document, options, empty } of sheets) {
        await printWith(empty, document, { ...options, cedible })
      }
      return SHEETS
    },
  })
}
