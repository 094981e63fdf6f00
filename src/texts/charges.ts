import { chargesReport as en } from './en/charges.ts'
import { chargesReport as es } from './es/charges.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export function chargesReportTexts(language: Language): Translation<typeof es> {
  return language === 'es' ? es : en
}
