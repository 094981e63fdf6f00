import { sql } from 'kysely'
import type { DocumentRow } from './trail.ts'

/** What made a document. Its key begins with it, so it is known when the rule is deleted. */
export type DocumentOrigin = 'rule' | 'request' | 'nota'

/** The key of a one-off and of the row that says what it says, by the browser's request. */
export function requestKey(idempotencyKey: string): string {
  return `request:${idempotencyKey}`
}

export function originOf({ key }: Pick<DocumentRow, 'key'>): DocumentOrigin {
  if (key.startsWith('request:')) return 'request'
  return key.startsWith('nota:') ? 'nota' : 'rule'
}

/** No rule made it: a person ordered it, once. */
export function isOneOff(row: Pick<DocumentRow, 'key'>): boolean {
  return originOf(row) === 'request'
}

/** As `isOneOff`, of the row `d`. */
export const IS_ONE_OFF = sql<boolean>`starts_with(d.key, 'request:')`
