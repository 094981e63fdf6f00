import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showRut } from '#texts/formats.ts'
import {
  clientsQuery,
  companiesQuery,
  latestDocumentsQuery,
  rulesQuery,
  type Client,
  type Company,
  type DocumentRow,
  type Rule,
} from '#web/api/queries.ts'
import '#web/texts/profile.ts'
import { clientPath, documentPath, editRulePath, NEW_RULE, PATHS } from '#web/paths.ts'
import type { TFunction } from 'i18next'
import { useStanding, type StandingOf } from '#web/documents/standing.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { findEntries, MOST_IN_GROUP, type Entry } from './entries.ts'

const PLACES = [
  'dashboard',
  'thisMonth',
  'documents',
  'receivables',
  'rules',
  'clients',
  'products',
  'facturators',
  'emailAccounts',
  'profile',
  'usage',
] as const
/** Somebody who issues for more companies finds the others' clients by their documents. */
const MOST_COMPANIES = 8
const TYPING_MS = 200

export interface Found {
  entries: Entry[]
  /** Of the documents, which the server looks for; the rest is here. */
  isSearching: boolean
  isFailed: boolean
}

export function useEntries(text: string): Found {
  const { t } = useTranslation()
  const standingOf = useStanding()
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS)
  const rules = useQuery(rulesQuery()).data ?? []
  const companies = useQuery(companiesQuery()).data ?? []
  const asked = companies.slice(0, MOST_COMPANIES)
  const clients = useQueries({ queries: asked.map(({ id }) => clientsQuery(id)) }).flatMap(
    ({ data }, index) => (data ?? []).map((client) => ({ client, company: asked[index] })),
  )
  const isAsked = text.trim().length > 1
  const documents = useQuery({
    ...latestDocumentsQuery({ search: settled, limit: MOST_IN_GROUP }),
    enabled: isAsked && settled.length > 1,
  })
  const isCurrent = settled === text.trim() && !documents.isPlaceholderData
  const found = isAsked && isCurrent ? (documents.data?.documents ?? []) : []
  const all = [
    ...places(t),
    ...rules.map(ruleEntry),
    ...clients.map(({ client, company }) =>
      clientEntry(t, client, companies.length > 1 ? company : undefined),
    ),
    ...found.map((document) => documentEntry(t, standingOf, document, companies.length > 1)),
  ]
  return {
    entries: findEntries(all, text),
    isSearching: isAsked && (!isCurrent || documents.isLoading),
    isFailed: isAsked && documents.isError,
  }
}

function places(t: TFunction): Entry[] {
  const go = (label: string, to: string): Entry => ({ key: to, group: 'go', label, hint: '', to })
  const create = (label: string, to: string): Entry => {
    return { key: `new ${to}`, group: 'create', label, hint: '', to }
  }
  return [
    create(t('palette.newRule'), NEW_RULE),
    create(t('palette.issueOne'), PATHS.newDocument),
    create(t('palette.upload'), PATHS.uploads),
    create(t('palette.newConnection'), PATHS.facturators),
    create(t('palette.newMailbox'), PATHS.emailAccounts),
    ...PLACES.map((place) => go(t(`nav.${place}`), PATHS[place])),
    go(t('mailPreferences.title'), PATHS.mailPreferences),
    go(t('attention.title'), PATHS.attention),
  ]
}

function ruleEntry({ id, name, clients_detail, facturator_comp_detail }: Rule): Entry {
  const parties = clients_detail.map(({ client }) => client.client_info)
  const [first] = parties
  return {
    key: `rule ${id}`,
    group: 'rules',
    label: name,
    hint: first?.name ?? '',
    to: editRulePath(id),
    also: [...parties, facturator_comp_detail.company_info]
      .map((party) => `${party.name} ${party.identifier}`)
      .join(' '),
  }
}

/** Two companies may have the same client: each says whose it is. */
function clientEntry(
  t: TFunction,
  { id, client_info: { name, identifier } }: Client,
  company: Company | undefined,
): Entry {
  const of = company?.company_info.name ?? t('palette.clientPage')
  return {
    key: `client ${id}`,
    group: 'clients',
    label: name,
    hint: `${showRut(identifier)} · ${of}`,
    to: clientPath(id),
    also: identifier,
  }
}

function documentEntry(
  t: TFunction,
  standingOf: StandingOf,
  document: DocumentRow,
  namesCompany: boolean,
): Entry {
  const { id, document_type, folio, recipient, company } = document
  const type = t(`documentTypes.${TYPE_NAMES[document_type]}`)
  return {
    key: `document ${id}`,
    group: 'documents',
    label: folio === null ? type : t('document.headingNumber', { type, folio }),
    hint: [
      recipient.name,
      ...(namesCompany ? [company.name] : []),
      t(`documentStates.${standingOf(document).badge}`),
    ].join(' · '),
    to: documentPath(id),
  }
}
