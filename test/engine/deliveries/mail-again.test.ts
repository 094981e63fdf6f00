import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'
import { instantText } from '#server/clock.ts'
import { readAgain, sendAgain, type Wish } from '#server/deliveries/again.ts'
import { decide, possibleDecisions } from '#server/deliveries/decide.ts'
import { findLink, urlOf } from '#server/links/document-links.ts'
import type { DeliveryBoundary } from '#server/deliveries/needs.ts'
import type { DeliveryRow } from '#server/deliveries/store.ts'
import { noteView } from '#server/deliveries/views.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import { openPost, type Post } from '../post.ts'

const PATIENCE_MS = 120_000
const HOUR_MS = 3_600_000
const VALID = { validity: 'valid', isNotaUnmailed: false } as const
const PAGOS = 'pagos@aseo.example'
const opened: Post[] = []
afterEach(async () => {
  for (const post of opened.splice(0)) {
    await post.close()
    if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
  }
})

async function open(...options: Parameters<typeof openPost>): Promise<Post> {
  const post = await openPost(...options)
  opened.push(post)
  return post
}

/** A document whose mail was sent. */
async function sent(post: Post, folio = 1): Promise<{ document: number; first: DeliveryRow }> {
  const document = await post.issue(folio)
  await deliverDue(post.worker())
  const [first] = await sendings(post, document)
  if (first?.state !== 'sent') throw new Error('The first mail was not sent')
  await post.clock.advance(60_000)
  return { document, first }
}

function sendings({ database }: Post, document: number): Promise<DeliveryRow[]> {
  return database.db
    .selectFrom('delivery')
    .selectAll()
    .where('document_id', '=', document)
    .orderBy('nth')
    .execute()
}

async function again(post: Post, of: DeliveryRow, wish: Partial<Wish> = {}): Promise<DeliveryRow> {
  return sendAgain(post.worker(), await sessionOf(post), of.id, { to: [PAGOS], cc: [], ...wish })
}

async function sessionOf({ database, organisationId }: Post) {
  const user = await database.db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  return { organisationId, userId: user.id, sessionId: 's' }
}

async function messageIds({ stage }: Post): Promise<string[]> {
  const mails = await Promise.all(stage.accepted.map(({ raw }) => PostalMime.parse(raw)))
  return mails.map(({ messageId }) => messageId ?? '')
}

describe.each(['google', 'microsoft'] as const)('with %s', (provider) => {
  test('it leaves as a mail of its own, and the first stays as it was', async () => {
    const post = await open(provider)
    const { document, first } = await sent(post)
    const made = await again(post, first, { to: ['nueva@aseo.example'], cc: [PAGOS] })
    await post.settle(undefined, 5)
    const [before, after] = await sendings(post, document)
    const { is_last: _, next_return_look_at: __, return_looks: ___, ...kept } = first
    expect(before).toMatchObject({ ...kept, is_last: false })
    expect(after).toMatchObject({ id: made.id, nth: 2, state: 'sent', is_last: true })
    expect(post.stage.accepted.map(({ to }) => to)).toEqual([
      [PAGOS],
      ['nueva@aseo.example', PAGOS],
    ])
    const [one, two] = await messageIds(post)
    expect([one, two]).toEqual([before?.message_id, after?.message_id])
    expect(one).not.toBe(two)
    const events = await post.database.db
      .selectFrom('audit_event')
      .select(['subject', 'data'])
      .where('kind', '=', 'mailSentAgain')
      .execute()
    expect(events).toEqual([{ subject: `delivery:${made.id}`, data: { document, nth: 2 } }])
  })

  test(
    'killed at any boundary, exactly one more leaves, and the first is never taken for it',
    async () => {
      const post = await open(provider)
      const boundaries: DeliveryBoundary[] = [
        'claimed',
        'prepared',
        'intended',
        'answered',
        'recorded',
      ]
      for (const [index, boundary] of boundaries.entries()) {
        const { document, first } = await sent(post, index + 1)
        post.stage.accepted.splice(0)
        await again(post, first)
        await deliverDue(post.worker(boundary))
        await post.settle(undefined, 40)
        expect(await sendings(post, document), boundary).toMatchObject([
          { state: 'sent', message_id: first.message_id },
          { state: 'sent' },
        ])
        expect(post.stage.accepted.length, boundary).toBe(1)
        expect(await messageIds(post), boundary).not.toContain(first.message_id)
      }
    },
    PATIENCE_MS,
  )

  test.each(['lostBefore', 'lostAfter'] as const)(
    'an answer that is lost is looked for under its own Message-ID (%s)',
    async (trouble) => {
      const post = await open(provider)
      const { document, first } = await sent(post)
      await again(post, first)
      post.stage.simulator.switches.set(trouble, true)
      await post.settle(undefined, 60)
      expect(await sendings(post, document)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
      expect(post.stage.accepted).toHaveLength(2)
    },
    PATIENCE_MS,
  )
})

test(
  'what a worker that slept learns too late undoes nothing of what a person has ordered since',
  async () => {
    const post = await open('microsoft')
    const document = await post.issue(1)
    const asleep = heldAt(post, 'intended')
    await expect.poll(async () => (await post.delivery(document)).state).toBe('sending')
    await post.settle(undefined, 60)
    const [inDoubt] = await sendings(post, document)
    expect(inDoubt).toMatchObject({ state: 'unknown', reason: 'cannotLook' })
    await decide(post.worker(), await sessionOf(post), inDoubt?.id ?? 0, 'resend')
    const atWork = heldAt(post, 'answered')
    await expect.poll(() => post.stage.accepted.length).toBe(1)
    post.stage.simulator.switches.set('rateLimited', true)
    await asleep.goOn()
    post.stage.simulator.switches.set(null)
    expect(await post.delivery(document)).toMatchObject({ state: 'sending' })
    await atWork.goOn()
    await post.settle(undefined, 60)
    expect(await post.delivery(document)).toMatchObject({ state: 'sent' })
    expect(post.stage.accepted).toHaveLength(1)
  },
  PATIENCE_MS,
)

/** A worker that stands still at that boundary until it may go on. */
function heldAt(post: Post, held: DeliveryBoundary): { goOn(): Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const boundary = (at: DeliveryBoundary) => (at === held ? promise : Promise.resolve())
  const working = deliverDue({ ...post.worker(), boundary })
  return {
    goOn: () => {
      resolve()
      return working
    },
  }
}

test('asked twice at once, and once more later, one more leaves; another wish is told that it came late', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  const [one, two] = await Promise.all([again(post, first), again(post, first)])
  expect(one.id).toBe(two.id)
  await post.settle(undefined, 5)
  expect((await again(post, first)).id).toBe(one.id)
  const late = again(post, first, { to: ['otra@aseo.example'] })
  await expect(late).rejects.toMatchObject({ status: 409, detail: 'mailNotToSendAgain' })
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toHaveLength(2)
  expect(await sendings(post, document)).toHaveLength(2)
})

test('what waits, is on its way or in doubt is not sent again beside itself', async () => {
  const post = await open('google')
  await post.issue(1)
  const { db } = post.database
  const row = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  const states = ['queued', 'sending', 'unknown', 'failed', 'bounced'] as const
  for (const state of states) {
    await db.updateTable('delivery').set({ state, message_id: '<m@folio.example>' }).execute()
    await expect(again(post, row), state).rejects.toMatchObject({ detail: 'mailNotToSendAgain' })
    expect(await readAgain(post.worker(), { ...row, state }), state).toBeNull()
  }
  expect(await db.selectFrom('delivery').selectAll().execute()).toHaveLength(1)
})

test('three times within a day and no more; a day later again', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  let last = first
  for (let count = 0; count < 3; count += 1) {
    last = await again(post, last)
    await deliverDue(post.worker())
    await post.clock.advance(60_000)
  }
  const rows = await sendings(post, document)
  const newest = rows.at(-1)
  if (newest === undefined) throw new Error('Nothing was sent')
  expect(await readAgain(post.worker(), newest)).toMatchObject({ obstacle: 'tooMany' })
  const detail = { code: 'mailAgainTooMany', values: { count: 3 } }
  await expect(again(post, newest)).rejects.toMatchObject({ status: 409, detail })
  await post.clock.advance(24 * HOUR_MS)
  await again(post, newest)
  await deliverDue(post.worker())
  expect(post.stage.accepted).toHaveLength(5)
})

test('receipts and reminders of a document take nothing from what may be sent again', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  const letter = {
    organisation_id: post.organisationId,
    document_id: document,
    purpose: 'reminder',
    is_last: false,
    email_account_id: post.accountId,
    subject_template: '',
    body_template: '',
    state: 'failed',
    reason: 'late',
    created_at: instantText(post.clock.now()),
  } as const
  const letters = [2, 3, 4].map((nth) => ({ ...letter, nth, recipients: '[]' }))
  await post.database.db.insertInto('delivery').values(letters).execute()
  expect(await readAgain(post.worker(), first)).toMatchObject({ obstacle: null })
  expect(await again(post, first)).toMatchObject({ purpose: 'document', nth: 2 })
})

test('it is offered to whom the rule names now; whom a person chose is kept, and corrected by them', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  const { db } = post.database
  await db.updateTable('contact').set({ email: 'nueva@aseo.example' }).execute()
  expect(await readAgain(post.worker(), first)).toMatchObject({
    people: [{ copy: 'to', name: 'José', address: 'nueva@aseo.example' }],
    from: 'ana@gmail.example',
    obstacle: null,
  })
  await again(post, first, { to: ['tipeada@aseo.example'] })
  post.stage.simulator.switches.set('recipientRefused', true)
  await deliverDue(post.worker())
  const [, second] = await sendings(post, document)
  if (second === undefined) throw new Error('Nothing was sent again')
  expect(second).toMatchObject({ state: 'bounced', reason: 'recipient' })
  expect(possibleDecisions(second, VALID)).toEqual(['leave'])
  expect(await readAgain(post.worker(), second)).toMatchObject({
    people: [{ copy: 'to', name: '', address: 'tipeada@aseo.example' }],
  })
  await post.clock.advance(60_000)
  await again(post, second, { to: ['nueva@aseo.example'] })
  await deliverDue(post.worker())
  expect(post.stage.accepted.map(({ to }) => to)).toEqual([[PAGOS], ['nueva@aseo.example']])
  expect((await sendings(post, document)).map(({ state }) => state)).toEqual([
    'sent',
    'bounced',
    'sent',
  ])
})

test('one that failed is tried again to whom its person chose', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  await again(post, first, { to: ['elegida@aseo.example'] })
  post.stage.simulator.switches.set('policyRefused', true)
  await deliverDue(post.worker())
  const [, second] = await sendings(post, document)
  if (second === undefined) throw new Error('Nothing was sent again')
  expect(possibleDecisions(second, VALID)).toEqual(['resend', 'leave'])
  await post.clock.advance(60_000)
  await decide(post.worker(), await sessionOf(post), second.id, 'resend')
  await deliverDue(post.worker())
  expect(post.stage.accepted.at(-1)?.to).toEqual(['elegida@aseo.example'])
})

test('it leaves from the mailbox that serves, and is refused plainly where none does', async () => {
  const post = await open('google')
  const { first } = await sent(post)
  const { db } = post.database
  const dead = { state: 'disconnected', disconnect_reason: 'revoked' } as const
  const disconnected_at = first.created_at
  await db
    .updateTable('email_account')
    .set({ ...dead, disconnected_at })
    .execute()
  expect(await readAgain(post.worker(), first)).toMatchObject({
    from: 'ana@gmail.example',
    obstacle: 'mailboxDisconnected',
  })
  await expect(again(post, first)).rejects.toMatchObject({ detail: 'mailboxStillDisconnected' })
  await db.deleteFrom('email_account').execute()
  const orphan = { ...first, email_account_id: null }
  expect(await readAgain(post.worker(), orphan)).toMatchObject({ obstacle: 'mailboxMissing' })
  await expect(again(post, first)).rejects.toMatchObject({ detail: 'mailboxMissing' })
})

test('what was taken back is not sent again, nor to what is no single address', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  const two = again(post, first, { to: ['a@b.cl>,<otro@malo.example'] })
  await expect(two).rejects.toMatchObject({ fields: { to: ['invalidEmail'] } })
  const { db } = post.database
  await db.updateTable('document').set({ state: 'annulled' }).where('id', '=', document).execute()
  expect(await readAgain(post.worker(), first)).toBeNull()
  await expect(again(post, first)).rejects.toMatchObject({ detail: 'mailNotToSendAgain' })
})

test('their common address opened shows the last that was sent as seen, and proves nothing of one in doubt', async () => {
  const post = await open('google')
  const { document, first } = await sent(post)
  await again(post, first)
  const { db } = post.database
  const doubt = { state: 'unknown', message_id: '<2@folio.example>', next_try_at: null } as const
  await db.updateTable('delivery').set(doubt).where('nth', '=', 2).execute()
  const link = await db.selectFrom('document_link').selectAll().executeTakeFirstOrThrow()
  const token = urlOf(post.links, 'https://folio.example', link).split('/').at(-1) ?? ''
  const found = await findLink(db, post.links, token)
  if (found === null) throw new Error('The mail has no address')
  await noteView(post.worker(), found)
  const states = (rows: DeliveryRow[]) =>
    rows.map(({ state, viewed_at: viewed }) => [state, viewed !== null])
  expect(states(await sendings(post, document))).toEqual([
    ['sent', true],
    ['unknown', false],
  ])
  await decide(
    post.worker(),
    await sessionOf(post),
    (await sendings(post, document))[1]?.id ?? 0,
    'sent',
  )
  await noteView(post.worker(), found)
  expect(states(await sendings(post, document))).toEqual([
    ['sent', true],
    ['sent', true],
  ])
})
