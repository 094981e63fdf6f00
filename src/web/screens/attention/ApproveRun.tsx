import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approveRun } from '#contract/unusual-runs.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { installationQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { Mend } from './mend.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** A day with many more documents than ever: one word for all of them, that names their sum. */
export function ApproveRun({
  run,
  documents,
  total,
  name,
  day,
}: Omit<Extract<Mend, { kind: 'approveRun' }>, 'kind'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAsked, setIsAsked] = useState<boolean | null>(null)
  const approve = useMutateOnce({
    mutationFn: (_, key) => send(approveRun, { params: { id: run }, key }),
    onSuccess: (reply) => toastSuccess(t('attention.runApproved', { count: reply.documents })),
    onError: (fault) => toastError(firstMessage(fault) ?? t('document.actionFailed')),
    onSettled: async () => {
      setIsAsked(false)
      await refreshAgenda(client)
    },
  })
  const pesos = showClp(total)
  const today = useQuery(installationQuery()).data?.today ?? day
  const dated = t(day < today ? 'attention.runDatePast' : 'attention.runDate', {
    date: showDay(day),
  })
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>
        {t('attention.approveRun', { count: documents })}
      </Button>
      {isAsked !== null && (
        <Suspense>
          <ConfirmDialog
            title={t('attention.runTitle')}
            body={`${t('attention.runBody', { count: documents, name, total: pesos })} ${dated}`}
            confirm={t('attention.runConfirm', { total: pesos })}
            isBusy={approve.isPending}
            opened={isAsked}
            onClose={() => setIsAsked(false)}
            onConfirm={() => approve.mutate()}
          />
        </Suspense>
      )}
    </>
  )
}
