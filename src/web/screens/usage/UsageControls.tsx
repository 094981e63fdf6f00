import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CHARGES_REPORT_PATH } from '#contract/charges.ts'
import { showMonth } from '#texts/formats.ts'
import { fetchFile } from '#web/api/client.ts'
import { firstMessage, hasCode } from '#web/api/fault.ts'
import type { Usage } from '#web/api/usage.ts'
import { language } from '#web/language.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './Usage.module.css'

/** Which month, and its lines as a workbook. `asked`: the month of the address, '' for this one. */
export function UsageControls({
  usage,
  asked,
  onChoose,
}: {
  usage: Usage | undefined
  asked: string
  onChoose: (month: string) => void
}) {
  const { t } = useTranslation()
  const month = asked === '' ? (usage?.months[0] ?? '') : asked
  // A month of the address that nothing arose in stands beside those of the list.
  const months = [...new Set([...(usage?.months ?? []), month])].toSorted().toReversed()
  const download = useMutation({
    mutationFn: (of: string) => fetchFile(CHARGES_REPORT_PATH, { month: of }),
    onSuccess: (file, of) => keepFile(file, t('usage.file', { month: of })),
    onError: (fault) => {
      if (!hasCode(fault, 'password_required')) {
        toastError(firstMessage(fault) ?? t('usage.downloadFailed'))
      }
    },
  })
  return (
    <div className={classes.controls}>
      <NativeSelect
        aria-label={t('usage.month')}
        className={classes.month}
        value={month}
        data={months.map((one) => ({ value: one, label: showMonth(one, language()) }))}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={17} />}
        disabled={usage === undefined || usage.month !== month || usage.lines.length === 0}
        loading={download.isPending}
        onClick={() => download.mutate(month)}
      >
        {t('usage.download')}
      </Button>
    </div>
  )
}
