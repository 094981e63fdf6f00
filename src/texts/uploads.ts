import type { FaultValues, UploadFaultCause, UploadRole } from '#domain/upload.ts'
import { uploads as en } from './en/uploads.ts'
import { uploads as es } from './es/uploads.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

export type UploadTexts = Translation<typeof es>

export function uploadTexts(language: Language): UploadTexts {
  return byLanguage[language]
}

const byLanguage: Record<Language, UploadTexts> = { es, en }

interface TextedFault {
  cause: UploadFaultCause
  role: UploadRole
  /** What the cell shows. */
  value: string
  values: FaultValues
}

/** What is wrong with a cell and what to write instead, in two sentences. */
export function uploadFaultText(
  { cause, role, value, values }: TextedFault,
  language: Language,
): { cause: string; instead: string } {
  const { faults, template } = byLanguage[language]
  const texts = faults[cause]
  const all = { column: template.columns[role], value, ...values }
  return { cause: fill(texts.cause, all), instead: fill(texts.instead, all) }
}
