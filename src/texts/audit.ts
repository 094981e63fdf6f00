import { countWithinHour as enCount, events as enEvents, secretUses as enUses } from './en/audit.ts'
import { countWithinHour as esCount, events as esEvents, secretUses as esUses } from './es/audit.ts'
import type { Language } from './language.ts'
import { fill } from './translation.ts'

export type AuditTextCode = keyof typeof esEvents

/** The sentence of an event, with what it needs of its data; of one this version doesn't know, its code. */
export function auditText(
  kind: string,
  data: Record<string, string | number>,
  language: Language,
): string {
  const texts: Record<string, string> = language === 'es' ? esEvents : enEvents
  return fill(texts[kind] ?? kind, data)
}

/** Beside the sentence of what happened more than once within an hour. */
export function auditCountText(count: number, language: Language): string {
  return fill(language === 'es' ? esCount : enCount, { count })
}

/** When and what for a secret was opened: 'clave' for 'portalLogin'. */
export function secretUseText(kind: string, purpose: string, language: Language): string {
  const texts: Record<string, Record<string, string>> = language === 'es' ? esUses : enUses
  return texts[kind]?.[purpose] ?? `${kind}: ${purpose}`
}
