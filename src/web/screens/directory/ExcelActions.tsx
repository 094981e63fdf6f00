import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DirectoryList } from '#contract/directory.ts'
import { exportDirectory } from '#web/api/directory.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { IconDownload, IconTable } from '#web/ui/icons.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { toastError } from '#web/ui/toast.ts'

const IMPORTS = { clients: PATHS.importClients, products: PATHS.importProducts }

export function ExportButton({ list, company }: { list: DirectoryList; company: number }) {
  const { t } = useTranslation()
  const name = t(list === 'clients' ? 'clients.title' : 'products.title')
  const exporting = useMutateAlone({
    mutationFn: () => exportDirectory(company, list),
    onSuccess: (file) => keepFile(file, `${name.toLowerCase()}.xlsx`),
    onError: (fault) => toastError(firstMessage(fault) ?? t('directory.exportFailed')),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {t('directory.export')}
    </Button>
  )
}

/** Both ways between a list and Excel. */
export function ExcelActions({ list, company }: { list: DirectoryList; company: number }) {
  const { t } = useTranslation()
  return (
    <>
      <ExportButton list={list} company={company} />
      <LinkButton
        to={`${IMPORTS[list]}?company=${company}`}
        variant="default"
        leftSection={<IconTable size={16} />}
      >
        {t('directory.import')}
      </LinkButton>
    </>
  )
}
