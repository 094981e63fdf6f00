import type { TFunction } from 'i18next'
import type { DocumentEventKind } from '#domain/document.ts'
import { isDocumentEventKind } from '#domain/document.ts'
import { showClp, showDay } from '#texts/formats.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { formatTime } from '#web/clock.ts'
import { reasonText } from '#web/documents/reason-text.ts'

type Event = DocumentDetail['timeline'][number]

/** One fact of the document's history, in plain words. */
export function eventText(t: TFunction, { kind, at, data }: Event): string {
  const text = (name: string) => String(data[name] ?? '')
  const number = (name: string) => Number(data[name] ?? 0)
  const reason = () => reasonText(t, text('reason')).what
  if (!isDocumentEventKind(kind)) return t('document.events.unknown', { kind })
  switch (kind) {
    case 'planned':
      return t(`document.events.${data['why'] === 'ordered' ? 'ordered' : 'planned'}`, {
        emissionDay: showDay(text('emissionDay')),
      })
    case 'rescheduled':
      return t('document.events.rescheduled', { issueDay: showDay(text('issueDay')) })
    case 'waiting':
      return waitingText(t, { at, until: text('until'), totalClp: showClp(number('totalClp')) })
    case 'queued':
      return t(`document.events.queued.${data.by === 'undoWindow' ? 'undoWindow' : 'user'}`)
    case 'needsData':
    case 'held':
    case 'skipped':
    case 'decisionNeeded':
    case 'failed':
    case 'annulmentStopped':
      return t(`document.events.${kind}`, { reason: reason() })
    case 'intent':
    case 'notSent':
    case 'uncertain':
    case 'annulmentIntent':
      return t(`document.events.${kind}`, { attempt: number('attempt') })
    case 'looked':
      return number('candidates') === 0
        ? t('document.events.lookedNone')
        : t('document.events.looked', { count: number('candidates') })
    case 'issued':
      return t(`document.events.issued.${issuedHow(text('how'))}`, { folio: number('folio') })
    case 'annulled':
      return number('notaFolio') === 0
        ? t('document.events.annulled')
        : t('document.events.annulledBy', { folio: number('notaFolio') })
    case 'corrected':
      return correctedText(t, number('notaFolio'), number('totalClp'))
    case 'pointed':
    case 'told':
    case 'twin':
    case 'twinGone':
      return t(`document.events.${kind}`, { folio: number('folio') })
    case 'retried':
    case 'renewed':
    case 'restored':
    case 'released':
    case 'alikeAccepted':
    case 'twinAccepted':
    case 'keptValid':
    case 'missed':
    case 'fenced':
    case 'filed':
    case 'fileRejected':
    case 'fileAccepted':
    case 'takenOver':
    case 'annulmentAsked':
    case 'annulmentNotSent':
    case 'annulmentUncertain':
    case 'annulmentAbsent':
      return t(`document.events.${kind}`)
  }
}

function waitingText(
  t: TFunction,
  { at, until, totalClp }: { at: string; until: string; totalClp: string },
): string {
  // A nota is issued at once: there is no time to stop it.
  if (Date.parse(until) <= Date.parse(at)) return t('document.events.prepared', { totalClp })
  return t('document.events.waiting', { totalClp, until: formatTime(until) })
}

function correctedText(t: TFunction, folio: number, totalClp: number): string {
  return totalClp === 0
    ? t('document.events.textCorrected', { folio })
    : t('document.events.corrected', { folio, total: showClp(totalClp) })
}

export type EventTone = 'done' | 'wrong' | 'needsYou' | 'calm'

const TONES: Partial<Record<DocumentEventKind, EventTone>> = {
  issued: 'done',
  filed: 'done',
  failed: 'wrong',
  fileRejected: 'wrong',
  twin: 'wrong',
  annulled: 'needsYou',
  uncertain: 'needsYou',
  needsData: 'needsYou',
  decisionNeeded: 'needsYou',
  held: 'needsYou',
  missed: 'needsYou',
  annulmentUncertain: 'needsYou',
  annulmentStopped: 'wrong',
}

export function eventTone(kind: string): EventTone {
  return (isDocumentEventKind(kind) ? TONES[kind] : undefined) ?? 'calm'
}

function issuedHow(how: string): 'answered' | 'reconciled' | 'person' {
  return how === 'reconciled' || how === 'person' ? how : 'answered'
}
