import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, notifyManager, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BodyToWrite, Call, ReplyOf } from '#contract/call.ts'
import { readUploadPace, readUploadProgress, type orderUpload } from '#contract/upload-orders.ts'
import {
  answerUploadColumns,
  correctUpload,
  listUploads,
  lookUpAgain,
  readUploadedFile,
  UPLOAD_PATH,
  type uploadReply,
} from '#contract/uploads.ts'
import { language } from '#web/language.ts'
import { fetchSigned, send } from './client.ts'
import { ApiFault } from './fault.ts'
import { parseUploadedFile, parseUploadReply } from './parse-upload.ts'
import { watchInterval } from './watch.ts'

export type UploadSummary = ReplyOf<typeof listUploads>['uploads'][number]
export type UploadedFile = ReplyOf<typeof readUploadedFile>
export type UploadReply = z.output<typeof uploadReply>
type Content = UploadedFile['content']
export type ContentOf<Kind extends Content['kind']> = Extract<Content, { kind: Kind }>
export type JudgedUpload = ContentOf<'judged'>
export type UploadDocument = JudgedUpload['documents'][number]
export type OtherDocument = JudgedUpload['others'][number]
export type UploadFault = JudgedUpload['faults'][number]
export type ColumnsAnswer = BodyToWrite<typeof answerUploadColumns>
export type UploadCorrection = BodyToWrite<typeof correctUpload>
export type UploadProgress = ReplyOf<typeof readUploadProgress>
export type OrderedDocument = UploadProgress['documents'][number]
export type UploadOrder = BodyToWrite<typeof orderUpload>

/** A hint that names no document makes all below 'documents' old. */
const UPLOADS = ['documents', 'uploads'] as const

export function uploadsQuery(company: number) {
  return infiniteQueryOptions({
    queryKey: [...UPLOADS, 'of-company', company],
    queryFn: ({ signal, pageParam }) =>
      send(
        listUploads,
        { params: { company_id: company }, query: { before: pageParam ?? undefined } },
        signal,
      ),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
  })
}

function startOfList(): number | null {
  return null
}

export function uploadedFileQuery(id: number) {
  return queryOptions({
    queryKey: [...UPLOADS, 'file', id],
    queryFn: ({ signal }) => fetchFileReply(readUploadedFile, id, { signal }),
    // Comparing thousands of rows with the last reply takes longer than drawing those in sight.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => (isLookingUp(data) ? watchInterval() : false),
  })
}

function isLookingUp(file: UploadedFile | undefined): boolean {
  if (file?.content.kind !== 'judged') return false
  const { done, total } = file.content.look_ups
  return done < total
}

/** Below the list of documents, because a hint about any of them makes it old. */
export function uploadProgressQuery(id: number) {
  return queryOptions({
    queryKey: ['documents', 'list', 'upload', id],
    queryFn: ({ signal }) => send(readUploadProgress, { params: { id } }, signal),
    refetchInterval: watchInterval,
  })
}

/** Shows a reply that is newer than any that is on its way. */
export async function showFile(client: QueryClient, file: UploadedFile): Promise<void> {
  const { queryKey } = uploadedFileQuery(file.upload.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, file)
}

/** What was ordered stands in the file's documents, the lists and the month, too. */
/** It shrinks as the day goes by. */
export function uploadPaceQuery(id: number, day: string | null) {
  return queryOptions({
    queryKey: [...UPLOADS, 'pace', id, day],
    queryFn: ({ signal }) =>
      send(readUploadPace, { params: { id }, query: { issue_date: day ?? '' } }, signal),
    enabled: day !== null,
    refetchInterval: PACE_EVERY_MS,
  })
}

const PACE_EVERY_MS = 60_000

export async function uploadOrdered(client: QueryClient, progress: UploadProgress): Promise<void> {
  client.setQueryData(uploadProgressQuery(progress.upload).queryKey, progress)
  await Promise.all([
    client.invalidateQueries({ queryKey: [...UPLOADS] }),
    client.invalidateQueries({ queryKey: ['documents', 'list'] }),
    client.invalidateQueries({ queryKey: ['agenda'] }),
  ])
}

export function uploadsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [...UPLOADS, 'of-company'] })
}

export async function saveCorrection(
  client: QueryClient,
  id: number,
  body: UploadCorrection,
): Promise<void> {
  await showFile(client, await fetchFileReply(correctUpload, id, { body }))
  // Until it is drawn: what was typed must not give way to what stood there before it.
  await new Promise<void>((resolve) => {
    notifyManager.schedule(() => resolve())
  })
}

export function answerColumns(id: number, body: ColumnsAnswer): Promise<UploadedFile> {
  return fetchFileReply(answerUploadColumns, id, { body })
}

export function askSiiAgain(id: number): Promise<UploadedFile> {
  return fetchFileReply(lookUpAgain, id, { body: {} })
}

/** Over a slow line five megabytes take their time. */
export const LONGEST_FILE_MS = 120_000

export async function uploadFile(company: number, file: File): Promise<UploadReply> {
  const query = new URLSearchParams({ name: file.name.slice(-200) })
  const path = UPLOAD_PATH.replace(':company_id', String(company))
  const reply = await fetchText(`${path}?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  return parseUploadReply(reply)
}

/** Apart from `send`, which reads a reply in one task. */
async function fetchFileReply(
  { method, path }: Pick<Call, 'method' | 'path'>,
  id: number,
  { body, signal }: { body?: object; signal?: AbortSignal },
): Promise<UploadedFile> {
  const reply = await fetchText(path.replace(':id', String(id)), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    ...(signal !== undefined && { signal }),
  })
  return parseUploadedFile(reply)
}

async function fetchText(
  path: string,
  {
    headers,
    signal,
    ...init
  }: Omit<RequestInit, 'signal' | 'headers'> & {
    headers?: Record<string, string>
    signal?: AbortSignal
  },
): Promise<string> {
  const limit = AbortSignal.timeout(LONGEST_FILE_MS)
  const reply = await fetchSigned(`/api${path}`, {
    ...init,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    headers: { accept: 'application/json', 'accept-language': language(), ...headers },
  })
  if (reply.ok) return reply.text()
  const body: unknown = await reply.json().catch(() => null)
  throw new ApiFault(reply.status, body)
}
