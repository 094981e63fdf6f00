import { problems as en } from './en/problems.ts'
import { problems as es } from './es/problems.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

export type ProblemCode = keyof typeof es

export function problemText(
  code: ProblemCode,
  language: Language,
  values?: Record<string, string | number>,
): string {
  return fill(byLanguage[language][code], values)
}

const byLanguage: Record<Language, Translation<typeof es>> = { es, en }
