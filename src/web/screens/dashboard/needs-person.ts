import { isDocumentReason, whoActs } from '#domain/reason.ts'
import type { DocumentRow } from '#web/api/queries.ts'

/** Whether the document waits for its user: time and we ourselves heal the rest (domain/reason.ts). */
export function needsPerson({ state, reason }: Pick<DocumentRow, 'state' | 'reason'>): boolean {
  if (reason === null || !isDocumentReason(reason)) return state === 'failed'
  return whoActs(reason) === 'user'
}
