/**
 * A bank's statement of 5,000 movements, an .xlsx as it is uploaded, against 20,000 open documents: from the upload by the
 * API to its answer, with every movement stored, each automatic match recorded as a payment and all others' proposals
 * made, against reading the same file's cells and a bare INSERT of its rows into the table that keeps them.
 *   node scripts/node.mjs bench/statement.ts
 */
import { loadavg } from 'node:os'
import { sql, type Kysely } from 'kysely'
import { listMovements, statementUpload } from '#contract/statements.ts'
import { withinOrganisation } from '#server/db/reach.ts'
import type { Schema } from '#server/db/schema.ts'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { workbook, type Cell } from '#server/own-data/workbook.ts'
import { findColumns } from '#server/payments/statement/find-columns.ts'
import type { Movement } from '#server/payments/statement/movements/movement.ts'
import { parseMovements } from '#server/payments/statement/parse-movements.ts'
import { readStatement } from '#server/payments/statement/read-statement.ts'
import { syntheticStatement } from '#server/payments/statement/test-statements.ts'
import type { TestApp } from '#server/test-app.ts'
import { insertOwed } from '../test/payments/owed-documents.ts'
import type { Tenant } from '../test/walls/tenants.ts'
import { median } from './dte-rounds.ts'

const MOVEMENTS = 5_000
const MAX_TIMES = 3
const WARM_UPS = 2
const ROUNDS = 9
const statement = syntheticStatement(1, {
  movements: MOVEMENTS,
  documents: 20_000,
  clients: 4_000,
})
const file = await uploadOf(movementsIn(statement.csv))
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

async function compare({ database: { db } }: TestApp, ana: Tenant): Promise<void> {
  await insertDocuments(db, ana)
  const rows = movementsIn(file)
  await reset(db, ana)
  const rounds: { ours: number; floor: number; listing: number }[] = []
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const whole = await timed(() => upload(ana))
    const listing = await timed(() => firstPage(ana))
    await sql`truncate movement_match, movement_refusal, bank_movement, bank_statement`.execute(db)
    const floor = await timed(async () => {
      readStatement(file, 'cartola.xlsx')
      await withinOrganisation(ana.organisationId, () => insertBare(db, ana, rows))
    })
    await reset(db, ana)
    if (round < WARM_UPS) continue
    rounds.push({ ours: whole.ms, floor: floor.ms, listing: listing.ms })
  }
  const times = median(rounds.map(({ ours, floor }) => ours / floor))
  console.log(
    JSON.stringify({
      movements: MOVEMENTS,
      documents: statement.documents.length,
      ms: Math.round(median(rounds.map(({ ours }) => ours))),
      floorMs: Math.round(median(rounds.map(({ floor }) => floor))),
      firstPageMs: Math.round(median(rounds.map(({ listing }) => listing))),
      times: Number(times.toFixed(2)),
      most: MAX_TIMES,
      load: loadavg().map((one) => Number(one.toFixed(1))),
    }),
  )
  if (times > MAX_TIMES) process.exitCode = 1
}

async function upload({ access, ids }: Tenant): Promise<void> {
  const reply = await app.server.inject({
    method: 'PUT',
    url: `/api/payments/terms/${ids.company}/statements/upload/`,
    query: { name: 'cartola.xlsx' },
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(file),
  })
  const taken = statementUpload.parse(reply.json<unknown>())
  if (taken.kind !== 'taken' || taken.added !== MOVEMENTS || taken.matched < MOVEMENTS / 5) {
    throw new Error(JSON.stringify(taken).slice(0, 500))
  }
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

/** Into the table that keeps them, by the role that serves the API, and nothing else. */
async function insertBare(
  db: Kysely<Schema>,
  { organisationId, userId, ids }: Tenant,
  movements: readonly Movement[],
): Promise<void> {
  const { rows: made } = await sql<{
    id: number
  }>`insert into bank_statement (organisation_id, company_id, account,
      file_name, sha256, first_day, last_day, movements, added, uploaded_by, uploaded_at)
    values (${organisationId}, ${ids.company}, '1', '', ${Buffer.alloc(32)}, '2026-01-01', '2026-01-01', 1, 1, ${userId},
      '2026-11-05T15:00:00Z') returning id`.execute(db)
  const rows = movements.map((movement) => ({
    day: movement.day,
    amount_clp: movement.amountClp,
    operation: movement.operation,
    ordinal: movement.row,
    payer_rut: movement.payerRut,
    payer_name: movement.payerName,
    description: movement.description,
  }))
  await sql`insert into bank_movement (organisation_id, company_id, account, statement_id, day, amount_clp, operation,
      ordinal, payer_rut, payer_name, description)
    select ${organisationId}::bigint, ${ids.company}::bigint, '1', ${made[0]?.id ?? 0}::bigint, row.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date, amount_clp bigint, operation text,
      ordinal integer, payer_rut text, payer_name text, description text)`.execute(db)
}

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedMs = performance.now()
  const value = await run()
  return { value, ms: performance.now() - startedMs }
}

function movementsIn(bytes: Uint8Array): Movement[] {
  const read = readStatement(bytes, 'cartola.xlsx')
  if (read.kind === 'refused') throw new Error(read.reason)
  const found = findColumns(read.tables, null)
  if (found.kind !== 'found') throw new Error(found.kind)
  const { ownRut, today } = statement
  const parsed = parseMovements(found, { ownRut, today })
  if (parsed.kind !== 'movements') throw new Error(parsed.kind)
  return parsed.movements
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
