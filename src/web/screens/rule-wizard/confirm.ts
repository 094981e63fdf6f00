import type { Company, Emission, Forecast } from '#web/api/queries.ts'
import type { DraftPlace } from './draft.ts'
import { useConfirmLabel, useOrder } from './order.ts'
import { orderPayload, rulePayload, startDateOf } from './payload.ts'
import { useSave } from './wizard-actions.ts'
import type { WizardState } from './wizard.ts'

interface Confirmed {
  company: Company
  /** As far as it is counted for exactly what is on the screen. */
  emission: Emission | undefined
  asksFirst: boolean
  /** In how many documents that wait a change is wanted too. */
  waiting: number
  today: string
}

/** What the last step's button says and does: saves the rule, or orders the one document. */
export function useConfirm(
  state: WizardState,
  place: DraftPlace,
  { requestKey, forecast }: { requestKey: string; forecast: Forecast | undefined },
) {
  const save = useSave(place, requestKey, forecast?.this_month?.date)
  const order = useOrder(place, requestKey)
  const { label, date } = useConfirmLabel(state, place)

  async function run({ company, emission, asksFirst, waiting, today }: Confirmed): Promise<void> {
    if (state.once !== null) {
      if (emission === undefined || date === undefined) return
      // The date that the button named: once the hour has made it another, the server refuses.
      const document = orderPayload(state, company.id, date)
      await order.mutateAsync(document).catch(() => undefined)
      return
    }
    const start = startDateOf(state, today, asksFirst)
    const firstDate = asksFirst && state.first === 'today' ? forecast?.first?.date : undefined
    const rule = rulePayload(state, company.id, start, firstDate)
    await save.mutateAsync({ rule, waiting }).catch(() => undefined)
  }

  const isPending = save.isPending || order.isPending
  return { label, run, isPending, isSaving: isPending || save.isSuccess || order.isSuccess }
}
