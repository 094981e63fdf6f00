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

/** A file without headings: one row for each of these texts, beside the columns of a document. */
function judgedWithoutHeadings(...cells: string[]) {
  const rows = cells.map((cell, n) => `Factura;77777777-7;Servicio ${n};1000;${cell}`)
  const columns = { kind: 0, rut: 1, description: 2, price: 3 }
  const answer = { sheet: 'facturas', headerRow: 0, columns, defaultKind: null }
  return judged(Buffer.from(rows.join('\r\n')), { answer })
}

test('without headings Folio’s columns are known by what they say, also where the last ones are empty', async () => {
  const whole = await judgedWithoutHeadings(
    'nota;Emitido;12;;O-5',
    'nota;Con errores;;Falta el RUT.;',
  )
  expect(whole.annotated).toEqual({
    places: { state: 5, folio: 6, error: 7, id: 8 },
    missing: [],
    end: 9,
    ids: [{ row: 1, id: 5 }],
    takenOut: [],
    isAnnotated: true,
  })
  expect(whole.unread).toEqual(['E'])
})

test('without headings a column with anything but ids is the user’s own', async () => {
  const { annotated } = await judgedWithoutHeadings('Emitido;12;;O-5', 'Emitido;13;;77')
  expect([annotated.ids, annotated.missing.length, annotated.places.state]).toEqual([[], 4, 8])
})

test('without headings ids count wherever they were moved to, and no other column is written over', async () => {
  const { annotated } = await judgedWithoutHeadings('O-5;activo', 'O-6;de baja')
  expect(annotated.ids.map(({ id }) => id)).toEqual([5, 6])
  expect([annotated.missing.length, annotated.places.state]).toEqual([4, 6])
})

test('without headings rows that were taken out are known where nothing was ordered', async () => {
  const ours = (await judgedWithoutHeadings('', 'Quitada;;')).annotated
  expect([ours.takenOut, ours.places, ours.end]).toEqual([
    [2],
    { state: 4, folio: 5, error: 6, id: 7 },
    8,
  ])
  const own = (await judgedWithoutHeadings('Quitada;de bodega', 'activa;')).annotated
  expect(own.takenOut).toEqual([])
})
