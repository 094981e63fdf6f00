import { uploadOrders as en } from './en/upload-orders.ts'
import { uploadOrders as es } from './es/upload-orders.ts'
import type { Language } from './language.ts'
import { fill, type Translation } from './translation.ts'

export type UploadOrderTexts = Translation<typeof es>
export type UploadOrderRefusal = keyof UploadOrderTexts['refusals']

export function uploadOrderTexts(language: Language): UploadOrderTexts {
  return byLanguage[language]
}

/** Of a document whose rows say something else since it was ordered. */
export function changedRowsText(isIssued: boolean, language: Language): string {
  const { issued, ordered } = byLanguage[language].changedRows
  return isIssued ? issued : ordered
}

const byLanguage: Record<Language, UploadOrderTexts> = { es, en }

/** Why documents of a file are not ordered. */
export function uploadOrderText(
  code: UploadOrderRefusal,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return fill(byLanguage[language].refusals[code], values)
}
