import { ruleFile as en } from './en/rule-file.ts'
import { ruleFile as es } from './es/rule-file.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export type RuleFileTexts = Translation<typeof es>
export type RuleFileRole = keyof RuleFileTexts['columns']
export type RuleFileCause = keyof RuleFileTexts['faults']

export function ruleFileTexts(language: Language): RuleFileTexts {
  return byLanguage[language]
}

const byLanguage: Record<Language, RuleFileTexts> = { es, en }
