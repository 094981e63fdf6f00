import { sql, type RawBuilder } from 'kysely'
import type { DocumentRow } from './trail.ts'

/** What made a document. Its key begins with it, so it is known when the rule is deleted. */
export type DocumentOrigin = 'rule' | 'request' | 'upload' | 'nota'

/** The key of a rule's document of one month to one client, in SQL: what is still to be planned is named by it, too. */
export function ruleKey(of: Record<'ruleId' | 'period' | 'clientId', RawBuilder<unknown>>) {
  return sql<string>`'rule:' || ${of.ruleId} || ':' || ${of.period} || ':client:' || ${of.clientId}`
}

/** The key of a one-off and of the row that says what it says, by the browser's request. */
export function requestKey(idempotencyKey: string): string {
  return `request:${idempotencyKey}`
}

/** The key of a document of an uploaded file. `group`: as that file's documents are called. */
export function uploadKey(uploadId: number, group: string): string {
  return `upload:${uploadId}:${group}`
}

export function originOf({ key }: Pick<DocumentRow, 'key'>): DocumentOrigin {
  if (key.startsWith('request:')) return 'request'
  if (key.startsWith('upload:')) return 'upload'
  return key.startsWith('nota:') ? 'nota' : 'rule'
}

/** No rule made it: a person ordered it, once, alone or with others of an uploaded file. */
export function isOneOff(row: Pick<DocumentRow, 'key'>): boolean {
  const origin = originOf(row)
  return origin === 'request' || origin === 'upload'
}

/** As `isOneOff`, of the row `d`. */
export const IS_ONE_OFF = sql<boolean>`(starts_with(d.key, 'request:') or starts_with(d.key, 'upload:'))`
