import type { DirectoryFault } from '#domain/directory.ts'
import type { FaultValues, UploadFaultCause } from '#domain/upload.ts'
import { directory as en } from './en/directory.ts'
import { directory as es } from './es/directory.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'
import { uploadTexts } from './uploads.ts'

export type DirectoryTexts = Translation<typeof es>

export function directoryTexts(language: Language): DirectoryTexts {
  return byLanguage[language]
}

const byLanguage: Record<Language, DirectoryTexts> = { es, en }

interface TextedFault {
  cause: UploadFaultCause | DirectoryFault
  heading: string
  /** What the cell shows. */
  value: string
  values: FaultValues
}

interface Sentences {
  cause: string
  instead: string
}

/** What is wrong with a cell of a file of clients or products, and what to write instead. */
export function directoryFaultText(
  { cause, heading, value, values }: TextedFault,
  language: Language,
): Sentences {
  const all: Readonly<Record<string, Sentences>> = {
    ...uploadTexts(language).faults,
    ...byLanguage[language].faults,
  }
  const texts = all[cause] ?? { cause, instead: '' }
  const filled = { column: heading, value, ...values }
  return { cause: fill(texts.cause, filled), instead: fill(texts.instead, filled) }
}
