import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, dayInChile, formatDay, type Day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import { openPost, type Post } from '../post.ts'

let post: Post
beforeEach(async () => {
  post = await openPost('google')
})
afterEach(async () => {
  await post.close()
  if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
})

const today = (): Day => dayInChile(post.clock.now())

/** The company's payments are followed; `account`: transfers go to it. */
async function follow({ account = true } = {}): Promise<void> {
  const { db } = post.database
  const { id: company_id } = await db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('payment_terms')
    .values({
      organisation_id: post.organisationId,
      company_id,
      first_day: '2026-01-01',
      updated_at: instantText(post.clock.now()),
      ...(account && {
        bank: 'BancoEstado',
        account_type: 'vista' as const,
        account_number: '12345678',
        holder_name: 'Ana Peña',
        holder_rut: '15151515-0',
        notice_email: 'ana@empresa.example',
      }),
    })
    .execute()
}

async function mailed() {
  await deliverDue(post.worker())
  return PostalMime.parse(post.stage.accepted.at(-1)?.raw ?? '')
}

function setReceivable(values: { due_day?: string; closes_day?: string }) {
  return post.database.db.updateTable('receivable').set(values).execute()
}

test('the mail of a document that is owed asks for what is open and says when it is due', async () => {
  // Specification 1: a payment link is sent by e-mail.
  await follow()
  await post.issue(100)
  const due = addDays(today(), 30)
  await setReceivable({ due_day: due })
  const { html, text } = await mailed()
  expect(html).toContain('>Pagar $148.750</a>')
  expect(html).toContain('>Ver el documento</a>')
  expect(html).toContain(`Vence el ${formatDay(due)}`)
  expect(text).toMatch(/Pagar \$148\.750: https:\/\/folio\.example\/d\//)
})

test('a company that offers only a provider asks for what is open, and its page stays open', async () => {
  await follow({ account: false })
  await offerProvider()
  await post.issue(100)
  await setReceivable({ closes_day: '2026-04-01' })
  expect((await mailed()).html).toContain('>Pagar $148.750</a>')
  expect(await closesDay()).toBe(addDays(today(), 60))
})

async function offerProvider(): Promise<void> {
  const { db } = post.database
  const { id: company_id } = await db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const { id: secret_id } = await db.selectFrom('secret').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('payment_connection')
    .values({
      organisation_id: post.organisationId,
      company_id,
      provider: 'khipu',
      mode: 'test',
      account: '{}',
      secret_id,
      created_by: 1,
      created_at: instantText(post.clock.now()),
      is_offered: true,
    })
    .execute()
}

test('what was paid in part is asked for without that part', async () => {
  await follow()
  const id = await post.issue(100)
  const { db } = post.database
  const at = { organisation_id: post.organisationId }
  const { company_id } = await db
    .selectFrom('receivable')
    .select('company_id')
    .executeTakeFirstOrThrow()
  const payment = await db
    .insertInto('payment')
    .values({
      ...at,
      company_id,
      day: today(),
      amount_clp: 48_750,
      way: 'transfer',
      source: 'person',
      recorded_at: instantText(post.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const share = { ...at, payment_id: payment.id, document_id: id, amount_clp: 48_750 }
  await db.insertInto('payment_share').values(share).execute()
  expect((await mailed()).html).toContain('>Pagar $100.000</a>')
})

async function declare(document_id: number, amount_clp: number) {
  const declared_at = instantText(post.clock.now())
  const values = { organisation_id: post.organisationId, document_id, amount_clp, day: today() }
  await post.database.db
    .insertInto('payment_declaration')
    .values({ ...values, declared_at })
    .execute()
}

test('what was declared in part is not asked for again', async () => {
  await follow()
  await declare(await post.issue(100), 48_750)
  expect((await mailed()).html).toContain('>Pagar $100.000</a>')
})

test('once the whole is declared nothing is asked for, and its page stays open all the same', async () => {
  await follow()
  await declare(await post.issue(100), 148_750)
  await setReceivable({ closes_day: '2026-04-01' })
  const { html } = await mailed()
  expect(html).toContain('>Ver el documento</a>')
  expect(html).not.toMatch(/Pagar|Venc/)
  expect(await closesDay()).toBe(addDays(today(), 60))
})

test.each([
  ['on its due day it is due', 0, 'Vence'],
  ['the day after it was', -1, 'Venció'],
])('%s', async (_when, days, says) => {
  await follow()
  await post.issue(100)
  const due_day = addDays(today(), days)
  await setReceivable({ due_day })
  expect((await mailed()).html).toContain(`${says} el ${formatDay(due_day)}`)
})

test.each([
  ['payments are not followed', () => Promise.resolve()],
  ['neither an account is shown nor a provider offered', () => follow({ account: false })],
])('nothing is asked for where %s', async (_where, prepare) => {
  await prepare()
  await post.issue(100)
  const { html } = await mailed()
  expect(html).toContain('>Ver el documento</a>')
  expect(html).not.toMatch(/Pagar|Vence/)
})

test('a mail leaves its page open for 60 days at least', async () => {
  await follow()
  await post.issue(100)
  await setReceivable({ due_day: '2026-01-31', closes_day: '2026-04-01' })
  expect((await mailed()).html).toContain('Venció el 31/01/2026')
  expect(await closesDay()).toBe(addDays(today(), 60))
})

async function closesDay(): Promise<string> {
  const row = await post.database.db
    .selectFrom('receivable')
    .select('closes_day')
    .executeTakeFirstOrThrow()
  return row.closes_day
}
