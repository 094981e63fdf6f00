import { FileInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MAX_VOUCHER_BYTES, SHARED_VOUCHER_PATH, VOUCHER_TYPES } from '#contract/vouchers.ts'

/** The proof of a transfer, if there is one. */
export function VoucherField({
  file,
  onChange,
}: {
  file: File | null
  onChange: (file: File | null) => void
}) {
  const { t } = useTranslation()
  return (
    <FileInput
      label={t('pay.voucher')}
      description={t('pay.voucherHint')}
      placeholder={t('pay.voucherChoose')}
      accept={VOUCHER_TYPES.join()}
      clearable
      value={file}
      error={isTooLarge(file) && t('pay.voucherLarge')}
      onChange={onChange}
    />
  )
}

export function isTooLarge(file: File | null): boolean {
  return file !== null && file.size > MAX_VOUCHER_BYTES
}

/** False when it could not be kept: what was said stays said. */
export async function sendVoucher(token: string, key: string, file: File): Promise<boolean> {
  const url = `/api${SHARED_VOUCHER_PATH.replace(':token', token).replace(':key', key)}`
  const headers = { 'content-type': file.type }
  const reply = await fetch(url, { method: 'PUT', headers, body: file }).catch(() => null)
  return reply?.ok ?? false
}
