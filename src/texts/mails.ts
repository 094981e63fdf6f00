import { mails as en } from './en/mails.ts'
import { mails as es } from './es/mails.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export type MailTexts = Translation<typeof es>

export function mailTexts(language: Language): MailTexts {
  return byLanguage[language]
}

const byLanguage: Record<Language, MailTexts> = { es, en }
