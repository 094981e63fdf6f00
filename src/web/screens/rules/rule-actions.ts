import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { resumeRule } from '#contract/rule-months.ts'
import { changeRule, deleteRule } from '#contract/rules.ts'
import { showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Rule, RuleDocument } from '#web/api/queries.ts'
import { departureQuery, DEPARTURES, rulesQuery } from '#web/api/queries.ts'
import { partKey, useMutateOnce } from '#web/api/use-mutate-once.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { toastUndo } from '#web/ui/undo-toast.tsx'
import { stoppedText } from './made-text.ts'

const KEY = rulesQuery().queryKey

/** Shown at once, kept by the server, taken back when it refuses (docs/decisions/0018). */
export function useTogglePause() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const undo = useUndoPause()
  return useMutation({
    mutationFn: ({ id, is_paused }: Rule) =>
      send(changeRule, { params: { id }, body: { is_paused: !is_paused } }),
    onMutate: async (rule) => {
      await client.cancelQueries({ queryKey: KEY })
      const before = client.getQueryData(KEY)
      client.setQueryData(KEY, (rules) =>
        rules?.map((other) =>
          other.id === rule.id ? { ...other, is_paused: !rule.is_paused } : other,
        ),
      )
      return { before }
    },
    onError: (_fault, _rule, context) => {
      if (context?.before !== undefined) client.setQueryData(KEY, context.before)
      toastError(t('rules.toggleFailed'))
    },
    onSuccess: async (changed) => {
      const stopped = changed.stopped ?? []
      if (stopped.length > 0) {
        const date = await dateOfUndone(client, changed.facturator_comp)
        const which = stoppedText(t, stopped, 'stops')
        // Without a date to name there is nothing to undo by one press: activating the rule asks.
        if (date === undefined) {
          toastSuccess(t('rules.pausedStops', { which }))
          return
        }
        const isLater = isAfter(date, stopped)
        const later = isLater ? ` ${t('rules.undoLater', { date: showDay(date) })}` : ''
        const said = t('rules.pausedStops', { which }) + later
        // This pause has an end of its own, whatever came of the last one's.
        undo.renew()
        toastUndo(undoId(changed), said, t('actions.undo'), () =>
          undo.mutate({ id: changed.id, date, isLater }),
        )
      } else toastSuccess(t(changed.is_paused ? 'rules.pausedToast' : 'rules.activatedToast'))
    },
    onSettled: () => refreshAgenda(client),
  })
}

/** Activated in another way, its pause is no longer to be undone. */
export function undoId({ id }: Pick<Rule, 'id'>): string {
  return `undo pause ${id}`
}

/** The date that what goes on again would carry at least; undefined when that can't be known now. */
async function dateOfUndone(client: QueryClient, company: number): Promise<string | undefined> {
  const departure = await client.fetchQuery(departureQuery(company)).catch(() => undefined)
  return departure?.date
}

function isAfter(date: string, stopped: readonly RuleDocument[]): boolean {
  return stopped.some(({ emission_date: own }) => own < date)
}

/** The rule goes on, and what its pause stopped with it. */
function useUndoPause() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    mutationFn: ({ id, date }: { id: number; date: string; isLater: boolean }, key: string) =>
      send(resumeRule, {
        params: { id },
        body: { issue: null, restore: true, date },
        key: partKey(key, String(id)),
      }),
    onSuccess: (_answer, { date, isLater }) =>
      toastSuccess(
        isLater ? t('rules.pauseUndoneLater', { date: showDay(date) }) : t('rules.pauseUndone'),
      ),
    onError: (fault) => toastError(firstMessage(fault) ?? t('rules.toggleFailed')),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await refreshAgenda(client)
    },
  })
}

export function useDeleteRule() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Rule) => send(deleteRule, { params: { id } }),
    onMutate: async (rule) => {
      await client.cancelQueries({ queryKey: KEY })
      const before = client.getQueryData(KEY)
      client.setQueryData(KEY, (rules) => rules?.filter(({ id }) => id !== rule.id))
      return { before }
    },
    onError: (fault, _rule, context) => {
      if (context?.before !== undefined) client.setQueryData(KEY, context.before)
      toastError(firstMessage(fault) ?? t('rules.deleteFailed'))
    },
    onSuccess: () => toastSuccess(t('rules.deletedToast')),
    onSettled: () => refreshAgenda(client),
  })
}
