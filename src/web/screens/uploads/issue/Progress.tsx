import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cancelUpload, pauseUpload, resumeUpload } from '#contract/upload-orders.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { uploadOrdered, type UploadProgress, type UploadSummary } from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { PATHS } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconDownload, IconPause, IconPlay } from '#web/ui/icons.ts'
import { toastError } from '#web/ui/toast.ts'
import { keepAnnotated } from '../keep-files.ts'
import { durationText } from './duration-text.ts'
import { OrderedList } from './OrderedList.tsx'
import classes from './Issue.module.css'

/** What became of the documents that were ordered, while it happens. */
export function Progress({
  progress,
  upload,
}: {
  progress: UploadProgress
  /** Null once its file is gone. */
  upload: UploadSummary | null
}) {
  const { t } = useTranslation()
  const { totals, seconds_left, is_paused } = progress
  const done = totals.issued + totals.failed + totals.cancelled
  return (
    <div className={classes.stack}>
      <section className={classes.state} aria-labelledby="upload-state">
        <div className={classes.words}>
          <h2 id="upload-state" className="num" aria-live="polite">
            {t('uploads.progress.title', { issued: totals.issued, count: totals.ordered })}
          </h2>
          <p className="muted num">
            {is_paused
              ? t('uploads.progress.paused')
              : seconds_left === null
                ? t(restKey(totals))
                : t('uploads.progress.left', { time: durationText(t, seconds_left) })}
          </p>
          {totals.asking > 0 && (
            <p className="num">
              {t('uploads.progress.asking', { count: totals.asking })}{' '}
              <Link to={PATHS.attention}>{t('uploads.progress.toAttention')}</Link>
            </p>
          )}
        </div>
        <Actions progress={progress} upload={upload} />
        <progress
          className={classes.progress}
          value={done}
          max={totals.ordered}
          aria-label={t('uploads.progress.bar')}
        />
        <dl className={classes.counts}>
          {PARTS.filter((part) => totals[part] > 0).map((part) => (
            <div key={part} data-part={part}>
              <dt>{t(`uploads.progress.parts.${part}`)}</dt>
              <dd className="num">{totals[part]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <OrderedList documents={progress.documents} />
    </div>
  )
}

/** Where nothing moves by itself: whether all is done, or what the rest waits for. */
function restKey({ ordered, issued, failed, cancelled, asking }: UploadProgress['totals']) {
  const left = ordered - issued - failed - cancelled
  if (left === 0) return 'uploads.progress.done'
  return left === asking ? 'uploads.progress.onlyAsking' : 'uploads.progress.still'
}

const PARTS = [
  'issued',
  'queued',
  'waiting',
  'planned',
  'asking',
  'uncertain',
  'failed',
  'cancelled',
] as const

function Actions({
  progress: { upload: id, is_paused, cancellable },
  upload,
}: {
  progress: UploadProgress
  upload: UploadSummary | null
}) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { turn, cancel } = useOrders(id, () => setIsAsking(false))
  const keep = useMutateAlone({
    mutationFn: keepAnnotated,
    onError: (fault) => toastError(firstMessage(fault) ?? t('uploads.progress.fileFailed')),
  })
  return (
    <div className={classes.actions}>
      {(cancellable > 0 || is_paused) && (
        <Button
          variant="default"
          leftSection={is_paused ? <IconPlay size={16} /> : <IconPause size={16} />}
          loading={turn.isPending}
          onClick={() => turn.mutate(!is_paused)}
        >
          {t(is_paused ? 'uploads.progress.resume' : 'uploads.progress.pause')}
        </Button>
      )}
      {cancellable > 0 && (
        <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
          {t('uploads.progress.cancel')}
        </Button>
      )}
      {upload !== null && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={keep.isPending}
          onClick={() => keep.mutate(upload)}
        >
          {t('uploads.progress.file')}
        </Button>
      )}
      <ConfirmDialog
        title={t('uploads.progress.cancelTitle', { count: cancellable })}
        body={t('uploads.progress.cancelBody')}
        confirm={t('uploads.progress.cancelYes')}
        isDangerous
        isBusy={cancel.isPending}
        opened={isAsking}
        onConfirm={() => cancel.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

function useOrders(id: number, onCancelled: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const onError = (fault: Error) => toastError(firstMessage(fault) ?? t('uploads.progress.failed'))
  const turn = useMutateAlone({
    mutationFn: (isPaused: boolean) =>
      send(isPaused ? pauseUpload : resumeUpload, { params: { id } }),
    onSuccess: (progress) => uploadOrdered(client, progress),
    onError,
  })
  const cancel = useMutateOnce({
    mutationFn: (_: void, key) => send(cancelUpload, { params: { id }, key }),
    onSuccess: async (progress) => {
      await uploadOrdered(client, progress)
      onCancelled()
    },
    onError: (fault) => {
      onCancelled()
      onError(fault)
    },
  })
  return { turn, cancel }
}
