import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import {
  DIRECTORY_EXPORT_PATH,
  DIRECTORY_IMPORT_PATH,
  importReply,
  listDirectoryClients,
  listDirectoryProducts,
  readDirectoryClient,
  readDirectoryProduct,
  type clientSort,
  type DirectoryList,
  type productSort,
} from '#contract/directory.ts'
import { language } from '#web/language.ts'
import { fetchFile, fetchSigned, send } from './client.ts'
import { ApiFault } from './fault.ts'

export type ClientRow = ReplyOf<typeof listDirectoryClients>['clients'][number]
export type ClientPage = ReplyOf<typeof readDirectoryClient>
export type ProductRow = ReplyOf<typeof listDirectoryProducts>['products'][number]
export type ProductPage = ReplyOf<typeof readDirectoryProduct>
export type RuleOfProduct = ProductPage['rules'][number]
export type RuleOfParty = ClientPage['rules'][number]
export type ImportReply = z.output<typeof importReply>
export type ImportPlan = Extract<ImportReply, { kind: 'plan' }>
export type ClientSort = z.output<typeof clientSort>
export type ProductSort = z.output<typeof productSort>

interface ListFilter<Sort> {
  company: number
  search: string
  sort: Sort
}

/** Below the clients: what changes one of them makes these old. */
export function clientListQuery(filter: ListFilter<ClientSort>) {
  return infiniteQueryOptions({
    queryKey: ['clients', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      send(listDirectoryClients, { query: { ...filter, after: pageParam ?? undefined } }, signal),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

export function clientPageQuery(id: number) {
  return queryOptions({
    queryKey: ['clients', 'page', id],
    queryFn: ({ signal }) => send(readDirectoryClient, { params: { id } }, signal),
  })
}

export function productListQuery(filter: ListFilter<ProductSort>) {
  return infiniteQueryOptions({
    queryKey: ['products', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      send(listDirectoryProducts, { query: { ...filter, after: pageParam ?? undefined } }, signal),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

export function productPageQuery(id: number) {
  return queryOptions({
    queryKey: ['products', 'page', id],
    queryFn: ({ signal }) => send(readDirectoryProduct, { params: { id } }, signal),
  })
}

function startOfList(): string | null {
  return null
}

/** A client, a contact or a product is another: lists, pages, forms and rules show it. */
export async function directoryChanged(client: QueryClient): Promise<void> {
  const keys = [['clients'], ['clientInfo'], ['contacts'], ['products'], ['rules'], ['forecast']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Over a slow line five megabytes take their time. */
const LONGEST_FILE_MS = 120_000

export function exportDirectory(company: number, list: DirectoryList): Promise<Blob> {
  return fetchFile(DIRECTORY_EXPORT_PATH, { company_id: company, list }, LONGEST_FILE_MS)
}

/** What a file would change; with `seen`, the digest of that answer, it is applied. */
export async function importDirectory(
  { company, list, file }: { company: number; list: DirectoryList; file: File },
  order?: { seen: string; rules: 'follow' | 'keep' },
): Promise<ImportReply> {
  const query = new URLSearchParams({ name: file.name.slice(-200), ...order })
  const path = DIRECTORY_IMPORT_PATH.replace(':company_id', String(company)).replace(':list', list)
  const reply = await fetchSigned(`/api${path}?${query.toString()}`, {
    method: 'POST',
    signal: AbortSignal.timeout(LONGEST_FILE_MS),
    headers: {
      accept: 'application/json',
      'accept-language': language(),
      'content-type': 'application/octet-stream',
    },
    body: file,
  })
  const body: unknown = await reply.json().catch(() => null)
  if (!reply.ok) throw new ApiFault(reply.status, body)
  const parsed = importReply.safeParse(body)
  if (!parsed.success) throw new ApiFault(null, parsed.error.message)
  return parsed.data
}
