import { answers as en } from './en/answers.ts'
import { answers as es } from './es/answers.ts'
import type { Language } from './language.ts'

export type AnswerCode = keyof typeof es

export function answerText(code: AnswerCode, language: Language): string {
  return { es, en }[language][code]
}
