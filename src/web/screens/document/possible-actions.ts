import type { DocumentDetail } from '#web/api/queries.ts'

export type DocumentAction =
  'skip' | 'issueNow' | 'issueMissed' | 'retry' | 'decide' | 'annul' | 'nota'

/** What a person may do, from the document alone; the server has the last word and answers 409. */
export function possibleActions({
  state,
  reason,
  document_type,
  annulment,
  notas,
}: Pick<
  DocumentDetail,
  'state' | 'reason' | 'document_type' | 'annulment' | 'notas'
>): DocumentAction[] {
  switch (state) {
    case 'waiting':
      return ['issueNow', 'skip']
    case 'planned':
    case 'needs_data':
      return reason === 'missed' ? ['issueMissed', 'skip'] : ['skip']
    case 'queued':
      return reason === 'looksRepeated' ? ['issueNow', 'skip'] : ['skip']
    case 'failed':
      return ['retry', 'skip']
    case 'uncertain':
      return reason === 'lookAlikes' || reason === 'notFoundTwice' ? ['decide'] : []
    case 'issued':
      if (document_type === 39) return annulment === null ? ['annul'] : []
      return document_type === 33 && !isTakenBack(notas) ? ['nota'] : []
    case 'issuing':
    case 'skipped':
    case 'annulled':
      return []
  }
}

/** Whole, or about to be: what came to nothing takes nothing back. */
function isTakenBack(notas: DocumentDetail['notas']): boolean {
  return notas.some(
    ({ correction, state }) => correction === 'annul' && state !== 'failed' && state !== 'skipped',
  )
}
