import type { TFunction } from 'i18next'
import type { DocumentDetail } from '#web/api/queries.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'

/** How a sentence names a document and its amount: a boleta's is gross. */
export function kindWords(
  t: TFunction,
  type: DocumentDetail['document_type'],
): { noun: string; amount: string } {
  const kind = TYPE_NAMES[type]
  return { noun: t(`documentNouns.${kind}`), amount: t(`documentAmounts.${kind}`) }
}
