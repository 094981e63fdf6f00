import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideReturnedMails } from '#contract/deliveries.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import {
  returnedMailsQuery,
  type MailDecision,
  type ReturnedMail,
} from '#web/api/documents-at-once.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import classes from '#web/ui/AtOnce.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { ChosenBox } from '#web/ui/ChosenBox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { useChosen } from '#web/ui/use-chosen.ts'
import '#web/texts/bulk.ts'

const DECISIONS: readonly MailDecision[] = ['resend', 'leave']

/** One word for many mails that came back: which, and to whom each goes, is said before. */
export function DecideMails({ onClose }: { onClose: () => void }) {
  const shown = useQuery(returnedMailsQuery())
  const { t } = useTranslation()
  return (
    <Dialog title={t('bulk.mails.title')} opened size="lg" isFirm onClose={onClose}>
      {shown.isPending && <Skeleton height={220} aria-label={t('loading')} />}
      {shown.isError && (
        <Notice tone="wrong" isAlert>
          {firstMessage(shown.error) ?? t('bulk.failed')}
        </Notice>
      )}
      {shown.data !== undefined && <Form mails={shown.data} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ mails, onClose }: { mails: readonly ReturnedMail[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [decision, setDecision] = useState<MailDecision>('resend')
  const ids = mails.map(({ delivery }) => delivery)
  const chosen = useChosen(ids, ids)
  const decide = useDecide(onClose)
  const may = (mail: ReturnedMail) => decision === 'leave' || mail.resend_to.length > 0
  const taken = mails.filter((mail) => may(mail) && chosen.isChosen(mail.delivery))
  return (
    <>
      <Choice
        label={t('bulk.attention.decision')}
        options={DECISIONS.map((value) => ({
          value,
          label: t(`bulk.mails.decisions.${value}`),
          hint: t(`bulk.mails.hints.${value}`),
        }))}
        value={decision}
        onChange={setDecision}
      />
      <div className={classes.preview}>
        <ul className={classes.shown} aria-label={t('bulk.mails.list')}>
          {mails.map((mail) => (
            <li key={mail.delivery} className={classes.pick} data-same={!may(mail) || undefined}>
              <ChosenBox
                id={mail.delivery}
                label={t('bulk.mails.pick', { name: nameOf(t, mail) })}
                chosen={chosen}
              />
              <span className={classes.product}>
                <span className={classes.name}>{nameOf(t, mail)}</span>
                <span className={classes.note}>{whereText(t, mail, decision)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={taken.length === 0}
          loading={decide.isPending}
          onClick={() => decide.mutate({ decision, taken })}
        >
          {t(`bulk.mails.confirm.${decision}`, { count: taken.length })}
        </Button>
      </div>
    </>
  )
}

function nameOf(t: TFunction, { recipient, folio }: ReturnedMail): string {
  return folio === null ? recipient : `${recipient} · ${t('documents.number', { folio })}`
}

/** An address may have been corrected since the mail came back. */
function whereText(t: TFunction, mail: ReturnedMail, decision: MailDecision): string {
  const { sent_to, resend_to } = mail
  if (decision === 'leave') return sent_to.join(', ')
  if (resend_to.length === 0) return t('bulk.mails.cannot')
  const isSame = sent_to.toSorted().join() === resend_to.toSorted().join()
  return t(isSame ? 'bulk.mails.same' : 'bulk.mails.other', { to: resend_to.join(', ') })
}

function useDecide(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: (
      { decision, taken }: { decision: MailDecision; taken: readonly ReturnedMail[] },
      key,
    ) => {
      const mails = taken.map(({ delivery, resend_to }) => ({ delivery, resend_to }))
      return send(decideReturnedMails, { body: { decision, mails }, key })
    },
    onSuccess: (outcomes, { decision }) => {
      const done = outcomes.filter(({ outcome }) => outcome === 'done').length
      const said = t(`bulk.mails.done.${decision}`, { count: done })
      if (done === outcomes.length) toastSuccess(said)
      else toastWarning(`${said} ${t('bulk.attention.left', { count: outcomes.length - done })}`)
      onDone()
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.failed')),
    onSettled: () => refreshAgenda(client),
  })
}
