import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstMessage } from '#web/api/fault.ts'
import type { Rule } from '#web/api/queries.ts'
import { fetchRuleFile } from '#web/api/rule-file.ts'
import { IconDownload, IconFile } from '#web/ui/icons.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { menuOptions } from '#web/ui/menu-options.ts'
import { toastError } from '#web/ui/toast.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('./ImportDialog.tsx')).ImportDialog,
}))

/** All rules to Excel, and back once they are edited. */
export function ExcelMenu({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation()
  const [isImporting, setIsImporting] = useState(false)
  const download = useMutation({
    mutationFn: fetchRuleFile,
    onSuccess: (file) => keepFile(file, t('bulk.rules.excelFile')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.fileFailed')),
  })
  return (
    <>
      <Menu {...menuOptions} width={260}>
        <Menu.Target>
          <Button variant="default" loading={download.isPending}>
            {t('bulk.rules.excel')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => download.mutate()}>
            {t('bulk.rules.excelExport')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFile size={16} />} onClick={() => setIsImporting(true)}>
            {t('bulk.rules.excelImport')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isImporting && (
        <Suspense>
          <ImportDialog rules={rules} onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
