import type { Language } from '#texts/language.ts'
import { uploadOrderTexts } from '#texts/upload-orders.ts'
import { uploadFaultText } from '#texts/uploads.ts'
import type { Annotation } from '../../sheets/annotate-sheet.ts'
import { shownId, type AnnotatedColumn } from '../annotated-columns.ts'
import type { UploadJudged } from '../read-upload.ts'
import { messageOf } from './present.ts'
import type { OrderedDocument } from './progress.ts'

type Cells = Map<number, Map<number, Annotation>>

/** What is written into the file beside its rows: what became of those that were ordered, and what is wrong with others. */
export function annotationsOf(
  judged: UploadJudged,
  ordered: readonly OrderedDocument[],
  language: Language,
): Cells {
  const { places, missing } = judged.annotated
  const texts = uploadOrderTexts(language)
  const cells: Cells = new Map()
  const write = (row: number, column: AnnotatedColumn, value: Annotation): void => {
    const of = cells.get(row) ?? new Map<number, Annotation>()
    cells.set(row, of.set(places[column], value))
  }
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
  if (judged.headerRow > 0) {
    for (const column of missing) write(judged.headerRow, column, texts.columns[column])
  }
  return cells
}
