import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deliveryAxis, documentState } from '#contract/documents.ts'
import { paymentState } from '#contract/payments.ts'
import { reactionState } from '#contract/reactions.ts'
import { showMonth } from '#texts/formats.ts'
import { installationQuery } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ListFilter } from './document-filter.ts'
import { monthChoices } from './document-filter.ts'
import classes from './Documents.module.css'

/** Each axis has its own choice; what is chosen stands in the address. */
export function Filters({
  filter,
  mayClear,
  onChoose,
  onClear,
}: {
  filter: ListFilter
  /** Where nothing is found, that place offers it. */
  mayClear: boolean
  /** By its name in the address. */
  onChoose: (name: string, value: string) => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today ?? ''
  return (
    <div className={classes.filters} role="search">
      <SearchBox
        label={t('documents.search')}
        value={filter.search}
        onChange={(search) => onChoose('search', search)}
      />
      <NativeSelect
        aria-label={t('documents.state')}
        value={filter.state}
        data={[
          { value: '', label: t('documents.allStates') },
          ...documentState.options.map((option) => ({
            value: option,
            label: t(`documentStates.${option}`),
          })),
        ]}
        onChange={(event) => onChoose('state', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('documents.mail')}
        value={filter.delivery}
        data={[
          { value: '', label: t('documents.allMails') },
          ...deliveryAxis.options.map((option) => ({
            value: option,
            label: t(`deliveryStates.${option}`),
          })),
        ]}
        onChange={(event) => onChoose('mail', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('documents.payment')}
        value={filter.payment}
        data={[
          { value: '', label: t('documents.allPayments') },
          ...paymentState.options.map((option) => ({
            value: option,
            label: t(`paymentStates.${option}`),
          })),
        ]}
        onChange={(event) => onChoose('payment', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('documents.reaction')}
        value={filter.reaction}
        data={[
          { value: '', label: t('documents.allReactions') },
          ...reactionState.options.map((option) => ({
            value: option,
            label: t(`reactionStates.${option}`),
          })),
        ]}
        onChange={(event) => onChoose('reaction', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('documents.document')}
        value={filter.type}
        data={[
          { value: '', label: t('rules.allTypes') },
          { value: '33', label: t('rules.typeFacturas') },
          { value: '39', label: t('rules.typeBoletas') },
          { value: '61', label: t('documents.typeNotas') },
        ]}
        onChange={(event) => onChoose('type', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('documents.month')}
        value={filter.month}
        data={[
          { value: '', label: t('documents.allMonths') },
          ...monthChoices(today, filter.month).map((month) => ({
            value: month,
            label: showMonth(month, language()),
          })),
        ]}
        onChange={(event) => onChoose('month', event.currentTarget.value)}
      />
      {mayClear && (
        <Button variant="subtle" onClick={onClear}>
          {t('documents.clear')}
        </Button>
      )}
    </div>
  )
}
