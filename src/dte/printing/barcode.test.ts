import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePdf417 } from './barcode.ts'
import { draw, scan } from './test-scanner.ts'

test('an independent reader gets back exactly the bytes, accents and all lengths', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 1000 }), async (bytes) => {
      const found = await scan(draw(encodePdf417(bytes)))
      expect(Array.from(found?.bytes ?? [])).toEqual(Array.from(bytes))
    }),
    { numRuns: 25 },
  )
})

test('level 5, thirteen columns, and the rows the byte count asks for', async () => {
  const symbol = encodePdf417(Buffer.alloc(770, 0xd1))
  expect(symbol).toMatchObject({ rowCount: 55, widthModules: 290, rowHeightModules: 3 })
  expect(symbol.modules).toHaveLength(55 * Math.ceil(290 / 8))
  const found = await scan(draw(symbol))
  // 64 correction codewords of 715, which no other level gives.
  expect(found?.ecLevel).toBe('8%')
})

test('more bytes than a symbol holds are refused', () => {
  expect(() => encodePdf417(new Uint8Array(1020))).not.toThrow()
  expect(() => encodePdf417(new Uint8Array(1100))).toThrow(RangeError)
})
