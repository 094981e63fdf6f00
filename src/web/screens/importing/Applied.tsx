import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DirectoryList } from '#contract/directory.ts'
import type { ImportReply } from '#web/api/directory.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Import.module.css'

type Counts = Extract<ImportReply, { kind: 'applied' }>['counts']

export function writtenCount(counts: Counts): number {
  return counts.reduce((sum, { added, changed }) => sum + added + changed, 0)
}

export function Applied({
  list,
  company,
  counts,
  onAnother,
}: {
  list: DirectoryList
  company: number
  counts: Counts
  onAnother: () => void
}) {
  const { t } = useTranslation()
  const path = list === 'clients' ? PATHS.clients : PATHS.products
  return (
    <div role="status">
      <EmptyState
        title={t('importing.applied')}
        body={t('importing.appliedBody', { count: writtenCount(counts) })}
        action={
          <div className={classes.buttons}>
            <LinkButton to={`${path}?company=${company}`}>
              {t(list === 'clients' ? 'clients.title' : 'products.title')}
            </LinkButton>
            <Button variant="default" onClick={onAnother}>
              {t('importing.another')}
            </Button>
          </div>
        }
      />
    </div>
  )
}
