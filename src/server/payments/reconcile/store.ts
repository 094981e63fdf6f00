import { sql } from 'kysely'
import { addDays, compare, knownDay, type Day } from '#domain/day.ts'
import { clp, type Clp } from '#domain/money.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { Db } from '../owed/receivable.ts'
import type { OpenDocument, StoredMovement } from '../statement/match/open-document.ts'
import type { Reversal } from '../statement/movements/movement.ts'

export interface OfCompany {
  organisationId: number
  companyId: number
}

/**
 * One at a time for an organisation, because what a statement adds and what a decision allows depend on what is stored of
 * its company, and of the others that took the same account.
 */
export async function lockStatements(
  trx: Db,
  { organisationId }: { organisationId: number },
): Promise<void> {
  const key = `bank_statement ${organisationId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** Numbers for rows that are about to be inserted, so that whatever follows from them needn't wait for the insert. */
export async function takeNumbers(
  trx: Db,
  table: 'bank_movement' | 'payment',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{
    ids: number[] | null
  }>`select array_agg(nextval(${`${table}_id_seq`}::regclass)) as ids
    from generate_series(1, ${count}::int)`.execute(trx)
  return rows[0]?.ids ?? []
}

/**
 * Documents with an open amount, with what their payers declared and who else may pay. Each column comes as one
 * value, because the driver takes several times as long for 20,000 rows as all that is done with them here.
 */
export async function openDocuments(
  db: Db,
  at: OfCompany,
  payers: ReadonlyMap<string, Rut[]>,
): Promise<OpenDocument[]> {
  const { rows } = await sql<OpenColumns>`
    select array_agg(id)::text as ids, array_agg(kind)::text as kinds, array_agg(folio)::text as folios,
      array_agg(client_rut)::text as client_ruts, json_agg(recipient_name) as names, array_agg(open_clp)::text as open_clps,
      array_agg(issue_day)::text as issue_days, array_agg(due_day)::text as due_days,
      array_agg(closes_day)::text as closes_days
    from (
      select document.id, document.kind, document.folio, receivable.client_rut, document.recipient_name,
        receivable.base_clp - receivable.taken_back_clp - receivable.paid_clp + receivable.refunded_clp as open_clp,
        document.issue_day, receivable.due_day, receivable.closes_day
      from receivable join document
        on document.organisation_id = receivable.organisation_id and document.id = receivable.document_id
      where receivable.organisation_id = ${at.organisationId} and receivable.company_id = ${at.companyId}
        and not receivable.is_annulled and document.issue_day is not null
        and receivable.paid_clp - receivable.refunded_clp < receivable.base_clp - receivable.taken_back_clp
    ) as open`.execute(db)
  const declared = await declaredOf(db, at)
  return rows.flatMap((columns) => documentsIn(columns, declared, payers))
}

/** Each in one order; null where there is no row. */
type OpenColumns = Record<
  | 'ids'
  | 'kinds'
  | 'folios'
  | 'client_ruts'
  | 'open_clps'
  | 'issue_days'
  | 'due_days'
  | 'closes_days',
  string | null
> & { names: string[] | null }

function documentsIn(
  columns: OpenColumns,
  declared: ReadonlyMap<number, Declared[]>,
  payers: ReadonlyMap<string, Rut[]>,
): OpenDocument[] {
  const [kinds, folios] = [elementsOf(columns.kinds), elementsOf(columns.folios)]
  const [clients, openClps] = [elementsOf(columns.client_ruts), elementsOf(columns.open_clps)]
  const [issueDays, dueDays] = [elementsOf(columns.issue_days), elementsOf(columns.due_days)]
  const closesDays = elementsOf(columns.closes_days)
  // Twenty thousand documents have few days and clients: each is read once.
  const [days, ruts] = [once(knownDay), once(rut)]
  return elementsOf(columns.ids).map((text, n) => {
    const [id, client, folio] = [Number(text), clients[n] ?? '', folios[n] ?? 'NULL']
    return {
      id,
      kind: kinds[n] ?? '',
      folio: folio === 'NULL' ? null : Number(folio),
      clientRut: ruts(client),
      clientName: columns.names?.[n] ?? '',
      authorisedPayerRuts: payers.get(client) ?? NONE,
      openClp: clp(Number(openClps[n])),
      declaredClps: declared.get(id)?.map(({ amountClp }) => amountClp) ?? NONE,
      issueDay: days(issueDays[n] ?? ''),
      dueDay: days(dueDays[n] ?? ''),
      closesDay: days(closesDays[n] ?? ''),
    }
  })
}

const NONE: readonly never[] = []

/** Of an array as PostgreSQL writes it, of numbers, days, RUTs or names of kinds: none of them is put in quotes. */
function elementsOf(array: string | null): string[] {
  return array === null ? [] : array.slice(1, -1).split(',')
}

function once<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = read(text)
    known.set(text, made)
    return made
  }
}

/** The same as long as nothing is opened, paid, declared or authorised: what was read before is true still. */
export async function openState(db: Db, { organisationId, companyId }: OfCompany): Promise<string> {
  const { rows } = await sql<{ state: string }>`select concat_ws(' ',
      (select concat_ws(' ', count(*), bit_xor(hashint8extended(document_id,
        (base_clp - taken_back_clp - paid_clp + refunded_clp) * 31 + declared_clp)))
      from receivable where organisation_id = ${organisationId} and company_id = ${companyId} and not is_annulled
        and paid_clp - refunded_clp < base_clp - taken_back_clp),
      (select concat_ws(' ', count(*), max(id)) from authorised_payer
        where organisation_id = ${organisationId} and company_id = ${companyId})) as state`.execute(
    db,
  )
  return rows[0]?.state ?? ''
}

export interface Declared {
  id: number
  amountClp: Clp
}

/** What payers declared and nobody answered, by document; of these documents, or of all of the company. */
export async function declaredOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
  documentIds?: readonly number[],
): Promise<Map<number, Declared[]>> {
  const rows = await db
    .selectFrom('payment_declaration as said')
    .innerJoin('receivable', (join) =>
      join
        .onRef('receivable.organisation_id', '=', 'said.organisation_id')
        .onRef('receivable.document_id', '=', 'said.document_id'),
    )
    .select(['said.id', 'said.document_id', 'said.amount_clp'])
    .where('said.organisation_id', '=', organisationId)
    .where('said.state', '=', 'open')
    .where('receivable.company_id', '=', companyId)
    .$if(documentIds !== undefined, (query) =>
      query.where(sql<boolean>`said.document_id = any(${[...(documentIds ?? [])]}::bigint[])`),
    )
    .orderBy('said.id')
    .execute()
  const byDocument = Map.groupBy(rows, ({ document_id }) => document_id)
  return new Map(
    [...byDocument].map(([id, all]) => [
      id,
      all.map((one) => ({ id: one.id, amountClp: clp(one.amount_clp) })),
    ]),
  )
}

/** Whom the company lets pay for each client, too. */
export async function payersByClient(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<Map<string, Rut[]>> {
  const rows = await db
    .selectFrom('authorised_payer')
    .select(['client_rut', 'payer_rut'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .execute()
  const byClient = Map.groupBy(rows, ({ client_rut }) => client_rut)
  return new Map(
    [...byClient].map(([client, all]) => [client, all.map(({ payer_rut }) => rut(payer_rut))]),
  )
}

/** Older ones are found no payment any more. */
const MAX_DAYS_UNDECIDED = 400
/** As many as a file has rows at most. */
export const MAX_UNDECIDED = 20_000

/** Credits that no payment is matched with and nobody has set aside, also those that the bank may have taken back. */
export async function undecidedCredits(
  db: Db,
  { organisationId, companyId }: OfCompany,
  today: Day,
): Promise<StoredMovement[]> {
  const rows = await db
    .selectFrom('bank_movement as movement')
    .select(MOVEMENT_COLUMNS)
    .where('movement.organisation_id', '=', organisationId)
    .where('movement.company_id', '=', companyId)
    .where('movement.day', '>=', addDays(today, -MAX_DAYS_UNDECIDED))
    .where('movement.amount_clp', '>', 0)
    .where('movement.set_aside_at', 'is', null)
    // Hashed once. Written as an anti-join, it takes seconds after a first statement, of which nothing is analysed yet.
    .where(({ eb, selectFrom }) =>
      eb(
        'movement.id',
        'not in',
        selectFrom('movement_match')
          .select('movement_id')
          .where('organisation_id', '=', organisationId)
          .where('company_id', '=', companyId)
          .where('undone_at', 'is', null),
      ),
    )
    .orderBy('movement.day', 'desc')
    .orderBy('movement.id')
    .limit(MAX_UNDECIDED)
    .execute()
  return rows.map(movementOf)
}

/** The same with movements of today's statement that are about to be inserted. */
export function withNewCredits(
  undecided: readonly StoredMovement[],
  added: readonly StoredMovement[],
  today: Day,
): StoredMovement[] {
  const from = addDays(today, -MAX_DAYS_UNDECIDED)
  const credits = added.filter(({ day, amountClp }) => day >= from && amountClp > 0)
  return [...undecided, ...credits]
    .toSorted((a, b) => compare(b.day, a.day) || a.id - b.id)
    .slice(0, MAX_UNDECIDED)
}

export const MOVEMENT_COLUMNS = [
  'movement.id',
  'movement.day',
  'movement.amount_clp',
  'movement.operation',
  'movement.payer_rut',
  'movement.payer_name',
  'movement.description',
  'movement.reversal',
  'movement.reversal_id',
  'movement.maybe_id',
] as const

export interface MovementRow {
  id: number
  day: string
  amount_clp: number
  operation: string
  payer_rut: string | null
  payer_name: string
  description: string
  reversal: 'reversed' | 'reversal' | 'doubtful' | 'alone' | null
  reversal_id: number | null
  maybe_id: number | null
}

export function movementOf(row: MovementRow): StoredMovement {
  return {
    id: row.id,
    row: row.id,
    day: knownDay(row.day),
    amountClp: clp(row.amount_clp),
    kind: row.amount_clp > 0 ? 'credit' : 'debit',
    payerRut: row.payer_rut === null ? null : rut(row.payer_rut),
    payerName: row.payer_name,
    operation: row.operation,
    description: row.description,
    balanceClp: null,
    reversal: reversalOf(row),
    maybeId: row.maybe_id,
  }
}

function reversalOf({ reversal, reversal_id }: MovementRow): Reversal | null {
  if (reversal === null) return null
  if (reversal === 'alone' || reversal_id === null) return { kind: 'alone' }
  return { kind: reversal, row: reversal_id }
}

type Pairs = Map<number, Set<number>>

/** What people refused or took back, by movement: documents, and payments that it is not. */
export async function refusedPairs(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<{ documents: Pairs; payments: Pairs }> {
  const { rows } = await sql<{
    movement_id: number
    document_id: number | null
    payment_id: number | null
  }>`
    select refusal.movement_id, refusal.document_id, refusal.payment_id from movement_refusal refusal
    join bank_movement movement on movement.organisation_id = refusal.organisation_id
      and movement.id = refusal.movement_id
    where refusal.organisation_id = ${organisationId} and movement.company_id = ${companyId}
      and refusal.taken_back_at is null
    union all
    select match.movement_id, share.document_id, null from movement_match match
    join bank_movement movement on movement.organisation_id = match.organisation_id
      and movement.id = match.movement_id
    join payment_share share on share.organisation_id = match.organisation_id
      and share.payment_id = match.payment_id
    where match.organisation_id = ${organisationId} and movement.company_id = ${companyId}
      and match.undone_at is not null and match.how <> 'recorded'
    union all
    select match.movement_id, null, match.payment_id from movement_match match
    join bank_movement movement on movement.organisation_id = match.organisation_id
      and movement.id = match.movement_id
    where match.organisation_id = ${organisationId} and movement.company_id = ${companyId}
      and match.undone_at is not null and match.how = 'recorded'`.execute(db)
  const [documents, payments]: [Pairs, Pairs] = [new Map(), new Map()]
  for (const { movement_id, document_id, payment_id } of rows) {
    if (document_id !== null) add(documents, movement_id, document_id)
    if (payment_id !== null) add(payments, movement_id, payment_id)
  }
  return { documents, payments }
}

function add(pairs: Pairs, movement: number, other: number): void {
  const found = pairs.get(movement)
  if (found === undefined) pairs.set(movement, new Set([other]))
  else found.add(other)
}
