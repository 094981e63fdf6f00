import { reasons as en } from './en/web-reasons.ts'
import { reasons as es } from './es/web-reasons.ts'
import type { Language } from './language.ts'

/** What keeps something from being issued and what to do about it; null for a code that has no sentence. */
export function reasonText(
  code: string,
  language: Language,
): { what: string; todo: string } | null {
  const [, found] = Object.entries(byLanguage[language]).find(([name]) => name === code) ?? []
  return found ?? null
}

const byLanguage = { es, en }
