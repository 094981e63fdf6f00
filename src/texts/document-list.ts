import { documentList as en } from './en/document-list.ts'
import { documents as enDocuments } from './en/web-documents.ts'
import { documentList as es } from './es/document-list.ts'
import { documents as esDocuments } from './es/web-documents.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

/** The list of documents as a file, in the words of the screen. */
export function documentListTexts(language: Language) {
  return byLanguage[language]
}

export type DocumentListTexts = ReturnType<typeof documentListTexts>

const spanish: Translation<typeof es> = es

const byLanguage = {
  es: { ...spanish, ...statesOf(esDocuments) },
  en: { ...en, ...statesOf(enDocuments) },
}

function statesOf({
  documentStates,
  deliveryStates,
  paymentStates,
}: Pick<Translation<typeof esDocuments>, 'documentStates' | 'deliveryStates' | 'paymentStates'>) {
  return { states: documentStates, deliveries: deliveryStates, payments: paymentStates }
}
