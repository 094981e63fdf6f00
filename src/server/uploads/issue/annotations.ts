import type { Language } from '#texts/language.ts'
import { uploadOrderTexts } from '#texts/upload-orders.ts'
import { uploadFaultText } from '#texts/uploads.ts'
import type { Annotation } from '../../sheets/annotate-sheet.ts'
import { shownId, type AnnotatedColumn } from '../annotated-columns.ts'
import type { UploadJudged } from '../read-upload.ts'
import { messageOf } from './present.ts'
import type { OrderedDocument } from './progress.ts'

type Cells = Map<number, Map<number, Annotation>>

/**
 * What is written into the file: beside its rows what became of those that were ordered and what is wrong with others, and
 * below them the rows that a person added.
 */
export function annotationsOf(
  judged: UploadJudged,
  ordered: readonly OrderedDocument[],
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
  const byKey = new Map(ordered.map((document) => [document.key, document]))
  for (const { key, rows } of judged.documents) {
    const document = byKey.get(key)
    if (document === undefined) continue
    for (const row of document.held?.rows ?? rows) {
      write(row, 'state', texts.states[document.state])
      write(row, 'folio', document.folio ?? '')
      write(row, 'error', messageOf(document, language) ?? '')
      write(row, 'id', shownId(document.orderId))
    }
  }
  for (const fault of judged.faults) {
    if (cells.get(fault.row)?.has(places.id) === true) continue
    const { cause, instead } = uploadFaultText(fault, language)
    const before = cells.get(fault.row)?.get(places.error)
    write(fault.row, 'state', texts.states.faulty)
    write(fault.row, 'error', [before, cause, instead].filter(Boolean).join(' '))
  }
  for (const { row, column, text } of addedCells(judged)) put(row, column, text)
  if (judged.headerRow > 0) {
    for (const column of missing) write(judged.headerRow, column, texts.columns[column])
  }
  return cells
}

/** Of rows below the file's last one; a column that the file lacks has no place in it. */
function addedCells({ rows, roles, columns, removed, lastRow }: UploadJudged) {
  const isOut = new Set(removed)
  return rows
    .filter(({ row }) => row > lastRow && !isOut.has(row))
    .flatMap(({ row, cells }) =>
      roles.flatMap((role, index) => {
        const column = columns[role]
        const text = cells[index] ?? ''
        return column === undefined || text === '' ? [] : [{ row, column, text }]
      }),
    )
}
