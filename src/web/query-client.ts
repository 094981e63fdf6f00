import { QueryClient } from '@tanstack/react-query'
import { ApiFault } from './api/fault.ts'

const MOST_TRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once: one that waited for it would act later, unseen by who gave it up.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // A refusal won't change by asking again; a silent or broken server may.
      retry: (failures, fault) => failures < MOST_TRIES && mayHeal(fault),
      retryDelay: (failures) => 800 * 2 ** failures,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

function mayHeal(fault: unknown): boolean {
  return fault instanceof ApiFault && (fault.status === null || fault.status >= 500)
}
