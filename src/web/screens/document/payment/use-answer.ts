import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite, ReplyOf } from '#contract/call.ts'
import { decideDeclarations } from '#contract/payments.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'

export type Decision = BodyToWrite<typeof decideDeclarations>['decisions'][number]
type Outcome = ReplyOf<typeof decideDeclarations>['outcomes'][number]

/** Answers declarations. `tooMuch` are those that need a second word, because more would have come than is owed. */
export function useAnswer() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [tooMuch, setTooMuch] = useState<Decision[]>([])
  const answering = useMutateAlone({
    mutationFn: (decisions: Decision[]) => send(decideDeclarations, { body: { decisions } }),
    onSuccess: ({ outcomes }, decisions) => {
      setTooMuch(asksAgain(outcomes, decisions))
      const told = outcomes.map(({ outcome }) => outcome).filter((one) => one !== 'tooMuch')
      const done = told.find((one) => one === 'confirmed' || one === 'rejected')
      if (told.includes('changed')) toastWarning(t('payment.changed'))
      else if (done !== undefined) toastSuccess(t(`payment.${done}`))
      else if (told.length > 0) toastWarning(t('payment.already'))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
  return { ...answering, tooMuch, forget: () => setTooMuch([]) }
}

export type Answer = ReturnType<typeof useAnswer>

function asksAgain(outcomes: readonly Outcome[], decisions: readonly Decision[]): Decision[] {
  return outcomes.flatMap(({ id, outcome, excess }) => {
    const decision = decisions.find((one) => one.id === id)
    return outcome === 'tooMuch' && decision !== undefined
      ? [{ ...decision, excess: excess ?? 0 }]
      : []
  })
}
