import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attentionQuery } from '#web/api/agenda.ts'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AttentionList } from '../attention/AttentionList.tsx'
import { HeldMails, useOtherHolding } from '../attention/HeldMails.tsx'
import { SectionHead } from './SectionHead.tsx'

const MOST = 3

/** The most urgent of what waits for a person. Nothing waiting, nothing shown. */
export function Attention() {
  const { t } = useTranslation()
  const { data } = useQuery(attentionQuery())
  const items = data?.items ?? []
  const holding = useOtherHolding(items)
  if (items.length === 0 && holding.length === 0) return null
  return (
    <section aria-labelledby="attention">
      <SectionHead id="attention" title={t('attention.title')}>
        <LinkButton to={PATHS.attention} variant="subtle" size="compact-sm">
          {t('attention.seeAll')}
        </LinkButton>
      </SectionHead>
      <HeldMails holding={holding} />
      <AttentionList items={items.slice(0, MOST)} />
    </section>
  )
}
