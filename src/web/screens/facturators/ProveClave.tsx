import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { testCredentials } from '#contract/facturators.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, isUnreachable } from '#web/api/fault.ts'
import { certificateQuery, credentialsQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastSuccess } from '#web/ui/toast.ts'

/** Signs in at the SII once with the clave that is kept: what waited for its person to do something there goes on. */
export function useProof(id: number) {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutateAlone({
    mutationFn: () => send(testCredentials, { params: { id } }),
    onSuccess: async (proved) => {
      client.setQueryData(credentialsQuery(id).queryKey, proved)
      toastSuccess(t('facturators.proved'))
      await Promise.all([
        client.invalidateQueries({ queryKey: certificateQuery(id).queryKey }),
        refreshAgenda(client),
      ])
    },
    // A refusal is on record by now.
    onError: () => client.invalidateQueries({ queryKey: credentialsQuery(id).queryKey }),
  })
}

type Proof = ReturnType<typeof useProof>

export function ProveButton({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  return (
    <Button size="sm" variant="default" loading={proof.isPending} onClick={() => proof.mutate()}>
      {t('facturators.prove')}
    </Button>
  )
}

export function ProofFailure({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  if (!proof.isError) return null
  return (
    <Notice tone="wrong" isAlert>
      {isUnreachable(proof.error)
        ? t('faults.connection')
        : (firstMessage(proof.error) ?? t('onboarding.failed'))}
    </Notice>
  )
}
