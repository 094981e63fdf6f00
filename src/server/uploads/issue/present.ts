import type { ReplyOf } from '#contract/call.ts'
import type { readUploadProgress } from '#contract/upload-orders.ts'
import type { Language } from '#texts/language.ts'
import { uploadOrderTexts } from '#texts/upload-orders.ts'
import { isAsking, partOf, standingMessage } from '../ordered/order-standing.ts'
import type { OrderedDocument, Progress } from './progress.ts'

type Wire = ReplyOf<typeof readUploadProgress>

export function presentProgress(progress: Progress, language: Language): Wire {
  const { documents } = progress
  const totals = {
    ordered: documents.length,
    planned: 0,
    waiting: 0,
    queued: 0,
    issued: 0,
    asking: 0,
    failed: 0,
    uncertain: 0,
    cancelled: 0,
  }
  for (const document of documents) totals[partOf(document)] += 1
  return {
    upload: progress.uploadId,
    company: progress.companyId,
    is_paused: progress.isPaused,
    totals,
    cancellable: documents.filter(({ isCancellable }) => isCancellable).length,
    seconds_left: progress.secondsLeft,
    documents: documents.map((document) => ({
      key: document.key,
      group: document.held?.group ?? '',
      rows: document.held?.rows ?? [],
      recipient: document.recipient,
      total: document.totalClp,
      document: document.documentId,
      state: document.state,
      asks: isAsking(document),
      date: document.day,
      folio: document.folio,
      message: messageOf(document, language),
    })),
  }
}

/** Why it waits or failed, with the SII's own words, and what to do. */
export function messageOf(document: OrderedDocument, language: Language): string | null {
  const texts = uploadOrderTexts(language)
  if (document.fault !== null) return texts.faults[document.fault]
  if (document.state === 'cancelled') return texts.cancelled
  return standingMessage(document, language)
}
