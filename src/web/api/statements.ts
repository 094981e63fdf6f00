import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { QueryToWrite, ReplyOf } from '#contract/call.ts'
import { listSettledClients } from '#contract/settled-clients.ts'
import {
  listMovements,
  listOpenDocuments,
  listPayers,
  listStatements,
  STATEMENT_UPLOAD_PATH,
  type statementAnswers,
  statementUpload,
} from '#contract/statements.ts'
import { language } from '#web/language.ts'
import { fetchSigned, send } from './client.ts'
import { ApiFault } from './fault.ts'
import { paymentsChanged } from './payments.ts'

export type StatementUpload = z.output<typeof statementUpload>
export type UploadKind = StatementUpload['kind']
export type UploadOf<Kind extends UploadKind> = Extract<StatementUpload, { kind: Kind }>
export type StatementAnswers = z.input<typeof statementAnswers>
export type Movements = ReplyOf<typeof listMovements>
export type Movement = Movements['movements'][number]
export type Proposal = Movement['proposals'][number]
export type OpenDocument = ReplyOf<typeof listOpenDocuments>[number]
export type MovementView = NonNullable<QueryToWrite<typeof listMovements>['view']>

/** Below the payments: what changes one of them makes these old. */
const STATEMENTS = ['documents', 'payments', 'statements'] as const

export function statementsQuery(company: number) {
  return queryOptions({
    queryKey: [...STATEMENTS, company, 'list'],
    queryFn: ({ signal }) => send(listStatements, { params: { id: company } }, signal),
  })
}

export function movementsQuery(company: number, view: MovementView, page: number) {
  return queryOptions({
    queryKey: [...STATEMENTS, company, 'movements', view, page],
    queryFn: ({ signal }) =>
      send(listMovements, { params: { id: company }, query: { view, page } }, signal),
    placeholderData: keepPreviousData,
  })
}

export function payersQuery(company: number) {
  return queryOptions({
    queryKey: [...STATEMENTS, company, 'payers'],
    queryFn: ({ signal }) => send(listPayers, { params: { id: company } }, signal),
  })
}

export function settledClientsQuery(company: number) {
  return queryOptions({
    queryKey: [...STATEMENTS, company, 'settled'],
    queryFn: ({ signal }) => send(listSettledClients, { params: { id: company } }, signal),
  })
}

export function openDocumentsQuery(company: number, search: string) {
  return queryOptions({
    queryKey: [...STATEMENTS, company, 'open', search],
    queryFn: ({ signal }) =>
      send(listOpenDocuments, { params: { id: company }, query: { search } }, signal),
    placeholderData: keepPreviousData,
  })
}

/** A movement's word changes money, too. */
export function statementsChanged(client: QueryClient): Promise<void> {
  return paymentsChanged(client)
}

/** Over a slow line five megabytes take their time. */
const LONGEST_UPLOAD_MS = 120_000

/** A bank's file with what a person answered about it so far. */
export async function uploadStatement(
  company: number,
  file: File,
  answers: StatementAnswers,
): Promise<StatementUpload> {
  const query = new URLSearchParams({
    name: file.name.slice(-200),
    answers: JSON.stringify(answers),
  })
  const path = STATEMENT_UPLOAD_PATH.replace(':id', String(company))
  const reply = await fetchSigned(`/api${path}?${query.toString()}`, {
    method: 'PUT',
    signal: AbortSignal.timeout(LONGEST_UPLOAD_MS),
    headers: {
      accept: 'application/json',
      'accept-language': language(),
      'content-type': 'application/octet-stream',
    },
    body: file,
  })
  const body: unknown = await reply.json().catch(() => null)
  if (!reply.ok) throw new ApiFault(reply.status, body)
  const parsed = statementUpload.safeParse(body)
  if (!parsed.success) throw new ApiFault(null, parsed.error.message)
  return parsed.data
}
