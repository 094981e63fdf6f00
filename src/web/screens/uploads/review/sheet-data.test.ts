import { expect, test } from 'vitest'
import type { JudgedUpload, UploadFault } from '#web/api/uploads.ts'
import { textAt } from '../grid/grid-data.ts'
import { NOTHING_UNSAVED, withRows, withTyped } from '../edits/corrections.ts'
import { columnsShown, gridData, judgedRows, nextWrong, wrongCells } from './sheet-data.ts'

function fault(row: number, role: UploadFault['role'], code: UploadFault['code']): UploadFault {
  return { sheet: 'Documentos', row, column: null, role, value: '', code, cause: '', instead: '' }
}

const JUDGED: JudgedUpload = {
  kind: 'judged',
  sheet: 'Documentos',
  header_row: 1,
  sheets: [],
  document_type: null,
  preview: [],
  columns: { rut: 0, price: 1 },
  unread: [],
  other_sheets: [],
  hidden_rows: [],
  edited: [{ row: 3, role: 'price' }],
  removed: [5],
  lacks: [],
  issuing: { address: null, giro: null, person: { rut: '', name: '' }, mailbox: null },
  uf_values: [],
  look_ups: { done: 0, total: 0 },
  roles: ['rut', 'price'],
  rows: [2, 3, 4, 5].map((row) => ({ row, cells: [`rut ${row}`, `price ${row}`] })),
  documents: [],
  others: [],
  faults: [
    fault(4, 'price', 'notANumber'),
    fault(2, 'kind', 'missing'),
    fault(4, 'rut', 'missing'),
  ],
  fault_count: 3,
  totals: { documents: 0, total: 0, charge: 0 },
}
const ROWS = judgedRows(JUDGED)
const ALL = { columns: columnsShown(JUDGED, NOTHING_UNSAVED), only: null }

test('a column that the file lacks is shown where something is missing in it', () => {
  expect(ALL.columns).toEqual(['kind', 'rut', 'price'])
  const data = gridData(JUDGED, ROWS, NOTHING_UNSAVED, ALL)
  expect(textAt(data, 2, 'kind')).toBe('')
  expect(textAt(data, 2, 'price')).toBe('price 2')
})

test('rows that were taken out are not shown, and one for new ones follows the last of the file', () => {
  const data = gridData(JUDGED, ROWS, NOTHING_UNSAVED, ALL)
  expect(data.rows).toEqual([2, 3, 4, 6])
  expect(data.firstNewRow).toBe(6)
})

test('what was typed stands upon what was judged, and adds rows', () => {
  const typed = [
    { row: 2, role: 'kind', text: 'Factura', shown: 'Factura' },
    { row: 6, role: 'rut', text: '7', shown: '7' },
  ] as const
  const unsaved = withRows(withTyped(NOTHING_UNSAVED, typed), [{ row: 5, isRemoved: false }])
  const data = gridData(JUDGED, ROWS, unsaved, ALL)
  expect(data.rows).toEqual([2, 3, 4, 5, 6, 7])
  expect(textAt(data, 2, 'kind')).toBe('Factura')
  expect(textAt(data, 6, 'rut')).toBe('7')
})

test('the fault of a cell that was typed since is not shown until it is judged', () => {
  const typed = [{ row: 4, role: 'price', text: '1', shown: '1' }] as const
  const unsaved = withTyped(NOTHING_UNSAVED, typed)
  const data = gridData(JUDGED, ROWS, unsaved, ALL)
  expect([...(data.faultsOf(4)?.keys() ?? [])]).toEqual(['rut'])
  expect(wrongCells(ROWS, unsaved).map(({ row, role }) => [row, role])).toEqual([
    [2, 'kind'],
    [4, 'rut'],
  ])
})

test('a row that does not change keeps the same parts', () => {
  const unsaved = withTyped(NOTHING_UNSAVED, [{ row: 2, role: 'kind', text: 'F', shown: 'F' }])
  const [before, after] = [NOTHING_UNSAVED, unsaved].map((one) => gridData(JUDGED, ROWS, one, ALL))
  expect(after?.cellsOf(4)).toBe(before?.cellsOf(4))
  expect(after?.faultsOf(4)).toBe(before?.faultsOf(4))
  expect(after?.typedOf(4)).toBeUndefined()
})

test('the next wrong cell follows the order of the grid and starts again after the last', () => {
  const wrong = wrongCells(ROWS, NOTHING_UNSAVED)
  const at = (found: ReturnType<typeof nextWrong>) => found && [found.row, found.role]
  expect(at(nextWrong(wrong, null, 1))).toEqual([2, 'kind'])
  expect(at(nextWrong(wrong, { row: 4, role: 'rut' }, 1))).toEqual([4, 'price'])
  expect(at(nextWrong(wrong, { row: 4, role: 'price' }, 1))).toEqual([2, 'kind'])
  expect(at(nextWrong(wrong, { row: 4, role: 'rut' }, -1))).toEqual([2, 'kind'])
  expect(nextWrong([], null, 1)).toBeNull()
})
