import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideTogether, MAX_DOCUMENTS_AT_ONCE } from '#contract/documents-at-once.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import {
  decisionQuery,
  type DecisionShown,
  type JointDecision,
} from '#web/api/documents-at-once.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import classes from '#web/ui/AtOnce.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { ChosenBox } from '#web/ui/ChosenBox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { useBatchCost } from '#web/ui/use-batch-cost.ts'
import { useChosen } from '#web/ui/use-chosen.ts'
import type { JointGroup } from './joint-groups.ts'
import '#web/texts/bulk.ts'

/** One word for many documents that wait for the same: which, how much and with what date is said before. */
export function DecideTogether({ group, onClose }: { group: JointGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const documents = group.documents.slice(0, MAX_DOCUMENTS_AT_ONCE)
  const [decision, setDecision] = useState<JointDecision>(group.decisions[0] ?? 'skip')
  const ids = documents.map(({ id }) => id)
  const shown = useQuery(decisionQuery(ids, decision))
  const chosen = useChosen(ids, ids)
  const decide = useDecide(onClose)
  const taken = (shown.data ?? []).filter((one) => one.may && chosen.isChosen(one.document))
  const total = taken.reduce((sum, one) => sum + (one.total ?? 0), 0)
  const cost = useBatchCost(taken.length)
  const what = { count: taken.length, total: showClp(total) }
  const hasTotal = taken.length > 0 && taken.every((one) => one.total !== null)
  return (
    <Dialog
      title={t('bulk.attention.title', { count: group.documents.length })}
      opened
      size="lg"
      isFirm
      onClose={onClose}
    >
      <Choice
        label={t('bulk.attention.decision')}
        options={group.decisions.map((value) => ({
          value,
          label: t(`bulk.attention.decisions.${value}`),
          hint: t(`bulk.attention.hints.${value}`),
        }))}
        value={decision}
        onChange={setDecision}
      />
      <div className={classes.preview}>
        {shown.isPending && <Skeleton height={140} aria-label={t('loading')} />}
        {shown.isError && (
          <Notice tone="wrong" isAlert>
            {firstMessage(shown.error) ?? t('bulk.failed')}
          </Notice>
        )}
        {shown.data !== undefined && (
          <ul className={classes.shown} aria-label={t('bulk.attention.list')}>
            {shown.data.map((one) => (
              <li key={one.document} className={classes.pick} data-same={!one.may || undefined}>
                <ChosenBox
                  id={one.document}
                  label={t('bulk.attention.pick', { name: one.recipient })}
                  chosen={chosen}
                />
                <span className={classes.product}>
                  <span className={classes.name}>{one.recipient}</span>
                  <span className={classes.note}>{dateText(t, one)}</span>
                </span>
                <span className="num">{one.total === null ? '—' : showClp(one.total)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {decision !== 'skip' && taken.length > 0 && <p className={classes.aside}>{cost}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button
          color={decision === 'skip' ? 'red' : 'teal'}
          disabled={taken.length === 0 || shown.isFetching}
          loading={decide.isPending}
          onClick={() => decide.mutate({ decision, taken })}
        >
          {decision === 'skip' || !hasTotal
            ? t(`bulk.attention.confirm.${decision}`, what)
            : t(`bulk.attention.confirmFor.${decision}`, what)}
        </Button>
      </div>
    </Dialog>
  )
}

function dateText(t: TFunction, { may, date }: DecisionShown): string {
  if (!may) return t('bulk.attention.changed')
  return date === null ? '' : t('bulk.attention.date', { date: showDay(date) })
}

interface Order {
  decision: JointDecision
  taken: DecisionShown[]
}

function useDecide(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: ({ decision, taken }: Order, key) => {
      const documents = taken.map(({ document, date }) => ({ document, date }))
      return send(decideTogether, { body: { decision, documents }, key })
    },
    onSuccess: (outcomes, { decision }) => {
      const done = outcomes.filter(({ outcome }) => outcome === 'done').length
      const said = t(`bulk.attention.done.${decision}`, { count: done })
      if (done === outcomes.length) toastSuccess(said)
      else {
        const left = t('bulk.attention.left', { count: outcomes.length - done })
        toastWarning(`${said} ${left}`)
      }
      onDone()
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.failed')),
    onSettled: () => refreshAgenda(client),
  })
}
