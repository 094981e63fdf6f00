import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MAX_UPLOAD_BYTES } from '#domain/upload.ts'
import { firstMessage } from '#web/api/fault.ts'
import { showFile, uploadFile, uploadsChanged } from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { uploadPath } from '#web/paths.ts'
import { DropFile } from '#web/ui/DropFile.tsx'
import { IconTable } from '#web/ui/icons.ts'

const ACCEPTED = '.xlsx,.csv,.txt'

/** A file that can be read opens its own page; one that can't says why. */
export function DropDocuments({ company }: { company: number }) {
  const { t } = useTranslation()
  const { sending, refusal, take } = useUpload(company)
  return (
    <DropFile
      Icon={IconTable}
      title={t('uploads.drop')}
      hint={t('uploads.dropHint')}
      choose={t('uploads.choose')}
      accept={ACCEPTED}
      busy={sending.isPending ? t('uploads.reading', { name: sending.variables.name }) : null}
      problem={
        refusal && { title: t('uploads.refusedTitle', { name: refusal.name }), text: refusal.why }
      }
      onTake={take}
    />
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
