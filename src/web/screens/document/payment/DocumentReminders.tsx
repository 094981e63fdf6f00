import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { muteReminders } from '#contract/reminders.ts'
import { isGenericRut } from '#domain/rut.ts'
import { showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { documentRemindersQuery, type DocumentReminders as Shown } from '#web/api/reminders.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './Payment.module.css'

type Sent = Shown['sent'][number]

/** What its client was reminded of it, and whether it is to be reminded: shown where its company does so. */
export function DocumentReminders({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(documentRemindersQuery(id))
  const mute = useMute(id)
  if (data === undefined || (!data.on && data.sent.length === 0)) return null
  return (
    <details className={classes.reminders}>
      <summary>{summaryOf(t, data)}</summary>
      {data.sent.length > 0 && (
        <ul className={classes.money}>
          {data.sent.map((one) => (
            <li key={`${one.day} ${one.step}`} className={classes.movement}>
              <span>{t(`reminders.steps.${one.step}`)}</span>
              <span className="num">{showDay(one.day)}</span>
              <span className={classes.about}>{becameOf(t, one)}</span>
            </li>
          ))}
        </ul>
      )}
      <Checkbox
        label={t('reminders.muteDocument')}
        description={data.given_back ? t('reminders.isGivenBack') : null}
        checked={data.muted}
        onChange={({ currentTarget }) => mute({ of: 'document', muted: currentTarget.checked })}
      />
      {isGenericRut(data.client.identifier) ? (
        <p className="muted small">{t('reminders.sharedRut')}</p>
      ) : (
        <Checkbox
          label={t('reminders.muteClient', { client: data.client.name })}
          checked={data.client_muted}
          onChange={({ currentTarget }) => mute({ of: 'client', muted: currentTarget.checked })}
        />
      )}
    </details>
  )
}

function summaryOf(t: TFunction, { on, muted, given_back, client_muted, next }: Shown): string {
  if (!on) return t('reminders.documentOff')
  if (given_back) return t('reminders.documentGivenBack')
  if (muted || client_muted) return t('reminders.documentMuted')
  return next === null
    ? t('reminders.documentNone')
    : t('reminders.documentNext', { day: showDay(next.day) })
}

function becameOf(t: TFunction, { state, reason }: Sent): string {
  if (state === 'failed' && (reason === 'notDue' || reason === 'late')) {
    return t(`reminders.unsent.${reason}`)
  }
  return t(`reminders.states.${state}`)
}

function useMute(id: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = documentRemindersQuery(id)
  const { mutate } = useMutateAlone({
    mutationFn: (body: { of: 'document' | 'client'; muted: boolean }) =>
      send(muteReminders, { params: { id }, body }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('payment.failed')),
  })
  return mutate
}
