import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import { decideDocument } from '#contract/document-orders.ts'
import { showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { DEPARTURES, documentQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { useReadyDeparture } from '#web/ui/use-departure.ts'
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
  const departure = useReadyDeparture(document.company.id, document.emission_date)
  const body = bodyOf(answer, folio, departure.date)
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
      {answer === 'notIssued' && (
        <>
          {departure.date !== undefined && (
            <p>
              {t(departure.isPast ? 'document.decidePastDate' : 'document.decideDate', {
                own: showDay(document.emission_date),
                date: departure.shown,
              })}
            </p>
          )}
          <Notice tone="wrong">{t('document.decideWarning')}</Notice>
        </>
      )}
      <div className={classes.decisionButtons}>
        <Button variant="default" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={answer === ''}
          loading={decide.isPending || (answer === 'notIssued' && departure.date === undefined)}
        >
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
    onSettled: async (_, fault) => {
      // Its date is another by now: it is shown, and confirmed again.
      if (!hasStatus(fault, 400)) onDone()
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await refreshAgenda(client)
    },
  })
}

function isDecision(text: string): text is Body['decision'] {
  return text === 'issued' || text === 'notIssued' || text === 'discard'
}

/** Null while something is missing; `date` is the one that is shown. */
function bodyOf(
  answer: Body['decision'] | '',
  folio: string,
  date: string | undefined,
): Body | null {
  if (answer === '') return null
  if (answer === 'notIssued') return date === undefined ? null : { decision: answer, date }
  if (answer === 'discard') return { decision: answer }
  return /^[1-9]\d{0,9}$/.test(folio.trim()) ? { decision: 'issued', folio: Number(folio) } : null
}
