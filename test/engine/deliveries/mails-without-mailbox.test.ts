import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { month } from '#domain/day.ts'
import { attentionMail } from '#server/agenda/attention-mail.ts'
import { tellAttention } from '#server/agenda/attention-mails.ts'
import { attention } from '#server/agenda/attention.ts'
import { askedInValues } from '#server/mailer/attention-mail.ts'
import { decidePending, readPending, type Chosen } from '#server/deliveries/resend.ts'
import { openPost, type Post } from '../post.ts'

let post: Post
afterEach(async () => {
  await post.close()
  if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
})

/** Three mails held by a mailbox that was removed, one of them of October; another mailbox is connected. */
async function removed(): Promise<{ ids: number[]; other: number }> {
  post = await openPost('google')
  const { db } = post.database
  const ids = [await post.issue(1), await post.issue(2), await post.issue(3)]
  const october = db.updateTable('document').set({ issue_day: '2026-10-30' })
  await october.where('id', '=', ids[0] ?? 0).execute()
  await db
    .updateTable('email_account')
    .set({ state: 'disconnected', disconnect_reason: 'revoked', disconnected_at: '2026-11-20' })
    .execute()
  await post.settle(undefined, 5)
  const row = await db.deleteFrom('email_account').returningAll().executeTakeFirstOrThrow()
  const { id: other } = await db
    .insertInto('email_account')
    .values({
      ...row,
      id: row.id + 1,
      state: 'connected',
      disconnect_reason: null,
      disconnected_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ids, other }
}

async function inbox() {
  const { db } = post.database
  const { items } = await attention(
    { db, clock: post.clock },
    { organisationId: post.organisationId },
  )
  return items.filter(({ subject }) => subject.kind === 'heldMails')
}

async function decideOn(other: number, wish: Omit<Chosen, 'heldBy'>) {
  const { id: userId } = await post.database.db
    .selectFrom('app_user')
    .select('id')
    .executeTakeFirstOrThrow()
  const session = { organisationId: post.organisationId, userId, sessionId: 's' }
  return decidePending(post.worker(), session, other, { ...wish, heldBy: 'none' })
}

test('mails that no mailbox has any more are asked about, once a company', async () => {
  const { ids } = await removed()
  expect(await inbox()).toMatchObject([{ code: 'mailsHeld', urgency: 'now' }])
  const [item] = await inbox()
  expect(item?.documents.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('mails of documents that are being annulled are not asked about for want of a mailbox', async () => {
  const { ids } = await removed()
  const { db } = post.database
  const beingAnnulled = db
    .updateTable('document')
    .set({ kind: 'boletaHonorarios', annulment: 'wanted', annulment_cause: 1 })
  await beingAnnulled.where('id', 'in', ids.slice(1)).execute()
  expect(await inbox()).toMatchObject([{ documents: [{ id: ids[0] }] }])
  await beingAnnulled.execute()
  expect(await inbox()).toEqual([])
})

test('mails without a mailbox leave by month and count from another one, the rest stays', async () => {
  const { ids, other } = await removed()
  const { db } = post.database
  const at = { organisationId: post.organisationId, accountId: other }
  expect(await readPending(db, { ...at, heldBy: 'mailbox' })).toEqual({ months: [], takenBack: 0 })
  expect(await readPending(db, { ...at, heldBy: 'none' })).toEqual({
    months: [
      { month: '2026-11', count: 2 },
      { month: '2026-10', count: 1 },
    ],
    takenBack: 0,
  })
  const november = { months: [month(2026, 11)], decision: 'send' } as const
  await expect(decideOn(other, { ...november, count: 1 })).rejects.toMatchObject({ status: 409 })
  expect(await decideOn(other, { ...november, count: 2 })).toBe(2)
  expect(await decideOn(other, { ...november, count: 2 })).toBe(0)
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toHaveLength(2)
  expect(await post.delivery(ids[0] ?? 0)).toMatchObject({ state: 'queued' })
  expect(await inbox()).toMatchObject([{ documents: [{ id: ids[0] }] }])
})

test('mails without a mailbox that are left unsent are asked about no more', async () => {
  const { other } = await removed()
  const both = { months: [month(2026, 11), month(2026, 10)], decision: 'leave' } as const
  expect(await decideOn(other, { ...both, count: 3 })).toBe(3)
  expect(await inbox()).toEqual([])
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toEqual([])
})

test('mails that came back are written about to their sender, by address and once', async () => {
  post = await openPost('google')
  post.stage.simulator.switches.set('recipientRefused')
  await post.issue(1)
  await post.issue(2)
  await post.settle(undefined, 5)
  const { db } = post.database
  const needs = { db, clock: post.clock, databaseClock: () => post.clock.now() }
  const tell = () =>
    tellAttention(needs, (_id, error) => {
      throw error
    })
  expect(await tell()).toBe(0)
  await post.clock.advance(10 * 60_000)
  expect(await tell()).toBe(1)
  const [mail, ...more] = await db.selectFrom('system_mail').selectAll().execute()
  expect(more).toEqual([])
  expect(mail?.recipient).toBe('ana@folio.example')
  const { values } = z.object({ values: askedInValues }).parse(mail?.data)
  const asked = { ...values, recipient: 'ana@folio.example', language: 'es' } as const
  expect(await attentionMail(needs, asked)).toMatchObject({
    values: {
      headline: 'Correo a pagos@aseo.example y 1 más: volvió, la dirección no lo recibió',
      lead: 'Corrige la dirección y se envía de nuevo. El documento está emitido y no cambia.',
    },
    rows: [],
    path: '/attention',
  })
})
