import type { UploadRole } from '#domain/upload.ts'
import type { Language } from '#texts/language.ts'
import { changedRowsText, uploadOrderTexts } from '#texts/upload-orders.ts'
import { uploadFaultText, uploadTexts } from '#texts/uploads.ts'
import type { Annotation } from '../../sheets/annotate-sheet.ts'
import { shownId, type AnnotatedColumn } from '../annotated-columns.ts'
import type { UploadClaimed } from '../ordered/claims.ts'
import { isAsking, joined } from '../ordered/order-standing.ts'
import { messageOf } from './present.ts'
import type { OrderedDocument } from './progress.ts'

type Cells = Map<number, Map<number, Annotation>>

/**
 * What is written into the file: beside its rows what became of those that were ordered, which were taken out and what is
 * wrong with others, and in them what a person typed, with the rows that were added below.
 */
export function annotationsOf(
  judged: UploadClaimed,
  ordered: ReadonlyMap<number, OrderedDocument>,
  language: Language,
): Cells {
  const { places, missing } = judged.annotated
  const texts = uploadOrderTexts(language)
  const cells: Cells = new Map()
  const put = (row: number, column: number, value: Annotation): void => {
    cells.set(row, (cells.get(row) ?? new Map<number, Annotation>()).set(column, value))
  }
  const write = (row: number, column: AnnotatedColumn, value: Annotation): void =>
    put(row, places[column], value)
  for (const { key, rows } of judged.documents) {
    const order = judged.orders.get(key)
    const document = ordered.get(order?.id ?? 0)
    if (order === undefined || document === undefined) continue
    const { state, folio, orderId } = document
    const changed = order.isChanged ? changedRowsText(folio !== null, language) : null
    for (const row of rows) {
      write(row, 'state', texts.states[isAsking(document) ? 'asks' : state])
      write(row, 'folio', folio ?? '')
      write(row, 'error', joined(changed, messageOf(document, language)) ?? '')
      write(row, 'id', shownId(orderId))
    }
  }
  for (const fault of judged.faults) {
    const { cause, instead } = uploadFaultText(fault, language)
    const before = cells.get(fault.row)?.get(places.error)
    write(fault.row, 'state', texts.states.faulty)
    write(fault.row, 'error', [before, cause, instead].filter(Boolean).join(' '))
  }
  for (const row of judged.removed.filter((one) => one <= judged.lastRow)) {
    write(row, 'state', texts.states.removed)
    write(row, 'error', '')
  }
  writeTyped(judged, language, put)
  if (judged.headerRow > 0) {
    for (const column of missing) write(judged.headerRow, column, texts.columns[column])
  }
  return cells
}

/** What a person typed, in its cell; of a column that the file lacks, in one behind all others with its heading. */
function writeTyped(
  { rows, roles, columns, edited, removed, lastRow, headerRow, annotated }: UploadClaimed,
  language: Language,
  put: (row: number, column: number, text: string) => void,
): void {
  const isOut = new Set(removed)
  const added = roles.filter((role) => columns[role] === undefined)
  const columnOf = (role: UploadRole) => columns[role] ?? annotated.end + added.indexOf(role)
  const shown = new Map(rows.map(({ row, cells }) => [row, cells]))
  for (const { row, role } of edited) {
    if (row > lastRow && isOut.has(row)) continue
    put(row, columnOf(role), shown.get(row)?.[roles.indexOf(role)] ?? '')
  }
  if (headerRow === 0) return
  for (const role of added)
    put(headerRow, columnOf(role), uploadTexts(language).template.columns[role])
}
