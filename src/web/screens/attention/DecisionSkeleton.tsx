import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function DecisionSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={200} radius={12} />
    </div>
  )
}
