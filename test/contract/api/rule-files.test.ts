import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { RULE_FILE_PATH, ruleFileReply } from '#contract/rule-bulk.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { xlsxOfRows } from '#server/sheets/test-xlsx.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { ANA, makeTenant, RODRIGO, type Tenant } from '../../walls/tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeAll(async () => {
  app = await startTestApp('2026-11-05T15:00:00Z', undefined, (needs) => ({
    ...needs,
    limits: memoryLimits(),
  }))
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterAll(() => app.close())
beforeEach(async () => {
  const { db } = app.database
  await db.deleteFrom('rule_price').execute()
  await db
    .updateTable('rule_line')
    .set({ quantity: '2', quantity_is_fixed: true, price: '1000' })
    .execute()
  await db.updateTable('invoice_rule').set({ is_paused: false, paused_at: null }).execute()
})

async function exported(tenant = ana): Promise<Buffer> {
  const reply = await app.server.inject({
    method: 'GET',
    url: `/api${RULE_FILE_PATH}`,
    headers: { authorization: `Bearer ${tenant.access}`, 'accept-language': 'es' },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toContain('folio-reglas-2026-11-05.xlsx')
  return reply.rawPayload
}

async function send(
  bytes: Buffer,
  { name = 'reglas.csv', from = '2026-11', digest = '' } = {},
  tenant = ana,
): Promise<{ status: number; body: z.output<typeof ruleFileReply> }> {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api${RULE_FILE_PATH}`,
    query: { name, from, ...(digest === '' ? {} : { digest }) },
    headers: {
      authorization: `Bearer ${tenant.access}`,
      'accept-language': 'es',
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  })
  const body: unknown = reply.json()
  const parsed = ruleFileReply.safeParse(body)
  return {
    status: reply.statusCode,
    body: parsed.success ? parsed.data : { kind: 'refused', text: JSON.stringify(body) },
  }
}

const edited = (price: string, more = '') =>
  Buffer.from(
    `Regla N°;Línea;Precio;Cantidad;Día;Activa\r\n${ana.ids.rule};1;${price};${more || '2;último día;Sí'}`,
  )

function digestOf({ body }: Awaited<ReturnType<typeof send>>): string {
  if (body.kind !== 'shown') throw new Error(JSON.stringify(body))
  return body.digest
}

async function priceRows() {
  return app.database.db.selectFrom('rule_price').select(['from_period', 'price']).execute()
}

test('what is exported comes back without a difference', async () => {
  const { body } = await send(await exported(), { name: 'reglas.xlsx' })
  expect(body).toEqual({ kind: 'shown', digest: '', rules: [], other_sheets: [] })
})

test('sheets of a file that are not read are named, whether it changes something or not', async () => {
  const file = (price: number) =>
    xlsxOfRows({
      Reglas: [
        ['Regla N°', 'Línea', 'Precio'],
        [ana.ids.rule, 1, price],
      ],
      'Precios 2027': [['Precio'], [1]],
    })
  for (const [price, rules] of [
    [1_000, 0],
    [1_045, 1],
  ] as const) {
    const { body } = await send(await file(price), { name: 'reglas.xlsx' })
    expect(body).toMatchObject({ kind: 'shown', other_sheets: ['Precios 2027'] })
    expect(body.kind === 'shown' && body.rules).toHaveLength(rules)
  }
})

test('an edited price is shown, and made from its month on once that is confirmed', async () => {
  const shown = await send(edited('1045'), { from: '2027-01' })
  expect(shown.body).toMatchObject({
    kind: 'shown',
    rules: [{ id: ana.ids.rule, lines: [{ price: { from: '1000', to: '1045' } }] }],
  })
  expect(await priceRows()).toEqual([])
  const digest = digestOf(shown)
  const made = await send(edited('1045'), { from: '2027-01', digest })
  expect(made.body.kind).toBe('done')
  expect(await priceRows()).toMatchObject([{ from_period: '2027-01' }])
})

test('another file, another month or a rule that changed is no longer what was shown', async () => {
  const digest = digestOf(await send(edited('1045'), { from: '2027-01' }))
  expect((await send(edited('1046'), { from: '2027-01', digest })).status).toBe(409)
  expect((await send(edited('1045'), { from: '2027-02', digest })).status).toBe(409)
  await app.database.db.updateTable('rule_line').set({ price: '1001' }).execute()
  expect((await send(edited('1045'), { from: '2027-01', digest })).status).toBe(409)
  expect(await priceRows()).toEqual([])
})

test('a quantity, day 31 and a pause come with a file', async () => {
  const file = edited('1000', '3,5;31;No')
  const digest = digestOf(await send(file))
  expect((await send(file, { digest })).body.kind).toBe('done')
  const rule = await app.database.db
    .selectFrom('invoice_rule')
    .innerJoin('rule_line', 'rule_line.rule_id', 'invoice_rule.id')
    .select(['is_paused', 'business_day_rule', 'day_of_month', 'quantity'])
    .where('invoice_rule.id', '=', ana.ids.rule)
    .executeTakeFirstOrThrow()
  expect(rule).toMatchObject({ is_paused: true, business_day_rule: 'EXACT', day_of_month: 31 })
  expect(Number(rule.quantity)).toBe(3.5)
  await app.database.db
    .updateTable('invoice_rule')
    .set({ business_day_rule: 'LAST_DAY', day_of_month: null })
    .where('id', '=', ana.ids.rule)
    .execute()
})

test('a wrong cell is told with its place, and nothing changes', async () => {
  const { body } = await send(edited('1,5'))
  expect(body).toMatchObject({ kind: 'faults', count: 1 })
  if (body.kind !== 'faults') throw new Error('It has a fault')
  expect(body.faults[0]).toMatchObject({ row: 2, column: 'C' })
  const rules = await send(edited('-5'))
  expect(rules.body).toMatchObject({ kind: 'faults', faults: [{ cause: 'Es negativo.' }] })
})

test('another tenant’s rule is none', async () => {
  const { body } = await send(edited('1045'), {}, rodrigo)
  expect(body).toMatchObject({ kind: 'faults', faults: [{ row: 2, column: 'A' }] })
})

test.each(['2026-10', '2027-12', 'enero'])('prices from %s are refused', async (from) => {
  expect((await send(edited('1045'), { from })).status).toBe(400)
})

test('a file that is larger than allowed, and no session, are refused', async () => {
  const { body } = await send(Buffer.alloc(5 * 1024 * 1024 + 1, 'x'))
  expect(body.kind).toBe('refused')
  const reply = await app.server.inject({ method: 'POST', url: `/api${RULE_FILE_PATH}` })
  expect(reply.statusCode).toBe(401)
})
