import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, dayInChile, type Day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import { openPost, type Post } from './post.ts'

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
  await follow()
  await post.issue(100)
  await setReceivable({ due_day: '2026-12-30' })
  const { html, text } = await mailed()
  expect(html).toContain('>Pagar $148.750</a>')
  expect(html).toContain('>Ver el documento</a>')
  expect(html).toContain('Vence el 30/12/2026')
  expect(text).toMatch(/Pagar \$148\.750: https:\/\/folio\.example\/d\//)
})

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

test.each([
  ['payments are not followed', () => Promise.resolve()],
  ['no account is shown', () => follow({ account: false })],
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
  expect((await mailed()).html).toContain('Vence el 31/01/2026')
  const row = await post.database.db
    .selectFrom('receivable')
    .select('closes_day')
    .executeTakeFirstOrThrow()
  expect(row.closes_day).toBe(addDays(today(), 60))
})
