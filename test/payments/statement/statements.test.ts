import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTenant, RODRIGO } from '../../walls/tenants.ts'
import { csvOf, type Line } from './csv-statement.ts'
import { insertOwed } from '../owed-documents.ts'
import {
  CLIENT,
  OTHER_CLIENT,
  statementStage,
  THIRD_PARTY,
  type StatementStage,
} from './statement-stage.ts'

let stage: StatementStage
beforeAll(async () => {
  stage = await statementStage()
})
beforeEach(() => stage.reset())
afterAll(() => stage.close())

const paid = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: 119_000, ...changed })

test('a statement with the RUT and the amount of one document pays it once, without a person', async () => {
  const document = await stage.document(119_000)
  const answer = await stage.upload([paid(), { clp: -5_000 }, { clp: 3_300, name: 'Feria' }])
  expect(answer).toMatchObject({
    kind: 'taken',
    movements: 3,
    added: 3,
    matched: 1,
    review: 0,
    others: 2,
  })
  expect(await stage.payment(document)).toMatchObject({
    state: 'paid',
    payments: [{ amount: 119_000, day: '2026-11-05', source: 'statement', recorded_by: null }],
  })
  expect(await stage.theMovement('matched')).toMatchObject({
    match: { how: 'automatic', by: null, documents: [{ id: document, share: 119_000 }], rest: 0 },
  })
})

test('a statement that pays more than a hundred documents tells its owner’s pages once, to look at everything', async () => {
  const { app, ana } = stage
  const numbers = Array.from({ length: 101 }, (_, n) => n)
  const client = { rut: CLIENT, name: 'Uno SpA', issueDay: '2026-10-20' }
  const facts = numbers.map((n) => ({ ...client, folio: 5_000 + n, amount: 100_000 + n }))
  const at = { organisationId: ana.organisationId, companyId: ana.ids.company }
  await insertOwed(app.database.db, at, facts)
  const told: unknown[] = []
  const ear = new Client({ connectionString: app.database.url })
  await ear.connect()
  ear.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
  await ear.query('listen folio_changes')
  const lines = numbers.map((n) => paid({ clp: 100_000 + n, operation: String(9_000 + n) }))
  expect(await stage.upload(lines)).toMatchObject({ matched: 101 })
  // Answered after what was told before it.
  await ear.query('select 1')
  await ear.end()
  expect(told).toEqual([{ organisation: ana.organisationId }])
})

test('a statement uploaded twice, or one that overlaps it, adds and pays nothing more', async () => {
  const first = await stage.document(119_000)
  await stage.upload([paid(), { clp: -700, day: '2026-11-06' }])
  const later = await stage.document(119_000, { issueDay: '2026-11-01' })
  expect(await stage.upload([paid(), { clp: -700, day: '2026-11-06' }])).toMatchObject({
    added: 0,
    matched: 1,
  })
  const overlapping = [paid({ text: 'Transf. cortada' }), { clp: 900, day: '2026-11-07' }]
  expect(await stage.upload(overlapping)).toMatchObject({ added: 1, matched: 1 })
  expect(await stage.count('bank_movement')).toBe(3)
  expect(await stage.count('bank_statement')).toBe(2)
  expect(await stage.payment(first)).toMatchObject({ paid: 119_000 })
  expect(await stage.payment(later)).toMatchObject({ paid: 0 })
})

test('a transfer whose number another format writes otherwise pays no second document by itself', async () => {
  const first = await stage.document(119_000)
  await stage.upload([paid({ operation: '123456789012345678' })])
  const second = await stage.document(119_000)
  const rounded = paid({ operation: '123456789012345680' })
  expect(await stage.upload([rounded])).toMatchObject({ added: 1, matched: 0, review: 1 })
  expect(await stage.theMovement()).toMatchObject({
    proposals: [{ reason: 'maybeRepeated', documents: [{ id: second }] }],
  })
  // Judged again with the next statement, and in the same one.
  const next = paid({ clp: 900, day: '2026-11-06', rut: OTHER_CLIENT })
  expect(await stage.upload([rounded, next])).toMatchObject({ added: 1, matched: 0 })
  expect(await stage.payment(first)).toMatchObject({ paid: 119_000 })
  expect(await stage.payment(second)).toMatchObject({ paid: 0 })
})

test('a second transfer of the amount beside the known one pays by itself', async () => {
  await stage.document(119_000)
  const known = paid({ operation: '1' })
  await stage.upload([known])
  const second = await stage.document(119_000)
  expect(await stage.upload([known, paid({ operation: '2' })])).toMatchObject({ added: 1 })
  expect(await stage.payment(second)).toMatchObject({ paid: 119_000 })
})

test('a statement uploaded twice at once is taken once', async () => {
  const document = await stage.document(119_000)
  const lines = [paid(), paid({ operation: '77', rut: OTHER_CLIENT })]
  const answers = await Promise.all([1, 2, 3].map(() => stage.upload(lines)))
  expect(answers.map((one) => (one.kind === 'taken' ? one.added : one.kind)).toSorted()).toEqual([
    0, 0, 2,
  ])
  expect(await stage.count('bank_movement')).toBe(2)
  expect(await stage.payment(document)).toMatchObject({ paid: 119_000, state: 'paid' })
})

test('a file that names no account adds nothing to the same one that does', async () => {
  const named = (account: string) =>
    Buffer.concat([Buffer.from(account === '' ? '' : `Cuenta ${account}\r\n`), csvOf([paid()])])
  expect((await stage.send(named('001234567'))).body).toMatchObject({ kind: 'taken', added: 1 })
  expect((await stage.send(named(''))).body).toMatchObject({ kind: 'taken', added: 0 })
  const other = await stage.send(named('7654321'), { own_account: true })
  expect(other.body).toMatchObject({ kind: 'taken', added: 1 })
})

test('a statement with one row that can’t be read stores nothing and tells all such rows', async () => {
  const bytes = Buffer.from(
    csvOf([paid()]).toString() + '\r\n31/02/2026;;Mal día;;;;1.000\r\n05/11/2026;;Mal monto;;;;uno',
  )
  expect(await stage.send(bytes)).toEqual({
    status: 200,
    body: {
      kind: 'faults',
      total: 2,
      offers: [],
      faults: [
        {
          row: 3,
          column: 'A',
          heading: 'Fecha',
          value: '31/02/2026',
          cause: 'dateUnreadable',
        },
        { row: 4, column: 'G', heading: 'Abonos', value: 'uno', cause: 'amountUnreadable' },
      ],
    },
  })
  for (const table of ['bank_statement', 'bank_movement', 'payment', 'statement_columns']) {
    expect([table, await stage.count(table)]).toEqual([table, 0])
  }
})

test('a statement with unknown headings asks for its columns, and the answer is remembered', async () => {
  const bytes = (day: string) => Buffer.from(`Cuándo;Qué;Cuánto\r\n${day};Pago;119.000\r\n`)
  const asked = await stage.send(bytes('05/11/2026'))
  expect(asked.body).toMatchObject({
    kind: 'columns',
    why: 'notFound',
    preview: { rows: [{ row: 1, cells: ['Cuándo', 'Qué', 'Cuánto'] }, { row: 2 }] },
  })
  const answers = { columns: { date: 0, description: 1, credit: 2 }, header_row: 1 }
  expect((await stage.send(bytes('05/11/2026'), answers)).body).toMatchObject({
    kind: 'taken',
    added: 1,
  })
  expect((await stage.send(bytes('06/11/2026'))).body).toMatchObject({ kind: 'taken', added: 1 })
  // Another bank's file is still known by its own headings.
  expect(await stage.upload([paid({ day: '2026-11-09' })])).toMatchObject({ kind: 'taken' })
})

test('a statement with amounts without a sign is taken once a person says that all of them came', async () => {
  const bytes = Buffer.from('Fecha;Descripción;Monto\r\n05/11/2026;Pago;119.000\r\n')
  expect((await stage.send(bytes)).body).toMatchObject({ kind: 'sign' })
  expect((await stage.send(bytes, { only_credits: true })).body).toMatchObject({ kind: 'taken' })
})

test('a statement with the month first in some date is read so at a person’s word', async () => {
  const bytes = Buffer.from(
    'Fecha;Descripción;Cargos;Abonos\r\n11/18/2026;Pago;;1.000\r\n11/05/2026;Pago;;2.000\r\n',
  )
  expect((await stage.send(bytes)).body).toMatchObject({
    kind: 'faults',
    offers: ['month_first'],
  })
  expect((await stage.send(bytes, { date_order: 'month_first' })).body).toMatchObject({
    kind: 'taken',
    first_day: '2026-11-05',
    last_day: '2026-11-18',
  })
})

test('a statement of two accounts asks which one', async () => {
  const bytes = Buffer.from(
    'Fecha;Cuenta;Descripción;Cargos;Abonos\r\n05/11/2026;111;Pago;;1.000\r\n05/11/2026;222;Pago;;2.000\r\n',
  )
  expect((await stage.send(bytes)).body).toEqual({ kind: 'accounts', accounts: ['111', '222'] })
  const chosen = await stage.send(bytes, { account: '222', own_account: true })
  expect(chosen.body).toMatchObject({ added: 1 })
  // The other one is asked for again.
  expect((await stage.send(bytes)).body).toMatchObject({ kind: 'accounts' })
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7'), 'pdf'],
  ['nothing', Buffer.alloc(0), 'empty'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'oldExcel'],
])('a statement that is %s is refused with its reason', async (_what, bytes, reason) => {
  expect((await stage.send(bytes)).body).toEqual({ kind: 'refused', reason })
})

test('a statement over five megabytes is refused before it is read', async () => {
  expect((await stage.send(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
})

test('a statement keeps of money that left neither whom it went to nor why', async () => {
  await stage.upload([
    { clp: -900_000, rut: THIRD_PARTY, name: 'Rosa Soto', text: 'Sueldo Rosa Soto' },
    { clp: -119_000, text: 'Reversa transferencia' },
  ])
  const { rows } = await sql`select payer_rut, payer_name, description from bank_movement
    order by amount_clp`.execute(stage.app.database.db)
  expect(rows).toEqual([
    { payer_rut: null, payer_name: '', description: '' },
    { payer_rut: null, payer_name: 'Reversa', description: 'Reversa transferencia' },
  ])
})

test('a statement can be uploaded to no other tenant’s company', async () => {
  const app = stage.app
  const rodrigo = await makeTenant(app, RODRIGO)
  const path = `/payments/terms/${stage.ana.ids.company}/statements/upload/`
  const sent = (token: string | undefined) =>
    app.server.inject({
      method: 'PUT',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/octet-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      payload: csvOf([paid()]),
    })
  expect((await sent(rodrigo.access)).statusCode).toBe(404)
  expect((await sent(undefined)).statusCode).toBe(401)
  expect(await stage.count('bank_movement', `organisation_id = ${stage.ana.organisationId}`)).toBe(
    0,
  )
})
