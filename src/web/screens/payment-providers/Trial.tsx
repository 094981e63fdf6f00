import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { startPaymentTrial, TRIAL_CLP } from '#contract/payment-trials.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentTrialQuery, type PaymentTrial } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { formatInstant } from '#web/clock.ts'
import { leaveFor } from '#web/ui/leave-for.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './PaymentProviders.module.css'

/** A payment of nothing at the provider's own page, and how the last one ended. */
export function Trial({ id, name, mode }: { id: number; name: string; mode: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(paymentTrialQuery(id))
  const starting = useMutateAlone({
    mutationFn: () => send(startPaymentTrial, { params: { id } }),
    onSuccess: leaveFor,
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('providers.failed')),
  })
  return (
    <div className={classes.trial}>
      {data?.trial && <Ended id={id} name={name} trial={data.trial} />}
      <p className="muted small num">
        {t('providers.trial.hint', { amount: showClp(TRIAL_CLP), name })}
      </p>
      <Button
        variant="default"
        size="compact-sm"
        loading={starting.isPending}
        aria-label={t('providers.trial.startOf', { name, mode })}
        onClick={() => starting.mutate()}
      >
        {t('providers.trial.start')}
      </Button>
    </div>
  )
}

/** Who comes back from the provider's page is led to it. */
function Ended({ id, name, trial }: { id: number; name: string; trial: PaymentTrial }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const words = useRef<HTMLDivElement>(null)
  const isBack = params.get('trial') === String(id)
  useEffect(() => {
    if (isBack) words.current?.focus()
  }, [isBack])
  return (
    <div ref={words} tabIndex={-1} className={classes.ended} aria-live="polite">
      <p data-trial={trial.state}>
        {t(`providers.trial.${trial.state}`, {
          name,
          amount: showClp(trial.amount),
          when: formatInstant(trial.at),
        })}
      </p>
      {trial.state === 'succeeded' && trial.is_notified !== null && (
        <p className="small">{noticeOf(t, name, trial.is_notified)}</p>
      )}
    </div>
  )
}

function noticeOf(t: TFunction, name: string, isNotified: boolean): string {
  return t(isNotified ? 'providers.trial.notified' : 'providers.trial.notNotified', { name })
}
