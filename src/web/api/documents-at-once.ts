import { queryOptions } from '@tanstack/react-query'
import type { BodyToWrite, ReplyOf } from '#contract/call.ts'
import { listReturnedMails, type decideReturnedMails } from '#contract/deliveries.ts'
import {
  DOCUMENT_ARCHIVE_PATH,
  DOCUMENT_LIST_PATH,
  previewDecision,
  previewMailsAgain,
} from '#contract/documents-at-once.ts'
import { fetchFile, send } from './client.ts'
import type { DocumentFilter } from './queries.ts'

export type MailAgain = ReplyOf<typeof previewMailsAgain>[number]
export type ReturnedMail = ReplyOf<typeof listReturnedMails>[number]
export type MailDecision = BodyToWrite<typeof decideReturnedMails>['decision']
export type JointDecision = BodyToWrite<typeof previewDecision>['decision']
export type DecisionShown = ReplyOf<typeof previewDecision>[number]

/** Never kept: what is confirmed must be what is shown. */
const FRESH = { staleTime: 0, gcTime: 0, retry: false } as const

export function mailsAgainQuery(documents: readonly number[]) {
  return queryOptions({
    queryKey: ['mails again', documents],
    queryFn: ({ signal }) =>
      send(previewMailsAgain, { body: { documents: [...documents] } }, signal),
    ...FRESH,
  })
}

export function returnedMailsQuery() {
  return queryOptions({
    queryKey: ['returned mails'],
    queryFn: ({ signal }) => send(listReturnedMails, {}, signal),
    ...FRESH,
  })
}

export function decisionQuery(documents: readonly number[], decision: JointDecision) {
  return queryOptions({
    queryKey: ['decision at once', decision, documents],
    queryFn: ({ signal }) =>
      send(previewDecision, { body: { documents: [...documents], decision } }, signal),
    ...FRESH,
  })
}

const LONGEST_FILE_MS = 5 * 60_000

export function fetchArchive(documents: readonly number[]): Promise<Blob> {
  return fetchFile(DOCUMENT_ARCHIVE_PATH, {}, LONGEST_FILE_MS, { documents })
}

/** What is chosen, or all that the filter finds. */
export function fetchDocumentList(
  of: { documents: readonly number[] } | { filter: DocumentFilter },
): Promise<Blob> {
  return fetchFile(DOCUMENT_LIST_PATH, {}, LONGEST_FILE_MS, of)
}
