import { afterEach, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import { attention } from '#server/agenda/attention.ts'
import { decidePending } from '#server/deliveries/resend.ts'
import { openPost, type Post } from '../post.ts'

let post: Post
afterEach(async () => {
  await post.close()
  if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
})

/** Documents whose mails the mailbox holds back since it was disconnected. */
async function held(folios: readonly number[], isAutomatic = true): Promise<number[]> {
  post = await openPost('google')
  const ids: number[] = []
  for (const folio of folios) ids.push(await post.issue(folio))
  await setAccount({ state: 'disconnected', disconnect_reason: 'revoked' })
  await post.settle(undefined, 5)
  if (!isAutomatic) {
    await post.database.db.updateTable('invoice_rule').set({ is_paused: true }).execute()
  }
  return ids
}

async function setAccount(
  change: { state: 'connected' } | { state: 'disconnected'; disconnect_reason: 'revoked' },
): Promise<void> {
  const isGone = change.state === 'disconnected'
  await post.database.db
    .updateTable('email_account')
    .set({
      disconnect_reason: null,
      ...change,
      disconnected_at: isGone ? '2026-11-20T12:00:00Z' : null,
    })
    .execute()
}

async function inbox() {
  const { db } = post.database
  const { items } = await attention(
    { db, clock: post.clock },
    { organisationId: post.organisationId },
  )
  return items.filter(({ subject }) => subject.kind === 'emailAccount')
}

test('mails held by a disconnected mailbox are one item with its rules, and how many they are', async () => {
  await held([1, 2, 3])
  expect(await inbox()).toMatchObject([
    {
      code: 'mailboxDisconnected',
      urgency: 'now',
      mails: 3,
      rules: [{}],
      subject: { id: post.accountId },
    },
  ])
})

test('mails held by a disconnected mailbox are asked about without a rule that sends from it', async () => {
  await held([1, 2], false)
  expect(await inbox()).toMatchObject([
    { code: 'mailboxDisconnected', urgency: 'now', mails: 2, rules: [], documents: [] },
  ])
})

test('mails that stayed behind when their mailbox was connected again are asked about until a word', async () => {
  await held([1, 2], false)
  await setAccount({ state: 'connected' })
  expect(await inbox()).toMatchObject([{ code: 'mailsWaiting', urgency: 'now', mails: 2 }])
  const { id: userId } = await post.database.db
    .selectFrom('app_user')
    .select('id')
    .executeTakeFirstOrThrow()
  const session = { organisationId: post.organisationId, userId, sessionId: 's' }
  const chosen = { months: [month(2026, 11)], count: 2, decision: 'leave' } as const
  await decidePending(post.worker(), session, post.accountId, { ...chosen, heldBy: 'mailbox' })
  expect(await inbox()).toEqual([])
})

test('held mails of documents that are annulled or being annulled are not asked about', async () => {
  const [annulled = 0, underWay = 0, valid = 0] = await held([1, 2, 3], false)
  await setAccount({ state: 'connected' })
  const document = (id: number) => post.database.db.updateTable('document').where('id', '=', id)
  await document(annulled).set({ state: 'annulled' }).execute()
  await document(underWay)
    .set({ kind: 'boletaHonorarios', annulment: 'wanted', annulment_cause: 1 })
    .execute()
  expect(await inbox()).toMatchObject([{ code: 'mailsWaiting', mails: 1 }])
  await document(valid).set({ state: 'annulled' }).execute()
  expect(await inbox()).toEqual([])
})

test('mails on their way from a connected mailbox are not asked about', async () => {
  post = await openPost('google')
  await post.issue(1)
  expect(await inbox()).toEqual([])
})

test('a mailbox that holds nothing back and sends for no rule asks for nothing', async () => {
  await held([], false)
  expect(await inbox()).toEqual([])
})
