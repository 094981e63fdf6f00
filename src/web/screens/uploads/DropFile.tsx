import { Button, FileButton, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MAX_UPLOAD_BYTES } from '#domain/upload.ts'
import { firstMessage } from '#web/api/fault.ts'
import { showFile, uploadFile, uploadsChanged } from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { uploadPath } from '#web/paths.ts'
import { IconTable } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './Uploads.module.css'

const ACCEPTED = '.xlsx,.csv,.txt'

/** A file is dropped or chosen; one that can be read opens its own page, one that can't says why. */
export function DropFile({ company }: { company: number }) {
  const { t } = useTranslation()
  const { sending, refusal, take } = useUpload(company)
  const [isOver, setIsOver] = useState(false)
  // The same file can be chosen again.
  const reset = useRef<() => void>(null)
  const takeFile = (file: File | null | undefined) => {
    reset.current?.()
    if (file != null && !sending.isPending) take(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event)
        takeFile(event.dataTransfer.files[0])
      }}
    >
      <IconTable size={28} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{t('uploads.drop')}</p>
        <p className="muted small">{t('uploads.dropHint')}</p>
      </div>
      {sending.isPending ? (
        <p role="status" className={classes.busy}>
          <Loader size={18} aria-hidden />
          {t('uploads.reading', { name: sending.variables.name })}
        </p>
      ) : (
        <FileButton accept={ACCEPTED} resetRef={reset} onChange={takeFile}>
          {(props) => <Button {...props}>{t('uploads.choose')}</Button>}
        </FileButton>
      )}
      {refusal !== null && !sending.isPending && (
        <div className={classes.problem}>
          <Notice tone="wrong" isAlert title={t('uploads.refusedTitle', { name: refusal.name })}>
            {refusal.why}
          </Notice>
        </div>
      )}
    </div>
  )
}

function useUpload(company: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<{ name: string; why: string } | null>(null)
  const sending = useMutateAlone({
    mutationFn: (file: File) => uploadFile(company, file),
    onSuccess: async (reply, { name }) => {
      if (reply.kind === 'refused') {
        setRefusal({ name, why: reply.message })
        return
      }
      const { kind: _kind, ...file } = reply
      await showFile(client, file)
      void uploadsChanged(client)
      await navigate(uploadPath(file.upload.id))
    },
    onError: (fault, { name }) =>
      setRefusal({ name, why: firstMessage(fault) ?? t('uploads.failed') }),
  })
  const take = (file: File) => {
    // Five megabytes over a slow line would be refused after a minute only.
    const isTooLarge = file.size > MAX_UPLOAD_BYTES
    setRefusal(isTooLarge ? { name: file.name, why: t('uploads.tooLarge') } : null)
    if (!isTooLarge) sending.mutate(file)
  }
  return { sending, refusal, take }
}
