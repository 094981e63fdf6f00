import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pagesOf } from '#dte/printing/test-text.ts'
import { dayInChile } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { makeDigests } from '#server/agenda/digests.ts'
import { mailsThatAsk } from '#server/agenda/mails-that-ask.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import { untilBlockedBy } from '../lock-wait.ts'
import { openPost, type Post } from '../post.ts'

let post: Post
let documentId: number
beforeEach(async () => {
  post = await openPost('google')
  const { db } = post.database
  const { id: company_id } = await db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const terms = { organisation_id: post.organisationId, company_id, first_day: '2026-01-01' }
  await db
    .insertInto('payment_terms')
    .values({ ...terms, updated_at: now() })
    .execute()
  documentId = await post.issue(100)
  await deliverDue(post.worker())
  // A mailbox takes a second from one mail to the next.
  await post.clock.advance(5_000)
})
afterEach(async () => {
  await post.close()
  if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
})

const DISCONNECTED = {
  state: 'disconnected',
  disconnect_reason: 'revoked',
  disconnected_at: '2026-11-05T15:00:00Z',
} as const

const now = () => instantText(post.clock.now())

/** Money on record as the source says it; the payment's number. */
async function pay(
  source: 'provider' | 'declaration' | 'person' | 'statement' = 'declaration',
  documents = [documentId],
): Promise<number> {
  const { db } = post.database
  const { company_id } = await db
    .selectFrom('receivable')
    .select('company_id')
    .executeTakeFirstOrThrow()
  const at = { organisation_id: post.organisationId }
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('payment')
      .values({
        ...at,
        company_id,
        day: dayInChile(post.clock.now()),
        amount_clp: 100_000 * documents.length,
        way: 'transfer',
        source,
        recorded_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const shares = documents.map((document_id) => ({ document_id, amount_clp: 100_000 }))
    await trx
      .insertInto('payment_share')
      .values(shares.map((share) => ({ ...at, payment_id: id, ...share })))
      .execute()
    return id
  })
}

async function receiptsThatLeft() {
  const mails = await Promise.all(post.stage.accepted.map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter(({ subject }) => subject?.startsWith('Comprobante de pago'))
}

function receipts() {
  return post.database.db
    .selectFrom('delivery')
    .select(['state', 'reason', 'document_id'])
    .where('purpose', '=', 'receipt')
    .execute()
}

test("a receipt leaves from the user's mailbox with the PDF and leads to the document", async () => {
  await pay()
  await post.settle()
  const [mail, ...others] = await receiptsThatLeft()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Comprobante de pago · Factura N° 100')
  expect(mail?.to).toMatchObject([{ address: 'pagos@aseo.example' }])
  expect(mail?.html).toContain('<b>$100.000</b>')
  expect(mail?.html).toMatch(/href="https:\/\/folio\.example\/d\/[\w-]{43}"/)
  const [file, ...more] = mail?.attachments ?? []
  expect(more).toEqual([])
  expect(file).toMatchObject({ filename: 'Comprobante de pago Factura N° 100.pdf' })
  const content = file?.content ?? ''
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : Buffer.from(content)
  const [page] = pagesOf(bytes)
  expect(page).toContain('Comprobante de pago')
  expect(await receipts()).toMatchObject([{ state: 'sent', reason: null }])
})

test('a payment of several documents brings one receipt that lists them', async () => {
  const others = [await post.issue(101), await post.issue(102)]
  await pay('provider', [documentId, ...others])
  await post.settle()
  const [mail, ...more] = await receiptsThatLeft()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Comprobante de pago · Factura N° 100 y 2 más')
  for (const folio of [100, 101, 102]) expect(mail?.html).toContain(`Factura N° ${folio}: $100.000`)
})

test.each(['person', 'statement'] as const)('a payment by a %s brings none', async (source) => {
  await pay(source)
  expect(await receipts()).toEqual([])
})

test('a receipt of a payment that was undone before it left stays unsent', async () => {
  const id = await pay()
  await post.database.db
    .updateTable('payment')
    .set({ undone_at: now() })
    .where('id', '=', id)
    .execute()
  await post.settle()
  expect(await receiptsThatLeft()).toEqual([])
  expect(await receipts()).toMatchObject([{ state: 'failed', reason: 'paymentUndone' }])
})

test('a payment that is undone while its receipt is on its way stops it', async () => {
  const id = await pay()
  const worker = post.worker()
  await deliverDue({
    ...worker,
    boundary: async (at) => {
      await worker.boundary(at)
      if (at !== 'prepared') return
      const undone = { undone_at: now() }
      await post.database.db.updateTable('payment').set(undone).where('id', '=', id).execute()
    },
  })
  expect(await receiptsThatLeft()).toEqual([])
  expect(await receipts()).toMatchObject([{ state: 'failed', reason: 'paymentUndone' }])
})

test('a receipt waits for its payment that is being undone as it leaves', async () => {
  const id = await pay()
  const { leaving } = await post.database.db.transaction().execute(async (trx) => {
    await trx.updateTable('payment').set({ undone_at: now() }).where('id', '=', id).execute()
    const sending = deliverDue(post.worker())
    await untilBlockedBy(post.database.db, trx)
    return { leaving: sending }
  })
  await leaving
  expect(await receiptsThatLeft()).toEqual([])
  expect(await receipts()).toMatchObject([{ state: 'failed', reason: 'paymentUndone' }])
})

test('an annulment of the document leaves the receipt of what came', async () => {
  await pay()
  await post.database.db.updateTable('document').set({ state: 'annulled' }).execute()
  await post.settle()
  expect(await receiptsThatLeft()).toHaveLength(1)
})

test.each(['claimed', 'prepared', 'intended', 'answered'] as const)(
  'a receipt leaves once though its worker dies when it is %s',
  async (boundary) => {
    await pay()
    await deliverDue(post.worker(boundary))
    await post.settle()
    expect(await receiptsThatLeft()).toHaveLength(1)
    expect(await receipts()).toMatchObject([{ state: 'sent' }])
  },
)

test('a receipt without a mailbox ends and is not held', async () => {
  await post.database.db.updateTable('email_account').set(DISCONNECTED).execute()
  await pay()
  await post.settle()
  expect(await receipts()).toMatchObject([{ state: 'failed', reason: 'mailboxDisconnected' }])
  const at = { organisationId: post.organisationId }
  expect(await mailsThatAsk(post.database.db, at)).toEqual([])
})

test("a receipt is none of the document's own mails: neither counted, listed nor charged", async () => {
  await pay()
  await post.settle()
  const { db } = post.database
  expect((await db.selectFrom('charge').select('kind').execute()).map(({ kind }) => kind)).toEqual([
    'document',
    'mail',
  ])
  const last = await db
    .selectFrom('delivery')
    .select('purpose')
    .where('is_last', '=', true)
    .execute()
  expect(last).toEqual([{ purpose: 'document' }])
  for (let half = 0; half < 4; half += 1) {
    await post.clock.advance(12 * 60 * 60_000)
    await makeDigests({ db, clock: post.clock })
  }
  const counted = await db
    .selectFrom('digest')
    .select('mails_sent')
    .where('period', '=', 'day')
    .execute()
  expect(counted.map(({ mails_sent }) => mails_sent).filter((count) => count > 0)).toEqual([1])
})
