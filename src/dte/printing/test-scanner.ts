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
export function draw({ widthModules, rowHeightModules, rowCount, modules }: Pdf417) {
  const rowHeight = rowHeightModules * SCALE
  const quiet = QUIET_MODULES * SCALE
  const width = widthModules * SCALE + 2 * quiet
  const height = rowCount * rowHeight + 2 * quiet
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const rowBytes = modules.length / rowCount
  for (let row = 0; row < rowCount; row++) {
    for (let module = 0; module < widthModules; module++) {
      const byte = modules[row * rowBytes + (module >> 3)] ?? 0
      if ((byte & (0x80 >> (module & 7))) === 0) continue
      fill({ data, width }, quiet + module * SCALE, quiet + row * rowHeight, SCALE, rowHeight)
    }
  }
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
