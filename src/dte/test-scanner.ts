import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ReadResult } from 'zxing-wasm/reader'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Pdf417 } from './barcode.ts'

// Somebody else's reader: our encoder can't be judged by anything of ours.
const { resolve } = createRequire(import.meta.url)
const wasm = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

const SCALE = 2
const QUIET_MODULES = 8

/** The first bar code in a picture: RGBA, or a PNG file. */
export async function scan(
  picture: { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } | Uint8Array,
  format: 'PDF417' | 'Code39' = 'PDF417',
): Promise<ReadResult | undefined> {
  const source = 'width' in picture ? { ...picture, colorSpace: 'srgb' as const } : picture
  const [found] = await readBarcodes(source, { formats: [format], tryHarder: true })
  return found
}

/** Black on white, two pixels a module, with its quiet zone. */
export function draw(symbol: Pdf417) {
  const rowHeight = symbol.rowHeightModules * SCALE
  const width = (symbol.widthModules + 2 * QUIET_MODULES) * SCALE
  const height = symbol.rows.length * rowHeight + 2 * QUIET_MODULES * SCALE
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  symbol.rows.forEach((widths, row) => {
    const top = QUIET_MODULES * SCALE + row * rowHeight
    let x = QUIET_MODULES * SCALE
    widths.forEach((modules, index) => {
      if (index % 2 === 0) fill({ data, width }, x, top, modules * SCALE, rowHeight)
      x += modules * SCALE
    })
  })
  return { data, width, height }
}

function fill(
  { data, width }: { data: Uint8ClampedArray; width: number },
  left: number,
  top: number,
  across: number,
  down: number,
): void {
  for (let y = top; y < top + down; y++) {
    for (let x = left; x < left + across; x++)
      data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
}
