import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issueDocumentNow, retryDocument, skipDocument } from '#contract/documents.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconBan, IconRefresh, IconSend } from '#web/ui/icons.ts'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { Annulment } from './Annulment.tsx'
import { Decision } from './Decision.tsx'
import type { DocumentAction } from './possible-actions.ts'
import { possibleActions } from './possible-actions.ts'
import classes from './Document.module.css'

type Asked = Exclude<DocumentAction, 'decide' | 'annul'>

const CALLS = {
  skip: skipDocument,
  issueNow: issueDocumentNow,
  issueMissed: issueDocumentNow,
  retry: retryDocument,
}
const LOOKS = {
  skip: { variant: 'default', icon: IconBan },
  issueNow: { variant: 'filled', icon: IconSend },
  issueMissed: { variant: 'filled', icon: IconSend },
  retry: { variant: 'filled', icon: IconRefresh },
} as const

/** Never optimistic: what happened is what the server answers. */
export function Actions({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const act = useAct(document.id, () => setAsked(null))
  const actions = possibleActions(document)
  const words = useWords(document)
  if (actions.length === 0) return null
  return (
    <div className={classes.actions}>
      {actions.map((action) => {
        if (action === 'annul') return <Annulment key={action} document={document} />
        if (action === 'decide') return <Decision key={action} document={document} />
        const { variant, icon: Icon } = LOOKS[action]
        return (
          <Button
            key={action}
            variant={variant}
            leftSection={<Icon size={17} />}
            onClick={() => setAsked(action)}
          >
            {words[action].button}
          </Button>
        )
      })}
      <ConfirmDialog
        title={asked === null ? '' : words[asked].title}
        body={asked === null ? '' : words[asked].body}
        confirm={asked === null ? t('actions.close') : words[asked].confirm}
        isBusy={act.isPending}
        isDangerous={asked === 'skip'}
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && act.mutate(asked)}
      />
    </div>
  )
}

/** A confirmation names who, how much, and that it can't be undone. */
function useWords({ recipient: { name }, total, reason }: DocumentDetail) {
  const { t } = useTranslation()
  const amount = total === null ? '—' : showClp(total)
  const what = { name, total: amount }
  return {
    skip: {
      button: t('document.skip'),
      title: t('document.skipTitle'),
      body: total === null ? t('document.skipBodyNoTotal', { name }) : t('document.skipBody', what),
      confirm: t('document.skipConfirm'),
    },
    issueNow: {
      button: t(reason === 'looksRepeated' ? 'document.issueAnother' : 'document.issueNow'),
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
      button: t('document.retry'),
      title: t('document.retryTitle'),
      body: t('document.retryBody'),
      confirm: t('document.retryConfirm'),
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
      await client.invalidateQueries({ queryKey: ['documents'] })
    },
  })
}
