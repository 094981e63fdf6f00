/**
 * A bank's statement of 5,000 movements, an .xlsx as it is uploaded, against 20,000 open documents: from the upload by the
 * API to its answer, with every movement stored, each automatic match recorded as a payment and all others' proposals
 * made, against reading the same file's cells and a bare INSERT of its rows into the table that keeps them. Beside it the
 * same movements without their RUTs, where all are proposed and none is matched automatically, and bare INSERTs of
 * everything that the first one stores.
 *   node scripts/node.mjs bench/statement.ts
 */
import { loadavg } from 'node:os'
import { sql, type Kysely } from 'kysely'
import { listMovements, statementUpload } from '#contract/statements.ts'
import { withinOrganisation } from '#server/db/reach.ts'
import type { Schema } from '#server/db/schema.ts'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { workbook, type Cell } from '#server/sheets/workbook.ts'
import { findColumns } from '#server/payments/statement/find-columns.ts'
import type { Movement } from '#server/payments/statement/movements/movement.ts'
import { parseMovements } from '#server/payments/statement/parse-movements.ts'
import { readStatement } from '#server/payments/statement/read-statement.ts'
import { syntheticStatement } from '#server/payments/statement/test-statements.ts'
import type { TestApp } from '#server/test-app.ts'
import { insertOwed } from '../test/payments/owed-documents.ts'
import type { Tenant } from '../test/walls/tenants.ts'
import { median } from './dte-rounds.ts'

const STORED = [
  'bank_statement',
  'bank_movement',
  'payment',
  'payment_share',
  'movement_match',
] as const
const MOVEMENTS = 5_000
const MAX_TIMES = 3
const WARM_UPS = 2
const ROUNDS = 9
const statement = syntheticStatement(1, {
  movements: MOVEMENTS,
  documents: 20_000,
  clients: 4_000,
})
const movements = await movementsIn(statement.csv)
const file = await uploadOf(movements)
const fileWithoutRuts = await uploadOf(movements.map((one) => ({ ...one, payerRut: null })))
const { postgres, stop } = await startTestPostgres()
process.env.FOLIO_TEST_POSTGRES = JSON.stringify(postgres)
// It looks for that variable when it is loaded.
const { startTestApp } = await import('#server/test-app.ts')
const { makeTenant, ANA } = await import('../test/walls/tenants.ts')
// After the last of the movements, and before the first is too old to be matched.
const app = await startTestApp('2027-03-01T15:00:00Z', undefined, (needs) => ({
  ...needs,
  limits: { consume: () => Promise.resolve(1), clear: () => Promise.resolve() },
}))
try {
  await compare(app, await makeTenant(app, ANA))
} finally {
  await app.close()
  await stop()
}

interface Round {
  /** What is paid without a person is recorded. */
  whole: number
  /** Nothing is. */
  proposals: number
  listing: number
  floor: number
  /** Bare INSERTs of everything that `whole` stores. */
  storing: number
}

async function compare({ database: { db } }: TestApp, ana: Tenant): Promise<void> {
  await insertDocuments(db, ana)
  await reset(db, ana)
  await upload(ana, file, true)
  await keepStored(db)
  await reset(db, ana)
  const rounds: Round[] = []
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const whole = await timed(() => upload(ana, file, true))
    const listing = await timed(() => firstPage(ana))
    await reset(db, ana)
    const floor = await timed(() =>
      withinOrganisation(ana.organisationId, async () => insertBare(db, ana, await rowsIn(file))),
    )
    await reset(db, ana)
    const proposals = await timed(() => upload(ana, fileWithoutRuts, false))
    await reset(db, ana)
    await switchTriggers(db, 'disable')
    const storing = await timed(async () => insertStored(db, (await rowsIn(file)).length))
    await switchTriggers(db, 'enable')
    await reset(db, ana)
    if (round >= WARM_UPS) rounds.push({ whole, proposals, listing, floor, storing })
  }
  const ms = (of: (round: Round) => number) => Math.round(median(rounds.map(of)))
  const times = (of: (round: Round) => number) => Number(median(rounds.map(of)).toFixed(2))
  const best = (of: (round: Round) => number) => Math.round(Math.min(...rounds.map(of)))
  const found = {
    movements: MOVEMENTS,
    documents: statement.documents.length,
    ms: ms(({ whole }) => whole),
    proposalsMs: ms(({ proposals }) => proposals),
    floorMs: ms(({ floor }) => floor),
    storingMs: ms(({ storing }) => storing),
    firstPageMs: ms(({ listing }) => listing),
    times: times(({ whole, floor }) => whole / floor),
    proposalsTimes: times(({ proposals, floor }) => proposals / floor),
    timesOfStoring: times(({ whole, storing }) => whole / storing),
    // Each at its best: what other work of the machine takes away is least there.
    best: {
      ms: best(({ whole }) => whole),
      proposalsMs: best(({ proposals }) => proposals),
      floorMs: best(({ floor }) => floor),
      storingMs: best(({ storing }) => storing),
    },
    most: MAX_TIMES,
    load: loadavg().map((one) => Number(one.toFixed(1))),
  }
  console.log(JSON.stringify(found))
  if (found.times > MAX_TIMES) process.exitCode = 1
}

async function upload({ access, ids }: Tenant, bytes: Uint8Array, isPaid: boolean): Promise<void> {
  const reply = await app.server.inject({
    method: 'PUT',
    url: `/api/payments/terms/${ids.company}/statements/upload/`,
    query: { name: 'cartola.xlsx' },
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  })
  const taken = statementUpload.parse(reply.json<unknown>())
  const isRight =
    taken.kind === 'taken' &&
    taken.added === MOVEMENTS &&
    (isPaid ? taken.matched > MOVEMENTS / 5 : taken.matched === 0 && taken.review > MOVEMENTS / 5)
  if (!isRight) throw new Error(JSON.stringify(taken).slice(0, 500))
}

async function firstPage({ access, ids }: Tenant): Promise<void> {
  const reply = await app.call({
    method: 'GET',
    path: `/payments/terms/${ids.company}/movements/`,
    token: access,
  })
  const { movements } = listMovements.reply.parse(reply.body)
  if (movements.length === 0) throw new Error('Nothing is proposed')
}

/** Nothing paid and nothing uploaded, as before the first round. */
async function reset(db: Kysely<Schema>, { organisationId }: Tenant): Promise<void> {
  await sql`truncate movement_match, movement_refusal, bank_movement, bank_statement`.execute(db)
  await sql`delete from payment_share where organisation_id = ${organisationId}`.execute(db)
  await sql`delete from payment where organisation_id = ${organisationId}
    and source = 'statement'`.execute(db)
  await sql`update receivable set paid_clp = 0 where paid_clp > 0`.execute(db)
  for (const table of ['receivable', 'payment', 'payment_share']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}

async function insertDocuments(db: Kysely<Schema>, { organisationId, ids }: Tenant): Promise<void> {
  await sql`delete from payment_attempt where organisation_id = ${organisationId}`.execute(db)
  await sql`delete from movement_match`.execute(db)
  await sql`delete from payment_declaration`.execute(db)
  await sql`delete from payment where organisation_id = ${organisationId}`.execute(db)
  await sql`delete from receivable where organisation_id = ${organisationId}`.execute(db)
  const at = { organisationId, companyId: ids.company }
  await insertOwed(
    db,
    at,
    statement.documents.map((one) => ({
      folio: one.folio ?? 0,
      rut: one.clientRut,
      name: one.clientName,
      amount: one.openClp,
      issueDay: one.issueDay,
    })),
  )
  const payers = statement.documents.flatMap(({ clientRut, authorisedPayerRuts }) =>
    authorisedPayerRuts.map((payer) => ({ client: clientRut, payer })),
  )
  await sql`insert into authorised_payer (organisation_id, company_id, client_rut, payer_rut, added_by, added_at)
    select distinct ${organisationId}::bigint, ${ids.company}::bigint, client, payer, 1, '2026-06-01T15:00:00Z'::timestamptz
    from jsonb_to_recordset(${JSON.stringify(payers)}::jsonb) as row (client text, payer text)
    where client <> payer`.execute(db)
}

type BareRow = Record<'day' | 'amount_clp' | 'operation' | 'ordinal', unknown> & {
  texts: unknown[]
}

/** The cells as they stand, by their places. */
async function rowsIn(bytes: Uint8Array): Promise<BareRow[]> {
  const read = await readStatement(bytes, 'cartola.xlsx')
  const [table] = read.kind === 'sheets' ? read.tables : []
  return (table?.rows ?? []).slice(1).map(({ row, cells: [day, operation, ...others] }) => ({
    day: typeof day === 'object' && day?.kind === 'day' ? day.day : null,
    amount_clp: Number(others[4] ?? 0) - Number(others[3] ?? 0),
    operation: operation ?? '',
    ordinal: row,
    texts: others.slice(0, 3),
  }))
}

/** Into the table that keeps them, by the role that serves the API, and nothing else. */
async function insertBare(
  db: Kysely<Schema>,
  { organisationId, userId, ids }: Tenant,
  rows: readonly BareRow[],
): Promise<void> {
  const { rows: made } = await sql<{
    id: number
  }>`insert into bank_statement (organisation_id, company_id, account,
      file_name, sha256, first_day, last_day, movements, added, uploaded_by, uploaded_at)
    values (${organisationId}, ${ids.company}, '1', '', ${Buffer.alloc(32)}, '2026-01-01', '2026-01-01', 1, 1, ${userId},
      '2026-11-05T15:00:00Z') returning id`.execute(db)
  const given = rows.map(({ texts: [description, payer_rut, payer_name], ...row }) => ({
    ...row,
    payer_rut,
    payer_name: payer_name ?? '',
    description: description ?? '',
  }))
  await sql`insert into bank_movement (organisation_id, company_id, account, statement_id, day, amount_clp, operation,
      ordinal, payer_rut, payer_name, description)
    select ${organisationId}::bigint, ${ids.company}::bigint, '1', ${made[0]?.id ?? 0}::bigint, row.*
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (day date, amount_clp bigint, operation text,
      ordinal integer, payer_rut text, payer_name text, description text)`.execute(db)
}

async function keepStored(db: Kysely<Schema>): Promise<void> {
  for (const table of STORED) {
    const payments = table === 'payment' ? sql`where source = 'statement'` : sql``
    await sql`create table ${sql.table(`kept_${table}`)} as select * from ${sql.table(table)} ${payments}`.execute(
      db,
    )
  }
  await sql`delete from kept_payment_share where payment_id not in (select id from kept_payment)`.execute(
    db,
  )
}

/** Of ours: the keys stay. */
function switchTriggers(db: Kysely<Schema>, to: 'enable' | 'disable'): Promise<unknown> {
  return sql`alter table payment_share ${sql.raw(to)} trigger user`.execute(db)
}

/** The same rows, with their keys and without a trigger of ours, and the sums of their documents. */
async function insertStored(db: Kysely<Schema>, rows: number): Promise<void> {
  if (rows !== MOVEMENTS) throw new Error(`${rows} rows were read`)
  await db.transaction().execute(async (trx) => {
    for (const table of STORED) {
      await sql`insert into ${sql.table(table)} select * from ${sql.table(`kept_${table}`)}`.execute(
        trx,
      )
    }
    await sql`update receivable set paid_clp = paid_clp + share.amount_clp from kept_payment_share share
      where receivable.organisation_id = share.organisation_id and receivable.document_id = share.document_id`.execute(
      trx,
    )
  })
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}

async function movementsIn(bytes: Uint8Array): Promise<Movement[]> {
  const read = await readStatement(bytes, 'cartola.xlsx')
  if (read.kind === 'refused') throw new Error(read.reason)
  const found = findColumns(read.tables, null)
  if (found.kind !== 'found') throw new Error(found.kind)
  const { ownRut, today } = statement
  const parsed = parseMovements(found, { ownRut, today })
  if (parsed.kind !== 'movements') throw new Error(parsed.kind)
  // Their bank writes the RUT before the text, and the workbook has a column for it.
  return parsed.movements.map((one) => ({
    ...one,
    description: one.description.replace(/^\d{9}[\dK] /, ''),
  }))
}

/** The same movements as a bank's workbook has them: days and amounts by their types. */
async function uploadOf(movements: readonly Movement[]): Promise<Uint8Array> {
  const rows = movements.map((movement): Cell[] => [
    { day: movement.day },
    movement.operation,
    movement.description,
    movement.payerRut,
    movement.payerName,
    Math.max(0, 0 - movement.amountClp),
    Math.max(0, movement.amountClp),
  ])
  const sheet = {
    name: 'Movimientos',
    headings: 'Fecha|N° Operación|Glosa|RUT origen|Nombre origen|Cargos|Abonos'.split('|'),
    rows,
  }
  async function* sheets() {
    yield sheet
  }
  const at = { year: 2026, month: 11, day: 5, hour: 12, minute: 0 }
  const parts: Uint8Array[] = []
  for await (const part of workbook(sheets(), at)) parts.push(part)
  return Buffer.concat(parts)
}
