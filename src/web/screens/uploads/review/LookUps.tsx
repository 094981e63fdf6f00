import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showRut } from '#texts/formats.ts'
import { firstMessage } from '#web/api/fault.ts'
import { askSiiAgain, showFile, type JudgedUpload, type UploadDocument } from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError } from '#web/ui/toast.ts'
import classes from './Review.module.css'

/** How far the SII has been asked for new clients, and of whom it gave nothing. */
export function LookUps({ upload, judged }: { upload: number; judged: JudgedUpload }) {
  const { t } = useTranslation()
  const { done, total } = judged.look_ups
  const failed = failedClients(judged.documents)
  return (
    <>
      {done < total && (
        <div className={classes.lookUps} role="status">
          <span className="num">{t('uploads.lookUps.asking', { done, count: total })}</span>
          <progress value={done} max={total} aria-label={t('uploads.lookUps.progress')} />
          <span className="muted small">{t('uploads.lookUps.hint')}</span>
        </div>
      )}
      {failed.length > 0 && <Failed upload={upload} failed={failed} />}
    </>
  )
}

function Failed({ upload, failed }: { upload: number; failed: FailedClient[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const again = useMutateAlone({
    mutationFn: () => askSiiAgain(upload),
    onSuccess: (file) => showFile(client, file),
    onError: (fault) => toastError(firstMessage(fault) ?? t('uploads.lookUps.failed')),
  })
  return (
    <Notice
      tone="needsYou"
      title={t('uploads.lookUps.failedTitle', { count: failed.length })}
      action={
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {t('uploads.lookUps.again')}
        </Button>
      }
    >
      <ul>
        {failed.slice(0, MAX_NAMED).map(({ rut, message }) => (
          <li key={rut} className="num">
            {showRut(rut)}: {message}
          </li>
        ))}
      </ul>
      {failed.length > MAX_NAMED && (
        <p>{t('uploads.lookUps.more', { count: failed.length - MAX_NAMED })}</p>
      )}
    </Notice>
  )
}

const MAX_NAMED = 5

interface FailedClient {
  rut: string
  message: string
}

function failedClients(documents: readonly UploadDocument[]): FailedClient[] {
  const found = new Map<string, FailedClient>()
  for (const { rut, client } of documents) {
    if (rut === null || client?.kind !== 'look_up' || client.look_up !== 'failed') continue
    found.set(rut, { rut, message: client.message })
  }
  return [...found.values()]
}
