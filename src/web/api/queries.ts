import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BodyToWrite, ReplyOf } from '#contract/call.ts'
import type { deliveryAxis, documentState } from '#contract/documents.ts'
import {
  listDocuments,
  listEarlierEvents,
  readDeparture,
  readDocument,
} from '#contract/documents.ts'
import { listEmailAccounts, readPending } from '#contract/email-accounts.ts'
import { listDeliveries } from '#contract/deliveries.ts'
import { listFacturators, readCertificate, readCredentials } from '#contract/facturators.ts'
import { readInstallation } from '#contract/installation.ts'
import type { paymentState } from '#contract/payments.ts'
import { listClients, listCompanies, listContacts, listProducts } from '#contract/parties.ts'
import { readDocumentTemplate } from '#contract/one-off.ts'
import { forecastRule, listRules, readRule } from '#contract/rules.ts'
import { useDemonstration } from '#web/demonstration.ts'
import { watchInterval } from './watch.ts'
import { send } from './client.ts'

export type Installation = ReplyOf<typeof readInstallation>
export type Facturators = ReplyOf<typeof listFacturators>
export type Credentials = ReplyOf<typeof readCredentials>
export type Company = ReplyOf<typeof listCompanies>[number]
export type Client = ReplyOf<typeof listClients>[number]
export type Product = ReplyOf<typeof listProducts>[number]
export type EmailAccount = ReplyOf<typeof listEmailAccounts>[number]
export type Contact = ReplyOf<typeof listContacts>[number]
export type Rule = ReplyOf<typeof readRule>
/** What a document says, to be ordered again. */
export type DocumentTemplate = ReplyOf<typeof readDocumentTemplate>
export type Forecast = ReplyOf<typeof forecastRule>
export type Emission = Forecast['emissions'][number]
/** A rule's document of one month and client, as far as it has come. */
export type MadeDocument = Forecast['made'][number]
/** Without what is said of it. */
export type RuleDocument = Omit<MadeDocument, 'told' | 'can_decide' | 'annulment' | 'stop'>
export type DocumentState = z.output<typeof documentState>
export type DeliveryAxis = z.output<typeof deliveryAxis>
export type PaymentState = z.output<typeof paymentState>
export type DocumentPage = ReplyOf<typeof listDocuments>
export type DocumentRow = DocumentPage['documents'][number]
export type Delivery = ReplyOf<typeof listDeliveries>[number]
export type DocumentDetail = ReplyOf<typeof readDocument>

const MINUTE_MS = 60_000

export function installationQuery() {
  return queryOptions({
    queryKey: ['installation'],
    queryFn: async ({ signal }) => {
      const installation = await send(readInstallation, {}, signal)
      useDemonstration.setState({ demonstration: installation.demonstration })
      return installation
    },
    // It tells what day it is: an open tab must notice midnight.
    staleTime: 5 * MINUTE_MS,
    refetchInterval: 5 * MINUTE_MS,
  })
}

export function facturatorsQuery() {
  return queryOptions({
    queryKey: ['facturators'],
    queryFn: ({ signal }) => send(listFacturators, {}, signal),
    staleTime: 5 * MINUTE_MS,
  })
}

/** Of every connection of the organisation; each says by its `facturator` whose it is. */
export function companiesQuery() {
  return queryOptions({
    queryKey: ['companies'],
    queryFn: ({ signal }) => send(listCompanies, { query: { facturator: 'all' } }, signal),
    staleTime: MINUTE_MS,
  })
}

/** The credentials carry their facturator's own number. */
export function credentialsQuery(facturatorId: number) {
  return queryOptions({
    queryKey: ['credentials', facturatorId],
    queryFn: ({ signal }) => send(readCredentials, { params: { id: facturatorId } }, signal),
  })
}

export function certificateQuery(facturatorId: number) {
  return queryOptions({
    queryKey: ['certificate', facturatorId],
    queryFn: ({ signal }) => send(readCertificate, { params: { id: facturatorId } }, signal),
  })
}

export function clientsQuery(companyId: number) {
  return queryOptions({
    queryKey: ['clients', companyId],
    queryFn: ({ signal }) => readClients(companyId, signal),
  })
}

const CLIENTS_AT_ONCE = 1_000
/** Beyond what a company may have: it ends even where pages never do. */
const MAX_CLIENT_PAGES = 10

async function readClients(companyId: number, signal: AbortSignal): Promise<Client[]> {
  // One that moves to the next page meanwhile is there once.
  const clients = new Map<number, Client>()
  for (let page = 0; page < MAX_CLIENT_PAGES; page += 1) {
    const query = { limit: CLIENTS_AT_ONCE, offset: page * CLIENTS_AT_ONCE }
    const read = await send(listClients, { params: { company_id: companyId }, query }, signal)
    for (const client of read) clients.set(client.id, client)
    if (read.length < CLIENTS_AT_ONCE) break
  }
  return [...clients.values()]
}

export function contactsQuery(clientId: number) {
  return queryOptions({
    queryKey: ['contacts', clientId],
    queryFn: ({ signal }) => send(listContacts, { query: { client: clientId } }, signal),
  })
}

export function productsQuery(companyId: number) {
  return queryOptions({
    queryKey: ['products', companyId],
    queryFn: ({ signal }) => send(listProducts, { query: { company: companyId } }, signal),
  })
}

/** `none`: what no mailbox has any more, which this one may send. */
export type HeldBy = 'mailbox' | 'none'

/** Below the accounts: what changes these changes that. */
export function pendingMailsQuery(accountId: number, heldBy: HeldBy) {
  return queryOptions({
    queryKey: ['emailAccounts', accountId, 'pending', heldBy],
    queryFn: ({ signal }) =>
      send(readPending, { params: { id: accountId }, query: { held_by: heldBy } }, signal),
  })
}

export function emailAccountsQuery() {
  return queryOptions({
    queryKey: ['emailAccounts'],
    queryFn: ({ signal }) => send(listEmailAccounts, {}, signal),
  })
}

export function rulesQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => send(listRules, { query: {} }, signal),
  })
}

export function ruleQuery(id: number) {
  return queryOptions({
    queryKey: ['rules', id],
    queryFn: ({ signal }) => send(readRule, { params: { id } }, signal),
    // The form is filled from it once; a later answer must not overwrite what was typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The date that what is ordered now of a company would carry; it changes with the hour. */
export function departureQuery(company: number) {
  return queryOptions({
    queryKey: [...DEPARTURES, company],
    queryFn: ({ signal }) => send(readDeparture, { query: { company } }, signal),
    staleTime: MINUTE_MS / 2,
  })
}

export const DEPARTURES = ['departure'] as const

/** Read for a form, as a rule is. */
export function documentTemplateQuery(id: number) {
  return queryOptions({
    queryKey: ['documents', id, 'template'],
    queryFn: ({ signal }) => send(readDocumentTemplate, { params: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function forecastQuery(body: BodyToWrite<typeof forecastRule>) {
  return queryOptions({
    queryKey: ['forecast', body],
    queryFn: ({ signal }) => send(forecastRule, { body }, signal),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  })
}

export interface DocumentFilter {
  state?: DocumentState
  delivery?: DeliveryAxis
  payment?: PaymentState
  reaction?: NonNullable<DocumentRow['reaction']>
  document_type?: '33' | '39' | '61'
  month?: string
  rule?: number
  search?: string
  limit?: number
}

export function documentsQuery(filter: DocumentFilter) {
  return infiniteQueryOptions({
    queryKey: ['documents', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      send(listDocuments, { query: { ...filter, before: pageParam ?? undefined } }, signal),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: watchInterval,
  })
}

/** The newest of one state, for the home's short lists. */
export function latestDocumentsQuery(filter: DocumentFilter) {
  return queryOptions({
    queryKey: ['documents', 'list', 'latest', filter],
    queryFn: ({ signal }) => send(listDocuments, { query: filter }, signal),
    refetchInterval: watchInterval,
  })
}

export function documentQuery(id: number) {
  return queryOptions({
    queryKey: ['documents', id],
    queryFn: ({ signal }) => send(readDocument, { params: { id } }, signal),
    refetchInterval: watchInterval,
  })
}

/** Asked for page by page at a person's wish; what has happened never changes. */
export function earlierEventsQuery(documentId: number, first: number) {
  return infiniteQueryOptions({
    queryKey: ['earlierEvents', documentId, first],
    queryFn: ({ signal, pageParam }) =>
      send(listEarlierEvents, { params: { id: documentId }, query: { before: pageParam } }, signal),
    initialPageParam: first,
    getNextPageParam: ({ events }) => {
      const seq = events[0]?.seq ?? 1
      return seq > 1 ? seq : null
    },
    enabled: false,
    staleTime: Infinity,
  })
}

export function deliveriesQuery(documentId: number) {
  return queryOptions({
    queryKey: ['documents', documentId, 'deliveries'],
    queryFn: ({ signal }) => send(listDeliveries, { params: { id: documentId } }, signal),
    refetchInterval: watchInterval,
  })
}

function startOfList(): string | null {
  return null
}
