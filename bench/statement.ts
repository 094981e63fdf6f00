/**
 * A bank's statement of 5,000 movements, an .xlsx as it is uploaded, against 20,000 open documents: from its bytes to
 * stored movements, matches and proposals, against reading the same file's cells and a bare INSERT of its rows.
 *   node scripts/node.mjs bench/statement.ts
 */
import { loadavg } from 'node:os'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { createTestDatabase } from '#server/db/test-database.ts'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import { workbook, type Cell } from '#server/own-data/workbook.ts'
import { findColumns } from '#server/payments/statement/find-columns.ts'
import { matchMovements } from '#server/payments/statement/match.ts'
import { identifyMovements } from '#server/payments/statement/movements/identity.ts'
import type { Movement } from '#server/payments/statement/movements/movement.ts'
import { parseMovements } from '#server/payments/statement/parse-movements.ts'
import { readStatement } from '#server/payments/statement/read-statement.ts'
import { syntheticStatement } from '#server/payments/statement/test-statements.ts'
import { median } from './dte-rounds.ts'

const MOVEMENTS = 5_000
const MAX_TIMES = 3
const WARM_UPS = 3
const ROUNDS = 15
const statement = syntheticStatement(1, {
  movements: MOVEMENTS,
  documents: 20_000,
  clients: 4_000,
})
const file = await uploadOf(movementsIn(statement.csv))
const { postgres, stop } = await startTestPostgres()
process.env.FOLIO_TEST_POSTGRES = JSON.stringify(postgres)
const database = await createTestDatabase()
try {
  await compare(database.db)
} finally {
  await database.drop()
  await stop()
}

async function compare(db: Kysely<Schema>): Promise<void> {
  await sql`create table made_movement (day date, amount_clp bigint, operation text, ordinal integer, payer_rut text,
      payer_name text, description text, balance_clp bigint, row integer,
      unique (day, amount_clp, operation, ordinal))`.execute(db)
  const rows = movementsIn(file)
  const rounds: { ours: number; floor: number; matching: number }[] = []
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const whole = await timed(async () => {
      const added = identifyMovements(movementsIn(file), []).added
      await insert(db, added)
      return (await timed(() => match(added.map(({ movement }) => movement)))).ms
    })
    await sql`truncate made_movement`.execute(db)
    const floor = await timed(async () => {
      readStatement(file, 'cartola.xlsx')
      await insert(
        db,
        rows.map((movement) => ({ movement, ordinal: movement.row })),
      )
    })
    await sql`truncate made_movement`.execute(db)
    if (round < WARM_UPS) continue
    rounds.push({ ours: whole.ms, floor: floor.ms, matching: whole.value })
  }
  const times = median(rounds.map(({ ours, floor }) => ours / floor))
  console.log(
    JSON.stringify({
      movements: MOVEMENTS,
      documents: statement.documents.length,
      ms: Math.round(median(rounds.map(({ ours }) => ours))),
      ofWhichMatchingMs: Math.round(median(rounds.map(({ matching }) => matching))),
      floorMs: Math.round(median(rounds.map(({ floor }) => floor))),
      times: Number(times.toFixed(2)),
      most: MAX_TIMES,
      load: loadavg().map((one) => Number(one.toFixed(1))),
    }),
  )
  if (times > MAX_TIMES) process.exitCode = 1
}

async function insert(
  db: Kysely<Schema>,
  movements: readonly { movement: Movement; ordinal: number }[],
): Promise<void> {
  const rows = movements.map(({ movement, ordinal }) => ({
    day: movement.day,
    amount_clp: movement.amountClp,
    operation: movement.operation,
    ordinal,
    payer_rut: movement.payerRut,
    payer_name: movement.payerName,
    description: movement.description,
    balance_clp: movement.balanceClp,
    row: movement.row,
  }))
  await sql`insert into made_movement select * from jsonb_populate_recordset(null::made_movement,
    ${JSON.stringify(rows)}::jsonb)`.execute(db)
}

async function match(movements: readonly Movement[]): Promise<void> {
  const { automatic } = matchMovements(
    statement.documents,
    movements.map((movement) => ({ ...movement, id: movement.row })),
    statement.decisions((row) => row),
  )
  if (automatic.length < MOVEMENTS / 5) throw new Error(`Only ${automatic.length} are matched`)
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
