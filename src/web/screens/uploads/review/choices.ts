import type { TFunction } from 'i18next'
import type { UploadRole } from '#domain/upload.ts'

/** What a cell of few values may say; null where anything may be written. */
export function choicesOf(t: TFunction, role: UploadRole): string[] | null {
  switch (role) {
    case 'kind':
      return [t('uploads.values.factura'), t('uploads.values.boleta')]
    case 'currency':
      return ['CLP', 'UF']
    case 'withholder':
      return [t('uploads.values.recipient'), t('uploads.values.issuer')]
    case 'ufDate':
      return [t('uploads.values.prevMonthClose'), t('uploads.values.dayOf')]
    case 'sendEmail':
      return [t('uploads.values.yes'), t('uploads.values.no')]
    default:
      return null
  }
}
