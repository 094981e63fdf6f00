import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { people as peopleList, type Person } from '../compose.ts'
import type { CompanyAt, Owing } from './owing.ts'

type Db = Kysely<Schema>

/** A day's reminders to one client: one mail. */
export interface ReminderMail<Of extends Owing = Owing> {
  clientRut: string
  clientName: string
  documents: Of[]
  /** All recipients to whom one of the documents was mailed; empty when no address is known. */
  people: Person[]
  /** The connected mailbox that mailed one of them; null: none is. */
  accountId: number | null
}

/** So many in one mail: the others' steps are left out, because a longer list is not read. */
const MAX_DOCUMENTS = 50

/** One mail for each client, in the order of the documents. */
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
    clients.set(one.clientRut, [...(clients.get(one.clientRut) ?? []), one])
  }
  return [...clients.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const chosen = all.slice(0, MAX_DOCUMENTS)
    const known = chosen.flatMap(({ documentId }) => addressed.get(documentId) ?? [])
    return {
      clientRut: first.clientRut,
      clientName: first.clientName,
      documents: chosen,
      people: eachOnce(known.flatMap(({ people }) => people)),
      accountId: known.find(({ accountId }) => accountId !== null)?.accountId ?? null,
    }
  })
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
