import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeRulesAtOnce, previewRulesChange } from '#contract/rule-bulk.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { rulesQuery } from '#web/api/queries.ts'
import type { RuleDifference, RulesChange } from '#web/api/rules-at-once.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { toastUndo } from '#web/ui/undo-toast.tsx'
import { sumOf } from './difference-text.ts'

export interface Order {
  rules: readonly number[]
  change: RulesChange
  digest: string
}

const UNDO = 'undo rules at once'

/** Makes what was shown; `onChanged` is called where that was no longer true, to look at it anew. */
export function useChangeAtOnce(onDone: () => void, onChanged: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const undo = useUndo()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: ({ rules, change, digest }: Order, key) =>
      send(changeRulesAtOnce, { body: { rules: [...rules], change, digest }, key }),
    onSuccess: ({ rules }, { change }) => {
      const { rules: count } = sumOf(rules)
      const said = t(`bulk.rules.done.${change.kind}`, { count })
      const back = wayBack(change, rules)
      if (back === null) toastSuccess(said)
      else toastUndo(UNDO, said, t('actions.undo'), () => undo.mutate(back))
      onDone()
    },
    onError: (fault) => {
      toastError(firstMessage(fault) ?? t('bulk.failed'))
      if (hasStatus(fault, 409) || hasStatus(fault, 404)) onChanged()
    },
    onSettled: () => refresh(client),
  })
}

interface WayBack {
  rules: number[]
  change: RulesChange
}

/** What takes it back whole; null where something would stay lost: documents, other days, other prices. */
function wayBack(change: RulesChange, differences: readonly RuleDifference[]): WayBack | null {
  if (change.kind === 'prices') {
    if (change.change.by === 'withdraw') return null
    const moved = differences.filter(({ lines }) => lines.some(({ price }) => price !== null))
    const isLost = moved.some(({ lines }) => lines.some(({ replaced }) => replaced.length > 0))
    const { from } = change
    return isLost ? null : backBy(moved, { kind: 'prices', from, change: { by: 'withdraw' } })
  }
  if (change.kind === 'pause') {
    const paused = differences.filter(({ is_paused }) => is_paused !== null)
    const isLost = paused.some(({ stopped }) => stopped.length > 0)
    return isLost ? null : backBy(paused, { kind: 'resume' })
  }
  return null
}

function backBy(differences: readonly RuleDifference[], change: RulesChange): WayBack | null {
  return differences.length === 0 ? null : { rules: differences.map(({ id }) => id), change }
}

function useUndo() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: async (back: WayBack, key) => {
      const { digest } = await send(previewRulesChange, { body: back })
      return send(changeRulesAtOnce, { body: { ...back, digest }, key })
    },
    onSuccess: () => toastSuccess(t('bulk.rules.undone')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.failed')),
    onSettled: () => refresh(client),
  })
}

async function refresh(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: rulesQuery().queryKey })
  await refreshAgenda(client)
}
