import { expect, test } from 'vitest'
import { csvOf, GOOD_ROW, judged } from './test-uploads.ts'

/** The template's columns with one more, whose only cell says this. */
function fileWith(heading: string, cell: string): Buffer {
  const [headings = '', row = ''] = String(csvOf([GOOD_ROW])).split('\r\n')
  return Buffer.from(`${headings};${heading}\r\n${row};${cell}`)
}

test('a column of the user’s own that says something is not written over', async () => {
  const { annotated } = await judged(fileWith('Estado', 'activo'))
  expect(annotated.missing).toEqual(['state', 'folio', 'error', 'id'])
  const taken = new Set(Object.values(annotated.places))
  expect(taken.size).toBe(4)
  const free = (await judged(fileWith('Estado', ''))).annotated
  expect(free.missing).toEqual(['folio', 'error', 'id'])
  expect(taken.has(free.places.state)).toBe(false)
})
