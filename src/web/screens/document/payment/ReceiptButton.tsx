import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RECEIPT_PATH } from '#contract/receipts.ts'
import { fetchFile } from '#web/api/client.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { toastError } from '#web/ui/toast.ts'

/** What was paid of the document, as its payer has it. */
export function ReceiptButton({ id }: { id: number }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => fetchFile(RECEIPT_PATH, { id }),
    onSuccess: (file) => keepFile(file, t('payment.receiptFile', { id })),
    onError: () => toastError(t('document.downloadFailed')),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('payment.receipt')}
    </Button>
  )
}
