import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { isGenericRut } from '#domain/rut.ts'
import type { Schema } from '../../db/schema.ts'
import { people as peopleList, type Person } from '../compose.ts'
import type { CompanyAt, Owing } from './owing.ts'

type Db = Kysely<Schema>

/** A day's reminders to one client: one mail, and more only where they are too many for one. */
export interface ReminderMail<Of extends Owing = Owing> {
  clientRut: string
  /** Who is written to once a day. */
  clientKey: string
  /** From 1; which of the client's mails of the day it is. */
  part: number
  clientName: string
  documents: Of[]
  /** All recipients to whom one of the client's documents was mailed; empty when no address is known. */
  people: Person[]
  /** The connected mailbox that mailed one of them; null: none is. */
  accountId: number | null
}

/** So many in one mail, and the others in another one, because a longer list is not read. */
const MAX_DOCUMENTS = 50

/** The mails of each client, in the order of the documents. */
export async function mailsOf<Of extends Owing>(
  db: Db,
  at: CompanyAt,
  documents: readonly Of[],
): Promise<ReminderMail<Of>[]> {
  const addressed = await readAddressed(
    db,
    at,
    documents.map(({ documentId }) => documentId),
  )
  const clients = new Map<string, Of[]>()
  for (const one of documents) {
    const key = recipientKey(one, addressed.get(one.documentId)?.people ?? [])
    const known = clients.get(key)
    if (known === undefined) clients.set(key, [one])
    else known.push(one)
  }
  return [...clients].flatMap(([clientKey, all]) => {
    const [first] = all
    if (first === undefined) return []
    const known = all.flatMap(({ documentId }) => addressed.get(documentId) ?? [])
    const people = eachOnce(known.flatMap((one) => one.people))
    const accountId = known.find((one) => one.accountId !== null)?.accountId ?? null
    const { clientRut, clientName } = first
    const to = { clientRut, clientKey, clientName, people, accountId }
    return partsOf(all).map((chosen, index) => ({ ...to, part: index + 1, documents: chosen }))
  })
}

function partsOf<Of>(all: readonly Of[]): Of[][] {
  const count = Math.ceil(all.length / MAX_DOCUMENTS)
  return Array.from({ length: count }, (_none, index) =>
    all.slice(index * MAX_DOCUMENTS, (index + 1) * MAX_DOCUMENTS),
  )
}

/**
 * The client's; where many share its RUT and may share its name, those whom its mails go to tell it apart, too. A digest
 * then, so that the key names nobody.
 */
function recipientKey({ clientRut, clientKey }: Owing, people: readonly Person[]): string {
  if (!isGenericRut(clientRut)) return clientKey
  const addresses = new Set(people.map(({ address }) => address.toLowerCase()))
  const named = JSON.stringify([clientKey, ...[...addresses].toSorted()])
  return `${clientRut} ${createHash('sha256').update(named).digest('hex')}`
}

/** Who is written to gets no copy besides. */
function eachOnce(all: readonly Person[]): Person[] {
  const to = all.filter(({ copy }) => copy === 'to')
  const once = new Map<string, Person>()
  for (const one of [...to, ...all]) {
    const key = one.address.toLowerCase()
    if (!once.has(key)) once.set(key, one)
  }
  return [...once.values()]
}

interface Addressed {
  people: Person[]
  accountId: number | null
}

/** To whom and from where each document's last mail went that did not fail. */
async function readAddressed(
  db: Db,
  { organisationId }: CompanyAt,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, Addressed>> {
  if (documentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('delivery as last')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'last.organisation_id')
        .onRef('document.id', '=', 'last.document_id'),
    )
    .leftJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .onRef('rule.id', '=', 'document.rule_id'),
    )
    .leftJoin('email_account as account', (join) =>
      join
        .onRef('account.organisation_id', '=', 'last.organisation_id')
        .on('account.state', '=', 'connected')
        .on(sql<boolean>`account.id = coalesce(last.email_account_id, rule.email_account_id)`),
    )
    .distinctOn('last.document_id')
    .select(['last.document_id', 'last.recipients', 'account.id as account_id'])
    .where('last.organisation_id', '=', organisationId)
    .where(sql<boolean>`last.document_id = any(${[...documentIds]}::bigint[])`)
    .where('last.purpose', '=', 'document')
    .where('last.state', 'not in', ['failed', 'bounced'])
    .orderBy('last.document_id')
    .orderBy('last.nth', 'desc')
    .execute()
  return new Map(
    rows.map(({ document_id: id, recipients, account_id: accountId }) => [
      id,
      { people: peopleList.parse(recipients), accountId },
    ]),
  )
}
