import { ownData as en } from './en/own-data.ts'
import { ownData as es } from './es/own-data.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export type OwnDataTexts = Translation<typeof es>

export function ownDataTexts(language: Language): OwnDataTexts {
  return language === 'es' ? es : en
}
