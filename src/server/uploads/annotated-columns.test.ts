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

test('a column of the user’s own ids is not written over, nor are the columns beside it', async () => {
  const { annotated } = await judged(fileWith('Estado;Id Folio', 'activo;77'))
  expect(annotated.missing).toEqual(['state', 'folio', 'error', 'id'])
  expect(annotated.ids).toEqual([])
})

test('in an annotated file the user’s own columns of the same names stay', async () => {
  const own = 'Estado;Folio;Id Folio'
  const ours = 'Estado;Folio;Error;Id Folio'
  const file = fileWith(`${own};${ours}`, 'activo;9;77;Emitido;12;;O-5')
  const { annotated } = await judged(file)
  const first = annotated.places.state
  expect(annotated.missing).toEqual([])
  expect(annotated.places).toEqual({
    state: first,
    folio: first + 1,
    error: first + 2,
    id: first + 3,
  })
  expect(annotated.ids.map(({ id }) => id)).toEqual([5])
  const before = (await judged(fileWith(own, 'activo;9;77'))).annotated.places
  expect(annotated.places).toEqual(before)
})

test('rows that were taken out are known by Folio’s column alone, in both languages', async () => {
  for (const text of ['Quitada', 'Removed']) {
    const own = (await judged(fileWith('Estado', text))).annotated
    const ours = (await judged(fileWith('Estado;Folio;Error;Id Folio', `${text};;;`))).annotated
    expect([own.takenOut, ours.takenOut]).toEqual([[], [2]])
  }
})
