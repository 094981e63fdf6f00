import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fetchArchive, fetchDocumentList } from '#web/api/documents-at-once.ts'
import { firstMessage } from '#web/api/fault.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { toastError } from '#web/ui/toast.ts'

export function useArchive() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: fetchArchive,
    onSuccess: (file) => keepFile(file, t('bulk.documents.archiveFile')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.fileFailed')),
  })
}

export function useDocumentList() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: fetchDocumentList,
    onSuccess: (file) => keepFile(file, t('bulk.documents.listFile')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.fileFailed')),
  })
}
