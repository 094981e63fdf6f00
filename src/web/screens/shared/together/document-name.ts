import type { TFunction } from 'i18next'
import { TYPE_NAMES } from '#web/documents/type-names.ts'

/** 'Factura N° 1042'. */
export function nameOf(
  t: TFunction,
  { document_type, folio }: { document_type: 33 | 39; folio: number | null },
): string {
  const type = t(`documentTypes.${TYPE_NAMES[document_type]}`)
  return t('document.headingNumber', { type, folio: folio ?? '' })
}
