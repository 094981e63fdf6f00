import { useTranslation } from 'react-i18next'
import { showClp, showDay } from '#texts/formats.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { differencesOf, isAmount, type ShownDifference } from './differences.ts'

/** What the SII has otherwise than it was asked for, side by side. */
export function Differences({ detail }: { detail: string }) {
  const { t } = useTranslation()
  const differences = differencesOf(detail)
  if (differences.length === 0) return null
  return (
    <section aria-label={t('document.differences')}>
      <p className="muted small">{t('document.differences')}</p>
      <Facts
        facts={differences.map((difference) => [
          t(`document.differenceFields.${difference.field}`, { line: difference.line }),
          t('document.difference', {
            expected: shown(difference, difference.expected),
            seen: shown(difference, difference.seen),
          }),
        ])}
      />
    </section>
  )
}

function shown({ field }: ShownDifference, value: string): string {
  if (value === '') return '—'
  if (field === 'issueDate') return showDay(value)
  return isAmount(field) && /^-?\d+$/.test(value) ? showClp(Number(value)) : value
}
