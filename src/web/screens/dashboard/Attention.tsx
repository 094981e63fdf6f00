import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { listAttention } from '#contract/agenda.ts'
import type { ReplyOf } from '#contract/call.ts'
import { PATHS } from '#web/paths.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AttentionList } from '../attention/AttentionList.tsx'
import { SectionHead } from './SectionHead.tsx'

const MOST = 3

/**
 * The most urgent of what waits for a person. Nothing waiting, nothing shown. Asked for by the screen, which waits
 * for it: asking here too would begin a failed question anew, and the screen would wait and fail for ever.
 */
export function Attention({ asked }: { asked: UseQueryResult<ReplyOf<typeof listAttention>> }) {
  const { t } = useTranslation()
  const isFailed = asked.isError && asked.data === undefined
  const items = asked.data?.items ?? []
  if (items.length === 0 && !isFailed) return null
  return (
    <section aria-labelledby="attention">
      <SectionHead id="attention" title={t('attention.title')}>
        <LinkButton to={PATHS.attention} variant="subtle" size="compact-sm">
          {t('attention.seeAll')}
        </LinkButton>
      </SectionHead>
      {isFailed && (
        <FaultNotice
          title={t('attention.loadFailed')}
          fault={asked.error}
          onRetry={() => void asked.refetch()}
        />
      )}
      {items.length > 0 && <AttentionList items={items.slice(0, MOST)} />}
    </section>
  )
}
