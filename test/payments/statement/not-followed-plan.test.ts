import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { checkDigit, rut } from '#domain/rut.ts'
import { notFollowedQuery } from '#server/payments/reconcile/not-followed.ts'
import { insertOwed } from '../owed-documents.ts'
import { statementStage, type StatementStage } from './statement-stage.ts'

let stage: StatementStage
beforeAll(async () => {
  stage = await statementStage()
  await stage.reset()
})
afterAll(() => stage.close())

const MOVEMENTS = 5_000
const DOCUMENTS = 10_000
const CLIENTS = 2_000

const clientOf = (n: number) => {
  const body = 60_000_000 + (n % CLIENTS)
  return rut(`${body}-${checkDigit(body)}`)
}
const amountOf = (n: number) => 100_000 + (n % 700) * 10

interface Node {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** The rows of tables that the plan reads, over all of its loops. */
function rowsRead(node: Node): number {
  const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
  const own = node['Relation Name'] === undefined ? 0 : each * (node['Actual Loops'] ?? 1)
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), own)
}

test('documents that are not followed are looked up for 5,000 movements without reading all of them for each', async () => {
  const { db } = stage.app.database
  const at = { organisationId: stage.ana.organisationId, companyId: stage.ana.ids.company }
  const facts = Array.from({ length: DOCUMENTS }, (_, n) => ({
    folio: 10_000 + n,
    rut: clientOf(n),
    name: `Cliente ${n % CLIENTS}`,
    amount: amountOf(n),
    issueDay: '2026-10-01',
  }))
  await insertOwed(db, at, facts)
  await sql`delete from receivable where document_id % 2 = 0`.execute(db)
  await sql`insert into sii_issued (organisation_id, company_id, kind, folio, recipient_rut, issue_day, total_clp,
      first_seen_at)
    select organisation_id, company_id, 'boletaHonorarios', folio, recipient_rut, issue_day, total_clp + 1, created_at
    from document where organisation_id = ${at.organisationId} and kind = 'factura' and folio is not null`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  const movements = Array.from({ length: MOVEMENTS }, (_, n) => ({
    id: n + 1,
    day: knownDay('2026-11-05'),
    amountClp: clp(amountOf(n * 3)),
    payerRut: clientOf(n * 3),
  }))
  const query = notFollowedQuery(at, movements)
  const found = await query.execute(db)
  expect(found.rows.length).toBeGreaterThan(100)
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: Node }[]
  }>`explain (analyze, format json) ${query}`.execute(db)
  const read = rowsRead(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {})
  console.log(`${MOVEMENTS} movements, ${DOCUMENTS} documents: ${Math.round(read)} rows read`)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20 * (MOVEMENTS + DOCUMENTS))
})
