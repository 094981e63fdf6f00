import { registerTypes as enTypes, report as en } from './en/analytics.ts'
import { registerTypes as esTypes, report as es } from './es/analytics.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

export type ReportTexts = Translation<typeof es>

export function reportTexts(language: Language): ReportTexts {
  return language === 'es' ? es : en
}

/** By the SII's own number, in which 39 is a shop's boleta; null is a boleta de honorarios. */
export function registerTypeName(tipoDte: number | null, language: Language): string {
  const names: Record<string, string> = language === 'es' ? esTypes : enTypes
  if (tipoDte === null) return names['honorarios'] ?? ''
  return names[String(tipoDte)] ?? fill(names['other'] ?? '', { number: tipoDte })
}
