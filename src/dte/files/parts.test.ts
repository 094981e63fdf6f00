import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FilePart, Frame } from './parts.ts'
import { MAX_LINE, partsOf } from './parts.ts'
import type { Refusal } from './refusal.ts'
import { refusalOf } from './refusal.ts'

const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'

function cut(text: string, size: number): { parts: FilePart[]; frame: Frame } | Refusal {
  const bytes = Buffer.from(DECLARATION + text, 'latin1')
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  try {
    const found = partsOf(pieces, 1_000_000)
    const parts: FilePart[] = []
    let next = found.next()
    for (; next.done !== true; next = found.next()) parts.push(next.value)
    return { parts, frame: next.value }
  } catch (error) {
    return refusalOf(error)
  }
}

test('a line is too long wherever the pieces of its file end', () => {
  const length = fc.constantFrom(0, 1, 60, MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 2 * MAX_LINE)
  fc.assert(
    fc.property(
      fc.array(length, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 200, max: 9000 }),
      (lengths, size) => {
        const lines = lengths.map((count) => 'x'.repeat(count))
        const text = `<DTE>\n${lines.join('\n')}\n</DTE>`
        const hasLongLine = lengths.some((count) => count > MAX_LINE)
        expect(cut(text, size)).toMatchObject({ frame: { hasLongLine } })
      },
    ),
    { numRuns: 150 },
  )
})

test.each([
  ['<DTE><a/><!--x--></DTE>', null],
  ['<!--x--><DTE><a/><!-- </DTE> --></DTE><!-- <DTE> -->', null],
  ['<DTE><!-- <?php ?> --></DTE>', 'forbiddenMarkup'],
  ['<DTE><!-- <!ENTITY a "b"> --></DTE>', 'doctype'],
  ['<DTE></DTE><?x?>', 'forbiddenMarkup'],
  ['<DTE><!X', 'forbiddenMarkup'],
  ['<!DOCTYPE a><DTE></DTE>', 'doctype'],
  ['<DTE>x</DTE><!DOCTYPE', 'doctype'],
])('%j is cut or refused, in one piece and byte for byte', (text, reason) => {
  for (const size of [1, 3, 7, 1000]) {
    const found = cut(text, size)
    const seen = 'kind' in found ? found.reason : null
    expect(seen).toBe(reason)
  }
})
