import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { qrCode } from './qr.ts'

// Somebody else's reader: our encoder can't be judged by anything of ours.
const { resolve } = createRequire(import.meta.url)
const wasm = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

async function scanned(modules: boolean[][]): Promise<string | undefined> {
  const scale = 3
  const width = (modules.length + 8) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark = modules[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4] ?? false
      if (isDark) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  const picture = { data, width, height: width, colorSpace: 'srgb' as const }
  const [found] = await readBarcodes(picture, { formats: ['QRCode'] })
  return found?.text
}

test.each([1, 14, 15, 26, 42, 43, 62, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213])(
  'a text of %i bytes is read back by another reader',
  async (length) => {
    const text = 'https://folio.example/d/0aZ_-9'.repeat(8).slice(0, length)
    const modules = qrCode(text)
    expect(modules).not.toBeNull()
    expect(await scanned(modules ?? [])).toBe(text)
  },
)

test('letters beyond ASCII count as their bytes', async () => {
  expect(await scanned(qrCode('Ñandú – $148.750 🌺') ?? [])).toBe('Ñandú – $148.750 🌺')
})

test('what does not fit has none', () => {
  expect(qrCode('x'.repeat(214))).toBeNull()
})
