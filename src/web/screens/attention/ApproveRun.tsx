import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approveRun } from '#contract/unusual-runs.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { DEPARTURES } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useBatchCost } from '#web/ui/use-batch-cost.ts'
import { useReadyDeparture } from '#web/ui/use-departure.ts'
import type { Mend } from './mend.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

type Run = Omit<Extract<Mend, { kind: 'approveRun' }>, 'kind'>

/** A day with many more documents than ever: one word for all of them, that names their sum and their date. */
export function ApproveRun(run: Run) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState<boolean | null>(null)
  const approve = useApprove(run, () => setIsAsked(false))
  const { documents: count, name, day } = run
  const { isPast, date, shown } = useReadyDeparture(run.company, day, isAsked === true)
  const cost = useBatchCost(count)
  const total = showClp(run.total)
  const what = { count, name, total, own: showDay(day), date: shown }
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{t('attention.approveRun', { count })}</Button>
      {isAsked !== null && (
        <Suspense>
          <ConfirmDialog
            title={t('attention.runTitle')}
            body={
              isPast
                ? `${t('attention.runPast', what)} ${cost}`
                : `${t('attention.runBody', what)} ${t('attention.runDate', { date: showDay(day) })} ${cost}`
            }
            confirm={t(isPast ? 'attention.runConfirmPast' : 'attention.runConfirm', what)}
            isBusy={approve.isPending || date === undefined}
            opened={isAsked}
            onClose={() => setIsAsked(false)}
            onConfirm={() => approve.mutate(date)}
          />
        </Suspense>
      )}
    </>
  )
}

function useApprove({ run, documents, total }: Run, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    // A day that has got more documents is approved once more.
    about: `${documents} ${total}`,
    keyFollowsContent: true,
    mutationFn: (date: string | undefined, key) =>
      send(approveRun, { params: { id: run }, body: date === undefined ? {} : { date }, key }),
    onSuccess: (reply) => toastSuccess(t('attention.runApproved', { count: reply.documents })),
    onError: (fault) => toastError(firstMessage(fault) ?? t('document.actionFailed')),
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await refreshAgenda(client)
    },
  })
}
