import { sii as en } from './en/sii.ts'
import { sii as es } from './es/sii.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

export type SiiTextCode = keyof typeof es

export function siiText(
  code: SiiTextCode,
  language: Language,
  values?: Record<string, string | number>,
): string {
  return fill(byLanguage[language][code], values)
}

const byLanguage: Record<Language, Translation<typeof es>> = { es, en }
