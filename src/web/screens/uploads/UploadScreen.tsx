import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { hasStatus } from '#web/api/fault.ts'
import {
  uploadedFileQuery,
  uploadProgressQuery,
  type JudgedUpload,
  type UploadedFile,
  type UploadProgress,
} from '#web/api/uploads.ts'
import { formatInstant } from '#web/clock.ts'
import { PATHS, uploadPath } from '#web/paths.ts'
import '#web/texts/uploads.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { ColumnsQuestion } from './columns/ColumnsQuestion.tsx'
import { Preview } from './issue/Preview.tsx'
import { Progress } from './issue/Progress.tsx'
import { Review } from './review/Review.tsx'
import classes from './Upload.module.css'

/** One uploaded file: what it says, what is wrong with it, what will be issued and what was. */
export function UploadScreen() {
  const { t } = useTranslation()
  const id = Number(useParams()['uploadId'])
  const file = useQuery(uploadedFileQuery(id))
  const progress = useQuery(uploadProgressQuery(id))
  const isGone = hasStatus(file.error, 404)
  const ordered = progress.data !== undefined && progress.data.totals.ordered > 0
  const name = file.data?.upload.file_name
  return (
    <div className={classes.upload}>
      <Page
        title={name ?? t('uploads.one')}
        lead={file.data !== undefined && <Lead file={file.data} />}
        above={<BackLink to={PATHS.uploads}>{t('uploads.title')}</BackLink>}
      >
        {file.isPending && (
          <Skeleton height={420} radius={12} role="status" aria-label={t('loading')} />
        )}
        {file.isLoadingError && !isGone && (
          <FaultState fault={file.error} onRetry={() => void file.refetch()} />
        )}
        {file.isLoadingError && isGone && !ordered && (
          <EmptyState
            title={t('uploads.goneTitle')}
            body={t('uploads.goneBody')}
            action={<LinkButton to={PATHS.uploads}>{t('uploads.another')}</LinkButton>}
          />
        )}
        {/* The file goes after its time; what was ordered of it stays. */}
        {file.isLoadingError && isGone && ordered && progress.data !== undefined && (
          <Progress progress={progress.data} upload={null} />
        )}
        {file.data !== undefined && (
          <Content file={file.data} progress={progress.data} isKnown={!progress.isPending} />
        )}
      </Page>
    </div>
  )
}

function Lead({ file: { upload, content } }: { file: UploadedFile }) {
  const { t } = useTranslation()
  const at = formatInstant(upload.uploaded_at)
  const who =
    upload.uploaded_by === null
      ? t('uploads.uploadedAt', { at })
      : t('uploads.uploadedBy', { who: upload.uploaded_by, at })
  const sheet = content.kind === 'judged' && content.sheet !== '' ? content.sheet : null
  return (
    <span className="num">
      {who}
      {sheet !== null && ` · ${t('uploads.ofSheet', { sheet })}`}
    </span>
  )
}

function Content({
  file,
  progress,
  isKnown,
}: {
  file: UploadedFile
  progress: UploadProgress | undefined
  isKnown: boolean
}) {
  const { t } = useTranslation()
  const { content, upload, earlier } = file
  if (content.kind === 'refused') {
    return (
      <Notice
        tone="wrong"
        title={t('uploads.refusedTitle', { name: upload.file_name })}
        action={
          <LinkButton to={PATHS.uploads} variant="default">
            {t('uploads.another')}
          </LinkButton>
        }
      >
        {content.message}
      </Notice>
    )
  }
  if (content.kind === 'columns') {
    const key = `${content.sheet} ${content.header_row} ${content.missing.join()}`
    return <ColumnsQuestion key={key} upload={upload.id} question={content} />
  }
  return (
    <>
      <Earlier earlier={earlier} />
      {isKnown ? (
        <Judged file={file} judged={content} progress={progress} />
      ) : (
        <Skeleton height={420} radius={12} role="status" aria-label={t('loading')} />
      )}
    </>
  )
}

/** The same documents were uploaded before: they may have been issued from there. */
function Earlier({ earlier }: Pick<UploadedFile, 'earlier'>) {
  const { t } = useTranslation()
  const [first] = earlier
  if (first === undefined) return null
  return (
    <div className={classes.note}>
      <Notice
        tone="needsYou"
        title={t('uploads.earlierTitle')}
        action={
          <LinkButton to={uploadPath(first.id)} variant="default" size="compact-sm">
            {t('uploads.earlierAction')}
          </LinkButton>
        }
      >
        {t('uploads.earlierBody', { name: first.file_name, at: formatInstant(first.uploaded_at) })}
      </Notice>
    </div>
  )
}

const VIEWS = ['review', 'preview', 'progress'] as const
type View = (typeof VIEWS)[number]

function Judged({
  file: { upload },
  judged,
  progress,
}: {
  file: UploadedFile
  judged: JudgedUpload
  progress: UploadProgress | undefined
}) {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const isOrdered = progress !== undefined && progress.totals.ordered > 0
  const offered = VIEWS.filter((view) => view !== 'progress' || isOrdered)
  const asked = offered.find((view) => view === query.get('view'))
  // Once: what is corrected or ordered meanwhile takes nobody away from where they are.
  const [first] = useState(() => firstView(judged, isOrdered))
  const view = asked ?? first
  const go = (next: View) => changeQuery(() => new URLSearchParams({ view: next }))
  const counts: Record<View, number> = {
    review: judged.fault_count,
    preview: judged.documents.filter(({ state }) => state === 'new').length,
    progress: progress?.totals.ordered ?? 0,
  }
  return (
    <>
      <div className={classes.views}>
        <Segments
          label={t('uploads.view')}
          value={view}
          options={offered.map((one) => ({
            value: one,
            label: t(`uploads.views.${one}`, { count: counts[one] }),
          }))}
          onChange={go}
        />
      </div>
      {view === 'review' && <Review upload={upload} judged={judged} onGoOn={() => go('preview')} />}
      {view === 'preview' && (
        <Preview
          upload={upload}
          judged={judged}
          onCorrect={() => go('review')}
          onOrdered={() => go('progress')}
        />
      )}
      {view === 'progress' && progress !== undefined && (
        <Progress progress={progress} upload={upload} />
      )}
    </>
  )
}

/** What there is to do first. */
function firstView(judged: JudgedUpload, isOrdered: boolean): View {
  if (isOrdered) return 'progress'
  return judged.fault_count > 0 ? 'review' : 'preview'
}
