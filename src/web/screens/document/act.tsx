import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { acceptDocumentTwins, keepDocumentValid } from '#contract/document-alarms.ts'
import {
  acceptDocumentFile,
  adoptDocument,
  issueDocumentNow,
  restoreDocument,
  retryDocument,
  skipDocument,
} from '#contract/document-orders.ts'
import { resumeRule } from '#contract/rule-months.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { DEPARTURES, documentQuery } from '#web/api/queries.ts'
import { partKey, useMutateOnce } from '#web/api/use-mutate-once.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { useDeparture, useReadyDeparture } from '#web/ui/use-departure.ts'
import { kindWords } from './kind-words.ts'
import { adoptable, isAskedAboutAlike, type DocumentAction } from './possible-actions.ts'

/** What is asked by one confirmation and nothing else. */
export type Asked = Exclude<DocumentAction, 'decide' | 'annul' | 'nota'>

/** What a confirmation has to know of its document. */
export type Actable = Pick<
  DocumentDetail,
  'id' | 'document_type' | 'total' | 'reason' | 'emission_date'
> & {
  recipient: { name: string }
  company: { id: number }
  rule: { id: number } | null
  /** Only its own page knows whether a stopped one may go on. */
  way_back?: DocumentDetail['way_back']
  /** On its own page an order outlives its dialog, and is another one when the document is. */
  updated_at?: string
  /** Known on the document's own page alone. */
  looks_like?: DocumentDetail['looks_like']
  twins?: DocumentDetail['twins']
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
  const words = useActWords(document)
  const act = useAct(document, words, onClose)
  const isDateKnown = asked === null || words[asked].date !== undefined
  return (
    <ConfirmDialog
      title={asked === null ? '' : words[asked].title}
      body={asked === null ? '' : isDateKnown ? words[asked].body : t('departure.asking')}
      confirm={asked === null ? t('actions.close') : words[asked].confirm}
      isBusy={act.isPending || !isDateKnown}
      isDangerous={asked === 'issueNow' && isAskedAboutAlike(document)}
      opened={asked !== null}
      onClose={onClose}
      onConfirm={() => asked !== null && act.mutate(asked)}
    />
  )
}

interface ActWords extends Record<'button' | 'title' | 'body' | 'confirm', string> {
  /**
   * The date that the confirmation names; the server issues with no other. Null: nothing is dated by it. Undefined: not
   * known yet, and the confirmation waits for it.
   */
  date: string | null | undefined
}

/** A confirmation names who, how much, with which date, and that it can't be undone. */
export function useActWords(document: Actable) {
  const { company, document_type, total, reason, emission_date, way_back: way } = document
  const { twins = [] } = document
  const { name } = document.recipient
  const { t } = useTranslation()
  const departure = useDeparture(company.id)
  // Ready, but its date has gone by: it is prepared again with another one.
  const ready = useReadyDeparture(company.id, emission_date)
  const { isPast } = ready
  const folio = folioToAdopt(document)
  const number = { folio: folio ?? '' }
  // A list's row of a nota has its sign; a sentence says what it is, and by how much.
  const amount = total === null ? '—' : showClp(Math.abs(total))
  const date = departure.shown
  const own = showDay(emission_date)
  const what = { name, total: amount, date, own, ...kindWords(t, document_type) }
  const on = { ...what, date: showDay(way?.emission_date ?? '') }
  const restore = way?.kind === 'rulePaused' ? 'restoreWithRule' : 'restore'
  const isForTomorrow = departure.when === 'tomorrow' && way?.emission_date === departure.date
  const isToldInVain = reason === 'notaNotFound' || reason === 'notaOfAnother'
  return {
    skip: {
      button: t(
        reason === 'looksRepeated' && folio === null ? 'document.sameOne' : 'document.skip',
      ),
      title: t('document.skipTitle', what),
      body:
        document_type === 61
          ? t('document.skipNota', what)
          : t(total === null ? 'document.skipBodyNoTotal' : 'document.skipBody', what),
      confirm: t('document.skipConfirm'),
      date: null,
    },
    issueNow: {
      button: t(`document.${issueWord(reason)}`),
      title: t('document.issueTitle'),
      body: t(isPast ? 'document.issuePastBody' : 'document.issueBody', what),
      confirm: isPast
        ? t('document.issuePastConfirm', what)
        : t('document.issueConfirm', { total: amount }),
      date: ready.date,
    },
    adopt: {
      button: t('document.adopt'),
      title: t('document.adoptTitle', number),
      body: t('document.adoptBody', { ...number, name }),
      confirm: t('document.adoptConfirm', number),
      date: null,
    },
    acceptFile: {
      button: t('document.acceptFile'),
      title: t('document.acceptFileTitle'),
      body: t('document.acceptFileBody', { name }),
      confirm: t('document.acceptFileConfirm'),
      date: null,
    },
    acceptTwins: {
      button: t('document.acceptTwins'),
      title: t('document.acceptTwinsTitle'),
      body: t('document.acceptTwinsBody', { count: twins.length, folios: twins.join(', ') }),
      confirm: t('document.acceptTwinsConfirm'),
      date: undefined,
    },
    keepValid: {
      button: t('document.keepValid'),
      title: t('document.keepValidTitle'),
      body: t('document.keepValidBody', what),
      confirm: t('document.keepValid'),
      date: undefined,
    },
    issueMissed: {
      button: departure.label,
      title: t(`document.missedTitle.${departure.when}`),
      body: t('document.missedBody', what),
      confirm: departure.label,
      date: departure.date,
    },
    restore: {
      button: t(`document.${restore}`),
      title: t('document.restoreTitle', on),
      body: t(`document.${restore}Body`, on),
      confirm: isForTomorrow
        ? t(`document.${restore}Tomorrow`, { time: departure.time })
        : t(`document.${restore}Confirm`, on),
      date: way?.emission_date,
    },
    retry: {
      button: t(isToldInVain ? 'document.lookAgain' : 'document.retry'),
      title: t(isToldInVain ? 'document.lookAgain' : 'document.retryTitle'),
      body: t(isToldInVain ? 'document.lookAgainBody' : 'document.retryBody', what),
      confirm: t(isToldInVain ? 'document.lookAgain' : 'document.retryConfirm'),
      date: departure.date,
    },
  } satisfies Record<Asked, ActWords>
}

function folioToAdopt({ reason, looks_like = null }: Actable): number | null {
  return adoptable({ reason, looks_like })
}

function useAct(document: Actable, words: Record<Asked, ActWords>, onDone: () => void) {
  const { id } = document
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    about: document.updated_at,
    mutationFn: (action: Asked, key) =>
      order(action, document, words[action].date, partKey(key, action)),
    onSuccess: (changed) => client.setQueryData(documentQuery(id).queryKey, changed),
    onError: (fault) => {
      if (hasStatus(fault, 409)) toastWarning(t('document.tooLate'))
      else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await refreshAgenda(client)
    },
  })
}

async function order(
  action: Asked,
  document: Actable,
  date: string | null | undefined,
  key: string,
): Promise<DocumentDetail> {
  const { id, rule, way_back: way } = document
  const params = { id }
  const body = date == null ? {} : { date }
  if (action === 'skip') return send(skipDocument, { params })
  if (action === 'acceptFile') return send(acceptDocumentFile, { params, key })
  if (action === 'keepValid') return send(keepDocumentValid, { params, key })
  if (action === 'acceptTwins') {
    return send(acceptDocumentTwins, { params, body: { folios: document.twins ?? [] }, key })
  }
  if (action === 'adopt') {
    const folio = folioToAdopt(document)
    if (folio === null) throw new Error('There is no number to adopt')
    return send(adoptDocument, { params, body: { folio }, key })
  }
  if (action === 'restore') {
    // A document stopped with its rule goes on with it.
    if (way?.kind === 'rulePaused' && rule !== null) {
      const body = { issue: null, restore: false }
      await send(resumeRule, { params: { id: rule.id }, body, key: partKey(key, 'rule') })
    }
    return send(restoreDocument, { params, body, key })
  }
  return send(action === 'retry' ? retryDocument : issueDocumentNow, { params, body, key })
}

/** A brake is let go by the very call that ends the undo window; its button says what is answered. */
function issueWord(reason: string | null): 'issueNow' | 'issueAnother' | 'approve' {
  if (isAskedAboutAlike({ reason })) return 'issueAnother'
  return reason === 'approvalNeeded' || reason === 'amountDiffers' ? 'approve' : 'issueNow'
}
