import type { TFunction } from 'i18next'
import { isDocumentReason } from '#domain/reason.ts'

/** What happened and what to do. A code this page doesn't know yet gets a sentence that promises nothing. */
export function reasonText(t: TFunction, code: string): { what: string; todo: string } {
  const known = isDocumentReason(code) ? code : 'unknown'
  return { what: t(`reasons.${known}.what`), todo: t(`reasons.${known}.todo`) }
}
