import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { VOUCHER_ENDINGS, VOUCHER_PATH } from '#contract/vouchers.ts'
import { fetchFile } from '#web/api/client.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { toastError } from '#web/ui/toast.ts'

const ENDINGS = new Map(Object.entries(VOUCHER_ENDINGS))

/** The proof that a payer sent: kept as a file, because it comes from outside. */
export function VoucherButton({ id, className }: { id: number; className?: string }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => fetchFile(VOUCHER_PATH, { id }),
    onSuccess: (file) => keepFile(file, `comprobante ${id}.${ENDINGS.get(file.type) ?? 'bin'}`),
    onError: () => toastError(t('document.downloadFailed')),
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      {...(className !== undefined && { className })}
      leftSection={<IconDownload size={17} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('payment.voucher')}
    </Button>
  )
}
