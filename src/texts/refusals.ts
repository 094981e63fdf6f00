import { documentTypes as enTypes, refusals as en } from './en/refusals.ts'
import { documentTypes as esTypes, refusals as es } from './es/refusals.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

export type RefusalCode = keyof typeof es

export function refusalText(
  code: RefusalCode,
  language: Language,
  values?: Record<string, string | number>,
): string {
  return fill(byLanguage[language][code], values)
}

/** 'Factura electrónica'. */
export function documentTypeName(kind: keyof typeof esTypes, language: Language): string {
  return typesByLanguage[language][kind]
}

const byLanguage: Record<Language, Translation<typeof es>> = { es, en }
const typesByLanguage: Record<Language, Translation<typeof esTypes>> = { es: esTypes, en: enTypes }
