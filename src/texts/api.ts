import { api as en } from './en/api.ts'
import { api as es } from './es/api.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export type ApiTexts = Translation<typeof es>

export function apiTexts(language: Language): ApiTexts {
  return { es, en }[language]
}
