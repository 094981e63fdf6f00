import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readRegistersAgain } from '#contract/analytics.ts'
import type { Analysis } from '#web/api/analytics.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Company } from '#web/api/queries.ts'
import { formatInstant, formatTime, msUntil } from '#web/clock.ts'
import { PATHS } from '#web/paths.ts'
import { IconRefresh } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Analysis.module.css'

interface Props {
  company: Company
  figures: Analysis
}

/** Above the figures: what they are still without, and what to do where it won't come by itself. */
export function ReadingNotice({ company, figures }: Props) {
  const { t } = useTranslation()
  const { reading, missing_months, months } = figures.ours
  const missing = missing_months.length
  if (reading.reason === 'clave') {
    return (
      <Notice
        tone="needsYou"
        title={t('analysis.reading.claveTitle')}
        action={
          <div className={classes.actions}>
            <LinkButton to={PATHS.facturators} size="compact-sm" variant="default">
              {t('analysis.reading.claveAction')}
            </LinkButton>
            <ReadAgain company={company} label={t('analysis.readAgain')} variant="default" />
          </div>
        }
      >
        {t('analysis.reading.claveBody')}
      </Notice>
    )
  }
  if (reading.reason === 'asks') {
    return (
      <Notice
        tone="needsYou"
        title={t('analysis.reading.asksTitle')}
        action={<ReadAgain company={company} label={t('analysis.readAgain')} variant="default" />}
      >
        {t('analysis.reading.asksBody')}
      </Notice>
    )
  }
  const isPaused = reading.state === 'waiting' && reading.reason === null
  if (reading.state === 'stopped' || (reading.state === 'waiting' && !isPaused)) {
    const isStopped = reading.next_try_at === null
    return (
      <Notice
        tone="needsYou"
        title={t(isStopped ? 'analysis.reading.stoppedTitle' : 'analysis.reading.waitingTitle')}
        action={
          <ReadAgain company={company} label={t('analysis.reading.retry')} variant="default" />
        }
      >
        {reading.next_try_at === null
          ? t('analysis.reading.stoppedBody')
          : t('analysis.reading.waitingBody', { when: formatTime(reading.next_try_at) })}
      </Notice>
    )
  }
  if (missing === 0) return null
  if (isPaused) {
    const when = formatTime(reading.next_try_at ?? '')
    return (
      <Notice tone="calm" title={t('analysis.reading.pausedTitle')}>
        {t('analysis.reading.pausedBody', { when })}
      </Notice>
    )
  }
  const isFirst = missing === months.length
  return (
    <div role="status">
      <Notice
        tone="calm"
        title={
          isFirst
            ? t('analysis.reading.firstTitle')
            : t('analysis.reading.someTitle', { count: missing })
        }
      >
        {isFirst ? t('analysis.reading.firstBody') : t('analysis.reading.someBody')}
        <progress
          className={classes.progress}
          aria-label={t('analysis.reading.firstTitle')}
          max={months.length}
          value={months.length - missing}
        />
      </Notice>
    </div>
  )
}

/** Below the figures: what they count, and how old they are (docs/decisions/0010). */
export function ReadingNote({ company, figures }: Props) {
  const { t } = useTranslation()
  const { ours } = figures
  const { read_from: from, read_until: until } = ours
  if (from === null || until === null) return null
  const isBeingRead = ours.reading.state === 'reading' && ours.missing_months.length === 0
  const isPaused = ours.reading.state === 'waiting' && ours.reading.reason === null
  const hasSums = ours.months.some(({ read_at, is_whole }) => read_at !== null && !is_whole)
  return (
    <div className={classes.note}>
      <p>
        {t('analysis.withIva')} {t('analysis.registered')}{' '}
        {!company.issues_facturas && `${t('analysis.gross')} `}
        {dayOf(from) === dayOf(until)
          ? t('analysis.readAt', { when: formatInstant(until) })
          : t('analysis.readBetween', { from: dayOf(from), until: formatInstant(until) })}
      </p>
      {hasSums && <p>{t('analysis.sums')}</p>}
      {ours.uncounted_types.length > 0 && (
        <p>{t('analysis.uncounted', { types: ours.uncounted_types.join(', ') })}</p>
      )}
      {isPaused && ours.missing_months.length === 0 && (
        <p>{t('analysis.reading.againAt', { when: formatTime(ours.reading.next_try_at ?? '') })}</p>
      )}
      {isBeingRead ? (
        <p role="status">{t('analysis.reading.again')}</p>
      ) : (
        ours.reading.state === 'idle' && (
          <ReadAgain company={company} label={t('analysis.readAgain')} lastRead={until} />
        )
      )}
    </div>
  )
}

/** '21/11/2026'. */
function dayOf(instant: string): string {
  return formatInstant(instant).slice(0, 10)
}

/** What was read so lately isn't read again (the server's own limit). */
const JUST_READ_MS = 60_000

function ReadAgain({
  company,
  label,
  lastRead,
  variant = 'subtle',
}: {
  company: Company
  label: string
  /** In a notice it has a border, as every other button there. */
  variant?: 'subtle' | 'default'
  lastRead?: string
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const ask = useMutation({
    mutationFn: () => send(readRegistersAgain, { params: { company_id: company.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['analytics', company.id] }),
    onError: (fault) => toastError(firstMessage(fault) ?? t('analysis.readAgainFailed')),
  })
  return (
    <Button
      variant={variant}
      size="compact-sm"
      leftSection={<IconRefresh size={15} />}
      loading={ask.isPending}
      onClick={() => {
        const isFresh = lastRead !== undefined && -msUntil(lastRead) < JUST_READ_MS
        if (isFresh) toastSuccess(t('analysis.justRead'))
        else ask.mutate()
      }}
    >
      {label}
    </Button>
  )
}
