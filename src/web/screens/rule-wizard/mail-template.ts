import type { RuleKind } from '#domain/document.ts'
import { DEFAULT_BOLETA_SUBJECT, DEFAULT_SUBJECT } from '#domain/template.ts'
import { mails } from '#texts/es/mails.ts'

/** In Spanish in every language: those who get the mail read it, not those who write it. */
export function defaultSubject(kind: RuleKind): string {
  return kind === 'factura' ? DEFAULT_SUBJECT : DEFAULT_BOLETA_SUBJECT
}

export function defaultBody(): string {
  return mails.document.defaultBody
}
