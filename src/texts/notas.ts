import { notas as en } from './en/notas.ts'
import { notas as es } from './es/notas.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export type NotaTexts = Translation<typeof es>

export function notaTexts(language: Language): NotaTexts {
  return byLanguage[language]
}

export { printedNota } from './es/notas.ts'

const byLanguage: Record<Language, NotaTexts> = { es, en }
