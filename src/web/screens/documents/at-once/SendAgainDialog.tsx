import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { sendMailsAgain } from '#contract/documents-at-once.ts'
import { send } from '#web/api/client.ts'
import { mailsAgainQuery, type MailAgain } from '#web/api/documents-at-once.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from '#web/ui/AtOnce.module.css'

/** To whom each mail would go once more, and which ones can't; those that can are sent. */
export function SendAgainDialog({
  documents,
  onClose,
  onDone,
}: {
  documents: readonly number[]
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const shown = useQuery(mailsAgainQuery(documents))
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  const end = () => {
    onClose()
    onDone()
  }
  const sendAll = useSend((refused) => {
    if (refused.length === 0) end()
    else setUnsent(refused.flatMap((one) => unsentOf(one, shown.data ?? [])))
  })
  const mails = (shown.data ?? []).flatMap(sendable)
  if (unsent.length > 0) return <UnsentDialog unsent={unsent} onClose={end} />
  return (
    <Dialog
      title={t('bulk.documents.againTitle', { count: documents.length })}
      opened
      size="lg"
      isFirm
      onClose={onClose}
    >
      {shown.isPending && <Skeleton height={160} aria-label={t('loading')} />}
      {shown.isError && (
        <Notice tone="wrong" isAlert>
          {firstMessage(shown.error) ?? t('bulk.failed')}
        </Notice>
      )}
      {shown.data !== undefined && (
        <>
          <p className={classes.sum}>
            {mails.length === 0
              ? t('bulk.documents.againNone')
              : t('bulk.documents.againSum', { count: mails.length })}
          </p>
          <ul className={classes.shown} aria-label={t('bulk.documents.againList')}>
            {shown.data.map((mail) => (
              <li
                key={mail.document}
                className={classes.one}
                data-same={mail.obstacle !== null || undefined}
              >
                <Name mail={mail} />
                <p className={classes.what}>
                  {mail.obstacle === null
                    ? [...mail.to, ...mail.cc].join(', ')
                    : t(`bulk.documents.obstacles.${mail.obstacle}`)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={mails.length === 0 || shown.isFetching}
          loading={sendAll.isPending}
          onClick={() => sendAll.mutate(mails)}
        >
          {mails.length === 0
            ? t('bulk.documents.sendAgain')
            : t('bulk.documents.againConfirm', { count: mails.length })}
        </Button>
      </div>
    </Dialog>
  )
}

interface Unsent {
  mail: MailAgain
  reason: RefusedReason
}

function unsentOf({ delivery, reason }: Outcome, shown: readonly MailAgain[]): Unsent[] {
  const mail = shown.find((one) => one.delivery === delivery)
  return mail === undefined ? [] : [{ mail, reason: reason ?? 'changed' }]
}

/** Which mails were not sent, and why; the others are on their way. */
function UnsentDialog({ unsent, onClose }: { unsent: readonly Unsent[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('bulk.documents.unsentTitle', { count: unsent.length })}
      opened
      size="lg"
      onClose={onClose}
    >
      <ul className={classes.shown} aria-label={t('bulk.documents.unsentList')}>
        {unsent.map(({ mail, reason }) => (
          <li key={mail.document} className={classes.one}>
            <Name mail={mail} />
            <p className={classes.what}>{t(`bulk.documents.unsent.${reason}`)}</p>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onClose} data-autofocus>
          {t('actions.close')}
        </Button>
      </div>
    </Dialog>
  )
}

function Name({ mail: { recipient, folio } }: { mail: MailAgain }) {
  const { t } = useTranslation()
  return (
    <p className={classes.name}>
      {recipient}
      {folio !== null && <span className="muted num"> · {t('documents.number', { folio })}</span>}
    </p>
  )
}

interface Mail {
  delivery: number
  to: string[]
  cc: string[]
}

function sendable({ delivery, to, cc, obstacle }: MailAgain): Mail[] {
  return delivery === null || obstacle !== null ? [] : [{ delivery, to, cc }]
}

type Outcome = ReplyOf<typeof sendMailsAgain>[number]
type RefusedReason = NonNullable<Outcome['reason']>

function useSend(onSent: (refused: readonly Outcome[]) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: (mails: Mail[], key) => send(sendMailsAgain, { body: { mails }, key }),
    onSuccess: (outcomes) => {
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
      const queued = outcomes.length - refused.length
      if (queued > 0) toastSuccess(t('bulk.documents.againDone', { count: queued }))
      onSent(refused)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.failed')),
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  })
}
