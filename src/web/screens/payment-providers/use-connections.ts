import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  connectTestAccount,
  endPaymentConnection,
  offerPaymentConnection,
  savePaymentConnection,
  testPaymentConnection,
} from '#contract/payment-connections.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import {
  paymentConnectionsQuery,
  type PaymentConnection,
  type ProviderName,
} from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { ConnectionToWrite } from './connection-form.ts'

/** The list shows what came of it, whatever that was. */
function useOutcome() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return {
    t,
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('providers.failed')),
    onSettled: () => client.invalidateQueries({ queryKey: paymentConnectionsQuery().queryKey }),
    sayTest: ({ test_outcome }: PaymentConnection, good: string) => {
      if (test_outcome === 'ok') toastSuccess(good)
      else toastError(t('providers.testedBad'))
    },
  }
}

export function useSave(companyId: number, onSaved: () => void) {
  const { t, sayTest, ...rest } = useOutcome()
  return useMutateAlone({
    mutationFn: (body: ConnectionToWrite) =>
      send(savePaymentConnection, { params: { id: companyId }, body }),
    onSuccess: (saved) => {
      sayTest(saved, t('providers.saved'))
      onSaved()
    },
    ...rest,
  })
}

export function useConnectTest(companyId: number) {
  const { t, sayTest, ...rest } = useOutcome()
  return useMutateAlone({
    mutationFn: (provider: ProviderName) =>
      send(connectTestAccount, { params: { id: companyId }, body: { provider } }),
    onSuccess: (saved, provider) =>
      sayTest(saved, t('providers.connected', { name: t(`providers.names.${provider}`) })),
    ...rest,
  })
}

export function useTest() {
  const { t, sayTest, ...rest } = useOutcome()
  return useMutateAlone({
    mutationFn: (id: number) => send(testPaymentConnection, { params: { id } }),
    onSuccess: (tested) => sayTest(tested, t('providers.testedOk')),
    ...rest,
  })
}

export function useOffer(name: string) {
  const { t, onError, onSettled } = useOutcome()
  return useMutateAlone({
    mutationFn: ({ id, isOffered }: { id: number; isOffered: boolean }) =>
      send(offerPaymentConnection, { params: { id }, body: { is_offered: isOffered } }),
    onSuccess: ({ is_offered: isOffered }) =>
      toastSuccess(t(isOffered ? 'providers.nowOffered' : 'providers.noLonger', { name })),
    onError,
    onSettled,
  })
}

export function useEnd(name: string, onEnded: () => void) {
  const { t, onError, onSettled } = useOutcome()
  return useMutateAlone({
    mutationFn: (id: number) => send(endPaymentConnection, { params: { id } }),
    onSuccess: () => {
      toastSuccess(t('providers.removed', { name }))
      onEnded()
    },
    onError,
    onSettled,
  })
}
