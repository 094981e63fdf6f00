import { ActionIcon } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { muteClientReminders } from '#contract/reminders.ts'
import { isGenericRut } from '#domain/rut.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Receivables } from '#web/api/payments.ts'
import { reminderMutesQuery } from '#web/api/reminders.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { IconBell, IconBellOff } from '#web/ui/icons.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

type Client = Pick<Receivables['clients'][number], 'company' | 'client'>

/**
 * Whether a client is reminded of what it owes, and the switch of that; nothing where its company reminds nobody, nor for a
 * RUT that many clients share.
 */
export function useReminded({ company, client }: Client): 'yes' | 'no' | null {
  const { data = [] } = useQuery(reminderMutesQuery())
  const mutes = data.find((one) => one.company === company.id)
  if (mutes === undefined || !mutes.on || isGenericRut(client.identifier)) return null
  return mutes.muted.includes(client.identifier) ? 'no' : 'yes'
}

/** Whether any company reminds its clients. */
export function useReminds(): boolean {
  const { data = [] } = useQuery(reminderMutesQuery())
  return data.some(({ on }) => on)
}

export function MuteClient(of: Client) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reminded = useReminded(of)
  const { company, client } = of
  const muting = useMutateAlone({
    mutationFn: (muted: boolean) =>
      send(muteClientReminders, {
        params: { id: company.id },
        body: { client: client.identifier, muted },
      }),
    onSuccess: (_saved, muted) => {
      const said = muted ? 'receivables.muted' : 'receivables.unmuted'
      toastSuccess(t(said, { client: client.name }))
    },
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['documents'] }),
  })
  if (reminded === null) return null
  const isMuted = reminded === 'no'
  const label = t(isMuted ? 'receivables.unmute' : 'receivables.mute', { client: client.name })
  const Icon = isMuted ? IconBellOff : IconBell
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      loading={muting.isPending}
      onClick={() => muting.mutate(!isMuted)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
