import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listMovements, statementUpload } from '#contract/statements.ts'
import { insertOwed } from '../owed-documents.ts'
import { csvOf, type Line } from './csv-statement.ts'
import { CLIENT, statementStage, type StatementStage } from './statement-stage.ts'

let stage: StatementStage
/** Another company of the same organisation. */
let second: number

beforeAll(async () => {
  stage = await statementStage()
  second = await copyCompany('78787878-4', 'Segunda SpA')
})
beforeEach(async () => {
  await stage.reset()
  await stage.app.database.db.deleteFrom('payment_terms').where('company_id', '=', second).execute()
})
afterAll(() => stage.close())

async function copyCompany(rut: string, name: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into company (organisation_id, facturator_id, rut, name, created_at)
    select organisation_id, facturator_id, ${rut}, ${name}, created_at from company
    where id = ${stage.ana.ids.company} returning id`.execute(stage.app.database.db)
  return rows[0]?.id ?? 0
}

const paid = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: 119_000, ...changed })

const file = (account: string, lines: readonly Line[] = [paid()]) =>
  Buffer.concat([Buffer.from(account === '' ? '' : `Cuenta ${account}\r\n`), csvOf(lines)])

async function upload(company: number, bytes: Buffer, isConfirmed = false) {
  const reply = await stage.app.server.inject({
    method: 'PUT',
    url: `/api/payments/terms/${company}/statements/upload/`,
    query: { name: 'cartola.csv', answers: JSON.stringify({ own_account: isConfirmed }) },
    headers: {
      authorization: `Bearer ${stage.ana.access}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  })
  return statementUpload.parse(reply.json())
}

async function owedBySecond(): Promise<number> {
  const at = { organisationId: stage.ana.organisationId, companyId: second }
  const owed = { folio: 9_001, rut: CLIENT, name: 'Textil Donoso Lagos SpA', amount: 119_000 }
  const [id = 0] = await insertOwed(stage.app.database.db, at, [
    { ...owed, issueDay: '2026-10-20' },
  ])
  return id
}

async function listed(company: number, view: 'review' | 'others') {
  const { body } = await stage.ask('GET', `/payments/terms/${company}/movements/?view=${view}`)
  return listMovements.reply.parse(body).movements
}

const TERMS = { allows_partial: false, due_days: 30 }

async function showAccount(company: number, account_number: string): Promise<void> {
  await stage.app.database.db
    .insertInto('payment_terms')
    .values({
      ...TERMS,
      organisation_id: stage.ana.organisationId,
      company_id: company,
      bank: 'Banco de Chile',
      account_type: 'corriente',
      account_number,
      holder_name: 'Segunda SpA',
      holder_rut: '78787878-4',
      notice_email: 'pagos@segunda.cl',
      updated_at: '2026-11-01T12:00:00Z',
    })
    .execute()
}

const first = () => stage.ana.ids.company

test.each(['', '001234567'])(
  'the same file of account “%s” is taken for another company at a person’s word alone',
  async (account) => {
    expect(await upload(first(), file(account))).toMatchObject({ kind: 'taken' })
    const asked = await upload(second, file(account))
    expect(asked).toMatchObject({ kind: 'otherAccount', why: 'fileOfCompany' })
    expect(await stage.count('bank_statement')).toBe(1)
    expect(await upload(second, file(account), true)).toMatchObject({ kind: 'taken', added: 1 })
    // Answered once, it is asked no more: of that file, and of the company that had it first.
    expect(await upload(second, file(account))).toMatchObject({ kind: 'taken', added: 0 })
    expect(await upload(first(), file(account))).toMatchObject({ kind: 'taken', added: 0 })
    expect(await stage.count('audit_event', `data ->> 'confirmed' = 'fileOfCompany'`)).toBe(
      account === '' ? 1 : 2,
    )
  },
)

test('another file of another company’s account is asked about until it is said to be this one’s', async () => {
  await upload(first(), file('1234567'))
  const next = file('1234567', [paid({ clp: 5_000, day: '2026-11-09' })])
  expect(await upload(second, next)).toEqual({
    kind: 'otherAccount',
    why: 'accountOfCompany',
    account: '1234567',
    company: expect.stringMatching(/\S/),
  })
  expect(await upload(second, next, true)).toMatchObject({ kind: 'taken', added: 1 })
  const third = file('1234567', [paid({ clp: 6_000, day: '2026-11-10' })])
  expect(await upload(second, third)).toMatchObject({ kind: 'taken', added: 1 })
})

test('files without an account are no other company’s', async () => {
  expect(await upload(first(), file(''))).toMatchObject({ kind: 'taken' })
  const other = file('', [paid({ clp: 5_000 })])
  expect(await upload(second, other)).toMatchObject({ kind: 'taken', added: 1 })
})

test('an account that clients are not told is asked about once', async () => {
  await showAccount(second, '00-765.432-1')
  const own = file('7654321', [paid({ clp: 4_000 })])
  expect(await upload(second, own)).toMatchObject({ kind: 'taken' })
  expect(await upload(second, file('7654999'))).toEqual({
    kind: 'otherAccount',
    why: 'notInTerms',
    account: '7654999',
    company: null,
  })
  expect(await upload(second, file('7654999'), true)).toMatchObject({ kind: 'taken' })
  const next = file('7654999', [paid({ clp: 5_000 })])
  expect(await upload(second, next)).toMatchObject({ kind: 'taken' })
  const unnamed = file('', [paid({ clp: 7_000 })])
  expect(await upload(second, unnamed)).toMatchObject({ kind: 'taken' })
})

test('two companies that take one file at once are asked about it once', async () => {
  const answers = await Promise.all([upload(first(), file('1')), upload(second, file('1'))])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['otherAccount', 'taken'])
})

test.each(['', '1234567'])(
  'money of account “%s” that pays a document of one company pays none of another',
  async (account) => {
    const document = await stage.document(119_000)
    const other = await owedBySecond()
    expect(await upload(first(), file(account))).toMatchObject({ matched: 1 })
    const taken = await upload(second, file(account), true)
    expect(taken).toMatchObject({ added: 1, matched: 0, review: 0, others: 1 })
    expect(await stage.payment(other)).toMatchObject({ paid: 0 })
    const [movement] = await listed(second, 'others')
    expect(movement).toMatchObject({ paid_in: expect.stringMatching(/\S/), proposals: [] })
    const shares = [{ document: other, amount: 119_000 }]
    const refused = await stage.act(movement?.id ?? 0, 'match', { shares })
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('another of your companies') },
    })
    // Undone there, it may be this company's.
    await stage.undoPaymentOf(document)
    const [free] = await listed(second, 'review')
    expect(free).toMatchObject({ id: movement?.id, paid_in: null })
    expect((await stage.act(free?.id ?? 0, 'match', { shares })).status).toBe(204)
    expect(await stage.payment(other)).toMatchObject({ paid: 119_000 })
  },
)

test('money of another account that is as much pays in each company', async () => {
  await stage.document(119_000)
  const other = await owedBySecond()
  await upload(first(), file('1234567'))
  expect(await upload(second, file('7654321'))).toMatchObject({ matched: 1 })
  expect(await stage.payment(other)).toMatchObject({ paid: 119_000 })
})

test('money of an account that one company alone has is none of an account that both have', async () => {
  await stage.document(119_000)
  const other = await owedBySecond()
  await upload(first(), file('1234567'))
  await upload(first(), file('5550001', [paid({ clp: 7 })]), true)
  expect(await upload(second, file('5550001'), true)).toMatchObject({ matched: 1 })
  expect(await stage.payment(other)).toMatchObject({ paid: 119_000 })
})

test.each<[string, Partial<Line>]>([
  ['another day', { day: '2026-11-06' }],
  ['another amount', { clp: 119_001 }],
  ['another operation', { operation: '78' }],
])('money of %s of the same account is other money', async (_what, changed) => {
  await stage.document(119_000)
  const other = await owedBySecond()
  await upload(first(), file('1234567', [paid({ operation: '77' })]))
  await upload(second, file('1234567', [paid({ operation: '77', ...changed })]), true)
  const found = [...(await listed(second, 'others')), ...(await listed(second, 'review'))]
  expect(found.map(({ paid_in }) => paid_in).filter((name) => name !== null)).toEqual([])
  const isExact = changed.clp === undefined
  expect(await stage.payment(other)).toMatchObject({ paid: isExact ? 119_000 : 0 })
})

test('the second of two alike lines is free where the first is paid in another company', async () => {
  const document = await stage.document(119_000)
  const other = await owedBySecond()
  const twice = file('1234567', [paid(), paid()])
  await upload(first(), twice)
  const [one] = await listed(first(), 'review')
  const shares = (id: number) => ({ shares: [{ document: id, amount: 119_000 }] })
  expect((await stage.act(one?.id ?? 0, 'match', shares(document))).status).toBe(204)
  expect(await upload(second, twice, true)).toMatchObject({ matched: 0 })
  const both = await listed(second, 'others')
  expect(both.map(({ paid_in }) => paid_in !== null).toSorted()).toEqual([false, true])
  const free = both.find(({ paid_in }) => paid_in === null)
  expect((await stage.act(free?.id ?? 0, 'match', shares(other))).status).toBe(204)
})
