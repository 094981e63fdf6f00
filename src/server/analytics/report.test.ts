import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import { instantText } from '../clock.ts'
import type { Session } from '../http/handler.ts'
import { Throttled } from '../http/errors.ts'
import { startTestBench, type Caller, type TestBench } from '../test-bench.ts'
import { keepMonth, wish } from './reading-store.ts'
import { analyticsReportRoute, rowsOf } from './report.ts'

let bench: TestBench
let user: Caller
let companyId: number
// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  bench = await startTestBench()
  user = await bench.connected()
  const { id } = await bench.needs.db
    .updateTable('company')
    .set({ name: 'ÑANDÚ & CÍA' })
    .where('organisation_id', '=', user.organisationId)
    .returning('id')
    .executeTakeFirstOrThrow()
  companyId = id
  const at = { organisationId: user.organisationId, companyId, month: month(2026, 10) }
  await wish(bench.needs, at, { months: [at.month], wake: false })
  const sale = { tipoDte: 33, folio: 7, counterpart: null, name: '=1+1', documents: 1 }
  await keepMonth(bench.needs, at, {
    sales: [
      { ...sale, issueDay: day(2026, 10, 5), totalClp: 119_000 },
      { ...sale, tipoDte: 39, folio: null, name: '', issueDay: day(2026, 10, 31), totalClp: 9_000 },
    ],
    purchases: [{ ...sale, tipoDte: 61, issueDay: day(2026, 10, 6), totalClp: -2_000 }],
    isWhole: false,
    uncounted: [],
    routes: { sales: null, purchases: null },
  })
})
afterAll(() => bench.close())

async function report(params: object, session: Session = user) {
  const facts = {
    ip: '',
    network: '',
    userAgent: '',
    idempotencyKey: null,
    requestId: '',
    cookies: '',
    setCookie: () => undefined,
  }
  const route = analyticsReportRoute(bench.needs)
  return route.handle({ ...facts, language: 'es', params, body: undefined, session })
}

test('every document has its line, missing names, RUTs and numbers are empty', async () => {
  const { bytes, fileName } = await report({ company_id: String(companyId), months_back: '6' })
  expect(fileName).toBe('reporte_ÑANDÚ & CÍA_6meses_2026-11-10.xlsx')
  const parts: Uint8Array[] = []
  if (bytes instanceof Uint8Array) throw new Error('It comes as it is made')
  for await (const part of bytes) parts.push(part)
  const { sheets } = await readXlsx(Buffer.concat(parts))
  const [sales, purchases] = sheets.map(({ rows }) =>
    rows.map((row) => row.map((one) => one ?? '')),
  )
  expect(sales).toEqual([
    ['Fecha', 'Tipo Documento', 'Cliente', 'RUT Cliente', 'Total', 'Folio'],
    [new Date('2026-10-31T00:00:00Z'), 'Boleta electrónica', '', '', 9_000, ''],
    [new Date('2026-10-05T00:00:00Z'), 'Factura electrónica', '=1+1', '', 119_000, 7],
  ])
  expect(purchases?.[1]?.slice(1)).toEqual(['Nota de crédito electrónica', '=1+1', '', -2_000, 7])
})

test('a period there is none of, and another’s company, are absent', async () => {
  const other = await bench.newUser()
  const of = { company_id: String(companyId), months_back: '6' }
  await expect(report({ ...of, months_back: '25' })).rejects.toThrow()
  await expect(report({ ...of, company_id: 'abc' })).rejects.toThrow()
  await expect(report(of, other)).rejects.toThrow()
})

/** As many sales of that month, a month's oldest first. */
async function sell(of: string, count: number): Promise<void> {
  const at = { organisation_id: user.organisationId, company_id: companyId, month: of }
  const { db, clock } = bench.needs
  await db
    .insertInto('register_month')
    .values({ ...at, read_at: instantText(clock.now()) })
    .execute()
  await sql`insert into register_entry (organisation_id, company_id, month, side, position, tipo_dte, folio,
      counterpart_name, issue_day, total_clp, documents)
    select ${user.organisationId}, ${companyId}, ${of}, 'sales', n, 33, n, 'Cliente',
      (${`${of}-01`}::date + (n * 27 / ${count})::integer), 1000, 1
    from generate_series(1, ${count}::integer) n`.execute(db)
}

test('nothing is left out, however much there is, and only a month at a time is had', async () => {
  await sell('2026-08', 20_000)
  await sell('2026-07', 20_000)
  await sell('2026-06', 3)
  const of = { months: [month(2026, 6), month(2026, 7), month(2026, 8)], side: 'sales' } as const
  const at = { organisationId: user.organisationId, companyId }
  const days: number[] = []
  for await (const [cell] of rowsOf(bench.needs.db, at, of, 'es')) {
    if (typeof cell !== 'object' || cell === null) throw new Error('A row without its day')
    days.push(Number(cell.day.replaceAll('-', '')))
    if (days.length > 1) continue
    await bench.needs.db.deleteFrom('register_month').where('month', '=', '2026-06').execute()
  }
  expect(days).toHaveLength(40_000)
  expect(days.every((one, at) => one <= (days[at - 1] ?? one))).toBe(true)
})

test('it is made some times an hour', async () => {
  const account = `organisation:${user.organisationId}`
  const more = async () => {
    for (let tries = 0; tries <= 120; tries += 1) {
      await bench.needs.limits.consume('registerDocumentsAccount', account)
    }
  }
  await expect(more()).rejects.toThrow(Throttled)
  const params = { company_id: String(companyId), months_back: '6' }
  await expect(report(params)).rejects.toThrow(Throttled)
})
