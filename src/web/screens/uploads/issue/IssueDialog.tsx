import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  orderUpload,
  UPLOAD_ALREADY_ORDERED,
  UPLOAD_CONTENT_CHANGED,
  UPLOAD_LOOKS_REPEATED,
} from '#contract/upload-orders.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasCode } from '#web/api/fault.ts'
import {
  uploadedFileQuery,
  uploadOrdered,
  type UploadOrder,
  type UploadDocument,
  type UploadSummary,
} from '#web/api/uploads.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { totalOf } from './issue-date.ts'
import { confirmedOf, type RepeatsByKey } from './repeats.ts'
import classes from './Issue.module.css'

/** Above so many documents their number is typed, because nothing of what is issued can be undone. */
const MAX_UNTYPED = 20

/** Names the number, the total and the day before anything is ordered. */
export function IssueDialog({
  upload,
  chosen,
  repeats,
  total,
  day,
  onClose,
  onOrdered,
}: {
  upload: UploadSummary
  chosen: readonly UploadDocument[]
  repeats: RepeatsByKey
  total: ReturnType<typeof totalOf>
  day: string
  onClose: () => void
  onOrdered: () => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const ordering = useOrder(upload.id, () => {
    onClose()
    onOrdered()
  })
  const count = chosen.length
  const isConfirmed = count <= MAX_UNTYPED || typed.trim() === String(count)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isConfirmed) return
    const documents = chosen.map(({ key, content }) => ({ key, content }))
    const confirmed = confirmedOf(chosen, repeats)
    ordering.mutate({ documents, count, issue_date: day, confirmed })
  }
  const { knownClp, unknown } = total
  const values = { count, total: showClp(knownClp), day: showDay(day) }
  return (
    <Dialog title={t('uploads.confirm.title', values)} opened onClose={onClose}>
      <form className={classes.confirm} onSubmit={submit} noValidate>
        <p>
          {t(unknown === count ? 'uploads.confirm.bodyUnknown' : 'uploads.confirm.body', values)}
          {unknown > 0 && unknown < count && ` ${t('uploads.issue.unknown', { count: unknown })}`}
        </p>
        <p className="muted">{t('uploads.confirm.undo')}</p>
        {count > MAX_UNTYPED && (
          <TextInput
            label={t('uploads.confirm.type', values)}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            error={isTried && !isConfirmed && t('uploads.confirm.typeWrong', values)}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        )}
        {ordering.isError && (
          <Notice tone="wrong" isAlert>
            {firstMessage(ordering.error) ?? t('uploads.confirm.failed')}
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={ordering.isPending}>
            {t('uploads.confirm.button', values)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Refusals of what is not as it was shown any more. */
const OLD = [UPLOAD_CONTENT_CHANGED, UPLOAD_ALREADY_ORDERED, UPLOAD_LOOKS_REPEATED]

function useOrder(upload: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutateOnce({
    mutationFn: (body: UploadOrder, key) =>
      send(orderUpload, { params: { id: upload }, body, key }),
    keptAs: `upload ${upload}`,
    keyFollowsContent: true,
    onSuccess: (progress) => {
      void uploadOrdered(client, progress)
      onDone()
    },
    onError: (fault) => {
      const isOld = OLD.some((code) => hasCode(fault, code))
      // What is true now stands behind the dialog.
      if (isOld) void client.invalidateQueries({ queryKey: uploadedFileQuery(upload).queryKey })
    },
  })
}
