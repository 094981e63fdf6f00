import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { issueDocumentNow, retryDocument, skipDocument } from '#contract/documents.ts'
import { showClp } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { kindWords } from './kind-words.ts'
import type { DocumentAction } from './possible-actions.ts'

/** What is asked by one confirmation and nothing else. */
export type Asked = Exclude<DocumentAction, 'decide' | 'annul' | 'nota'>

/** What a confirmation has to know of its document. */
export type Actable = Pick<DocumentDetail, 'id' | 'document_type' | 'total' | 'reason'> & {
  recipient: { name: string }
}

const CALLS = {
  skip: skipDocument,
  issueNow: issueDocumentNow,
  issueMissed: issueDocumentNow,
  retry: retryDocument,
}

/** Never optimistic: what happened is what the server answers. */
export function ActDialog({
  document,
  asked,
  onClose,
}: {
  document: Actable
  asked: Asked | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const act = useAct(document.id, onClose)
  const words = useActWords(document)
  return (
    <ConfirmDialog
      title={asked === null ? '' : words[asked].title}
      body={asked === null ? '' : words[asked].body}
      confirm={asked === null ? t('actions.close') : words[asked].confirm}
      isBusy={act.isPending}
      isDangerous={asked === 'skip'}
      opened={asked !== null}
      onClose={onClose}
      onConfirm={() => asked !== null && act.mutate(asked)}
    />
  )
}

/** A confirmation names who, how much, and that it can't be undone. */
export function useActWords({ recipient: { name }, document_type, total, reason }: Actable) {
  const { t } = useTranslation()
  const amount = total === null ? '—' : showClp(total)
  const what = { name, total: amount, ...kindWords(t, document_type) }
  const isToldInVain = reason === 'notaNotFound' || reason === 'notaOfAnother'
  return {
    skip: {
      button: t(reason === 'looksRepeated' ? 'document.sameOne' : 'document.skip'),
      title: t('document.skipTitle', what),
      body:
        document_type === 61
          ? t('document.skipNota', what)
          : t(total === null ? 'document.skipBodyNoTotal' : 'document.skipBody', what),
      confirm: t('document.skipConfirm'),
    },
    issueNow: {
      button: t(`document.${issueWord(reason)}`),
      title: t('document.issueTitle'),
      body: t('document.issueBody', what),
      confirm: t('document.issueConfirm', { total: amount }),
    },
    issueMissed: {
      button: t('document.missedAction'),
      title: t('document.missedTitle'),
      body: t('document.missedBody', { name }),
      confirm: t('document.missedConfirm'),
    },
    retry: {
      button: t(isToldInVain ? 'document.lookAgain' : 'document.retry'),
      title: t(isToldInVain ? 'document.lookAgain' : 'document.retryTitle'),
      body: t(isToldInVain ? 'document.lookAgainBody' : 'document.retryBody', what),
      confirm: t(isToldInVain ? 'document.lookAgain' : 'document.retryConfirm'),
    },
  } satisfies Record<Asked, Record<'button' | 'title' | 'body' | 'confirm', string>>
}

function useAct(id: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: Asked) => send(CALLS[action], { params: { id } }),
    onSuccess: (changed) => client.setQueryData(documentQuery(id).queryKey, changed),
    onError: (fault) => {
      if (hasStatus(fault, 409)) toastWarning(t('document.tooLate'))
      else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      onDone()
      await refreshAgenda(client)
    },
  })
}

/** A brake is let go by the very call that ends the undo window; its button says what is answered. */
function issueWord(reason: string | null): 'issueNow' | 'issueAnother' | 'approve' {
  if (reason === 'looksRepeated') return 'issueAnother'
  return reason === 'approvalNeeded' || reason === 'amountDiffers' ? 'approve' : 'issueNow'
}
