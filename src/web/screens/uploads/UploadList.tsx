import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { deleteUpload } from '#contract/uploads.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { uploadsChanged, type UploadSummary } from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { formatInstant } from '#web/clock.ts'
import { uploadPath } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconTrash } from '#web/ui/icons.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Uploads.module.css'

/** Earlier files: who uploaded each, when, and what came of it. */
export function UploadList({ uploads }: { uploads: UploadSummary[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<UploadSummary | null>(null)
  const remove = useDeleteUpload(() => setChosen(null))
  return (
    <>
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <li key={upload.id} className={classes.item}>
            {upload.is_gone && upload.ordered === 0 ? (
              <div className={classes.row}>
                <Facts upload={upload} />
              </div>
            ) : (
              <Link to={uploadPath(upload.id)} className={classes.row}>
                <Facts upload={upload} />
              </Link>
            )}
            {!upload.is_gone && (
              <ActionIcon
                variant="subtle"
                size={36}
                className={classes.remove}
                aria-label={t('uploads.deleteOne', { name: upload.file_name })}
                onClick={() => setChosen(upload)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t('uploads.deleteTitle', { name: chosen?.file_name ?? '' })}
        body={t((chosen?.ordered ?? 0) > 0 ? 'uploads.deleteBodyOrdered' : 'uploads.deleteBody')}
        confirm={t('uploads.delete')}
        isDangerous
        isBusy={remove.isPending}
        opened={chosen !== null}
        onConfirm={() => chosen !== null && remove.mutate(chosen.id)}
        onClose={() => setChosen(null)}
      />
    </>
  )
}

function Facts({ upload }: { upload: UploadSummary }) {
  const { t } = useTranslation()
  const at = formatInstant(upload.uploaded_at)
  return (
    <>
      <span className={classes.who}>
        <span className={classes.name}>{upload.file_name}</span>
        <span className="muted small num">
          {upload.uploaded_by === null
            ? t('uploads.uploadedAt', { at })
            : t('uploads.uploadedBy', { who: upload.uploaded_by, at })}
        </span>
      </span>
      <span className={classes.result}>
        {resultsOf(t, upload).map(({ tone, text }) => (
          <Pill key={text} tone={tone}>
            {text}
          </Pill>
        ))}
      </span>
    </>
  )
}

interface Result {
  /** Amber: a person has something to do. */
  tone: 'plain' | 'accent' | 'amber'
  text: string
}

/** What became of the file, or what it waits for. */
function resultsOf(t: TFunction, upload: UploadSummary): Result[] {
  return upload.ordered > 0 ? progressOf(t, upload) : [resultOf(t, upload)]
}

function progressOf(t: TFunction, { ordered, issued, asking, failed }: UploadSummary): Result[] {
  const waits: Result[] = (['asking', 'failed'] as const).flatMap((what) => {
    const count = what === 'asking' ? asking : failed
    return count === 0 ? [] : { tone: 'amber', text: t(`uploads.result.${what}`, { count }) }
  })
  const text = t('uploads.result.issued', { issued, count: ordered })
  return [...waits, { tone: issued === ordered ? 'accent' : 'plain', text }]
}

function resultOf(t: TFunction, upload: UploadSummary): Result {
  const { documents, valid, faults, is_gone } = upload
  if (is_gone) return { tone: 'plain', text: t('uploads.result.gone') }
  if (documents === 0) return { tone: 'amber', text: t('uploads.result.columns') }
  if (faults > 0) return { tone: 'amber', text: t('uploads.result.faults', { count: faults }) }
  return { tone: 'accent', text: t('uploads.result.ready', { count: valid }) }
}

function useDeleteUpload(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (id: number) => send(deleteUpload, { params: { id } }),
    onSuccess: async () => {
      await uploadsChanged(client)
      onDone()
      toastSuccess(t('uploads.deleted'))
    },
    onError: (fault) => {
      onDone()
      toastError(firstMessage(fault) ?? t('uploads.deleteFailed'))
    },
  })
}
