import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import { decideDocument } from '#contract/documents.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { Choice } from '#web/ui/Choice.tsx'
import classes from './Document.module.css'

type Body = BodyToWrite<typeof decideDocument>

/** When the SII's list can't settle it, a person says what it shows: nothing is sent before (issuing protocol, step 9). */
export function Decision({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('document.decideTitle')}</Button>
      <Dialog title={t('document.decideTitle')} opened={isOpen} onClose={() => setIsOpen(false)}>
        <DecisionForm document={document} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function DecisionForm({ document, onDone }: { document: DocumentDetail; onDone: () => void }) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<Body['decision'] | ''>('')
  const [folio, setFolio] = useState('')
  const [isTried, setIsTried] = useState(false)
  const decide = useDecide(document, onDone)
  const body = bodyOf(answer, folio)
  return (
    <form
      className={classes.decision}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        flushSync(() => setIsTried(true))
        if (body === null) focusFirstWrong(event.currentTarget)
        else decide.mutate(body)
      }}
    >
      <p className="muted">{t('document.decideBody')}</p>
      <Choice
        label={t('document.decideChoose')}
        columns
        options={[
          { value: 'issued', label: t('document.decideIssued') },
          { value: 'notIssued', label: t('document.decideNotIssued') },
          { value: 'discard', label: t('document.decideDiscard') },
        ]}
        value={answer}
        onChange={(chosen) => setAnswer(isDecision(chosen) ? chosen : '')}
      />
      {answer === 'issued' && (
        <TextInput
          label={t('document.decideFolio')}
          inputMode="numeric"
          maxLength={10}
          value={folio}
          error={isTried && body === null && t('document.decideFolioMissing')}
          onChange={({ currentTarget: { value } }) => setFolio(value)}
        />
      )}
      {answer === 'notIssued' && <Notice tone="wrong">{t('document.decideWarning')}</Notice>}
      <div className={classes.decisionButtons}>
        <Button variant="default" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" disabled={answer === ''} loading={decide.isPending}>
          {t('document.decideSave')}
        </Button>
      </div>
    </form>
  )
}

function useDecide({ id, updated_at: about }: DocumentDetail, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    about,
    mutationFn: (body: Body, key) => send(decideDocument, { params: { id }, body, key }),
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

function isDecision(text: string): text is Body['decision'] {
  return text === 'issued' || text === 'notIssued' || text === 'discard'
}

function bodyOf(answer: Body['decision'] | '', folio: string): Body | null {
  if (answer === '') return null
  if (answer !== 'issued') return { decision: answer }
  return /^[1-9]\d{0,9}$/.test(folio.trim()) ? { decision: 'issued', folio: Number(folio) } : null
}
