import { startFaults as en } from './en/start-faults.ts'
import { startFaults as es } from './es/start-faults.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

/** Why Folio cannot start, for the terminal. */
export function startFaultText(
  fault: { code: keyof typeof es; detail: string },
  language: Language,
): string {
  return fill(byLanguage[language][fault.code], { detail: fault.detail })
}

const byLanguage: Record<Language, Translation<typeof es>> = { es, en }
