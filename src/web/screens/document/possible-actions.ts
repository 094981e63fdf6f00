import type { DocumentDetail } from '#web/api/queries.ts'

export type DocumentAction = 'skip' | 'issueNow' | 'issueMissed' | 'retry' | 'decide' | 'annul'

/** What a person may do, from the document alone; the server has the last word and answers 409. */
export function possibleActions({
  state,
  reason,
  document_type,
  annulment,
}: Pick<DocumentDetail, 'state' | 'reason' | 'document_type' | 'annulment'>): DocumentAction[] {
  switch (state) {
    case 'waiting':
      return ['issueNow', 'skip']
    case 'planned':
    case 'needs_data':
      return reason === 'missed' ? ['issueMissed', 'skip'] : ['skip']
    case 'queued':
      return ['skip']
    case 'failed':
      return ['retry', 'skip']
    case 'uncertain':
      return reason === 'lookAlikes' || reason === 'notFoundTwice' ? ['decide'] : []
    case 'issued':
      return document_type === 39 && annulment === null ? ['annul'] : []
    case 'issuing':
    case 'skipped':
    case 'annulled':
      return []
  }
}
