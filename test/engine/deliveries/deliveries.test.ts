import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import { decide, peopleNow } from '#server/deliveries/decide.ts'
import { decidePending } from '#server/deliveries/resend.ts'
import type { DeliveryBoundary } from '#server/deliveries/needs.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import type { Trouble } from '#simulators/mail/providers/troubles.ts'
import { giveFiles, openPost, type Post } from '../post.ts'

/** Many stories in one test, on a machine that may be busy. */
const PATIENCE_MS = 120_000
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

/** Every column of every document: a mail never changes one. */
async function documents({ database }: Post): Promise<string> {
  return JSON.stringify(
    await database.db.selectFrom('document').selectAll().orderBy('id').execute(),
  )
}

test('an issued document is mailed once its PDF is there, from the rule’s texts', async () => {
  const post = await open('google', { cc: ['jefa@aseo.example'] })
  const id = await post.issue(100, { withPdf: false })
  expect(await deliverDue(post.worker())).toBe(0)
  await giveFiles(post.database, post.organisationId, id, '2026-11-30T15:00:00Z')
  await deliverDue(post.worker())
  expect(await post.delivery(id)).toMatchObject({ state: 'sent', reason: null })
  const mail = await PostalMime.parse(post.stage.accepted[0]?.raw ?? '')
  expect(mail.subject).toBe('Factura 100 – Noviembre')
  expect(mail.from).toMatchObject({ name: 'Ana Peña', address: 'ana@gmail.example' })
  expect(mail.to).toMatchObject([{ name: 'José', address: 'pagos@aseo.example' }])
  expect(mail.cc).toMatchObject([{ address: 'jefa@aseo.example' }])
  expect(mail.html).toContain(
    '<p>Hola, va la de noviembre de 2026.</p><hr /><p>Ana <b>Peña</b></p>',
  )
  expect(mail.text).toContain('Hola, va la de noviembre de 2026.')
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([
    'Factura 100.pdf',
    'Factura 100.xml',
  ])
})

test('a rule that sends nothing by itself hangs no mail, and issuing twice hangs one', async () => {
  const quiet = await open('google', { isAutomatic: false })
  await quiet.issue(1)
  expect(await quiet.database.db.selectFrom('delivery').selectAll().execute()).toEqual([])
  const post = await open('google')
  const id = await post.issue(1)
  const { db } = post.database
  await db.updateTable('document').set({ state: 'annulled' }).where('id', '=', id).execute()
  await db.updateTable('document').set({ state: 'issued' }).where('id', '=', id).execute()
  expect(await db.selectFrom('delivery').selectAll().execute()).toHaveLength(1)
})

test('markup of a template is inert and nobody else is written to', async () => {
  const post = await open('google', {
    subject: 'Factura\r\nBcc: otro@malo.example {{numero_documento}} =?utf-8?Q?x?=',
    body: '<p>Hola</p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">y</a><form action=//malo><input></form>{{constructor}}',
  })
  await post.issue(7)
  await deliverDue(post.worker())
  const [accepted] = post.stage.accepted
  expect(accepted?.to).toEqual(['pagos@aseo.example'])
  const mail = await PostalMime.parse(accepted?.raw ?? '')
  expect(mail.bcc).toBeUndefined()
  expect(mail.subject).toBe('Factura Bcc: otro@malo.example 7 =\u200B?utf-8?Q?x?=')
  expect(mail.html).toContain('<p>Hola</p><a>y</a>{{constructor}}')
  expect(mail.html).not.toMatch(/script|onerror|javascript|form|input/)
})

const endings: [Trouble, { state: string; reason: string | null }][] = [
  ['tokenExpired', { state: 'sent', reason: null }],
  ['unavailable', { state: 'sent', reason: null }],
  ['rateLimited', { state: 'sent', reason: null }],
  ['lostAfter', { state: 'sent', reason: null }],
  ['lostBefore', { state: 'sent', reason: null }],
  ['nonsense', { state: 'sent', reason: null }],
  ['recipientRefused', { state: 'bounced', reason: 'recipient' }],
  ['policyRefused', { state: 'failed', reason: 'policy' }],
  ['tooLarge', { state: 'failed', reason: 'tooLarge' }],
  ['scopeMissing', { state: 'queued', reason: 'mailboxDisconnected' }],
  ['mailboxDisabled', { state: 'queued', reason: 'mailboxDisconnected' }],
  ['grantRevoked', { state: 'queued', reason: 'mailboxDisconnected' }],
  ['secretExpired', { state: 'sent', reason: null }],
  ['tokensUnavailable', { state: 'sent', reason: null }],
]

describe.each(['google', 'microsoft'] as const)('with %s', (provider) => {
  test(
    'each outcome ends in its state, at most one mail leaves, no document changes',
    async () => {
      const post = await open(provider)
      for (const [index, [trouble, ending]] of endings.entries()) {
        const id = await post.issue(index + 1)
        const before = await documents(post)
        post.stage.accepted.splice(0)
        post.stage.simulator.switches.set(trouble, true)
        await post.settle(undefined, 30)
        expect(await post.delivery(id), trouble).toMatchObject(ending)
        expect(post.stage.accepted.length, trouble).toBe(ending.state === 'sent' ? 1 : 0)
        expect(await documents(post)).toBe(before)
        await reconnected(post)
      }
    },
    PATIENCE_MS,
  )

  test(
    'killed at any boundary, what the provider took is never sent again',
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
        const id = await post.issue(index + 1)
        post.stage.accepted.splice(0)
        await deliverDue(post.worker(boundary))
        await post.settle(undefined, 40)
        expect(await post.delivery(id), boundary).toMatchObject({ state: 'sent' })
        expect(post.stage.accepted.length, boundary).toBe(1)
      }
    },
    PATIENCE_MS,
  )
})

/** Its owner connects the mailbox again. */
async function reconnected({ database }: Post): Promise<void> {
  await database.db
    .updateTable('email_account')
    .set({ state: 'connected', disconnect_reason: null, disconnected_at: null })
    .execute()
}

test('over its daily limit a mailbox waits a day, and its other mails with it', async () => {
  const post = await open('google')
  const ids = [await post.issue(1), await post.issue(2)]
  post.stage.simulator.switches.set('dailyLimit', true)
  await post.settle(undefined, 60)
  expect(post.stage.accepted).toHaveLength(0)
  expect(await post.delivery(ids[0] ?? 0)).toMatchObject({ state: 'queued', reason: 'dailyLimit' })
  await post.clock.advance(24 * 3_600_000)
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toHaveLength(2)
})

test('one mailbox sends one mail at a time, however many workers there are', async () => {
  const post = await open('microsoft')
  const ids = []
  for (let folio = 1; folio <= 6; folio += 1) ids.push(await post.issue(folio))
  await Promise.all([
    deliverDue(post.worker()),
    deliverDue(post.worker()),
    deliverDue(post.worker()),
  ])
  expect(post.stage.accepted).toHaveLength(1)
  await post.settle(undefined, 40)
  expect(post.stage.accepted).toHaveLength(6)
  for (const id of ids) expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
})

test('a mailbox that dies is marked once and told once; what waits goes with one button', async () => {
  const post = await open('google')
  const ids = []
  for (let folio = 1; folio <= 7; folio += 1) ids.push(await post.issue(folio))
  const { db } = post.database
  post.stage.simulator.revokeEverything()
  await post.settle(undefined, 45)
  for (const id of ids) {
    expect(await post.delivery(id)).toMatchObject({
      state: 'queued',
      reason: 'mailboxDisconnected',
    })
  }
  const told = await db
    .selectFrom('system_mail')
    .select(['template', 'recipient', 'data'])
    .execute()
  expect(told).toEqual([
    {
      template: 'mailboxDisconnected',
      recipient: 'ana@folio.example',
      data: { values: { address: 'ana@gmail.example' }, rows: [] },
    },
  ])
  const session = { organisationId: post.organisationId, userId: 1, sessionId: 's' }
  const needs = post.worker()
  const all = { months: [month(2026, 11)], count: 7, decision: 'send', heldBy: 'mailbox' } as const
  const release = () => decidePending(needs, session, post.accountId, all)
  await expect(release()).rejects.toMatchObject({ status: 409 })
  const { refresh } = await post.stage.grant()
  const account = await db.selectFrom('email_account').selectAll().executeTakeFirstOrThrow()
  await needs.vault.replace(db, {
    organisationId: post.organisationId,
    kind: 'mailToken',
    plaintext: refresh,
    secretId: account.token_secret_id,
  })
  await reconnected(post)
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toHaveLength(0)
  expect(await release()).toBe(7)
  expect(await release()).toBe(0)
  await post.settle(undefined, 45)
  expect(post.stage.accepted).toHaveLength(7)
})

test('without the right to look, a mail in doubt waits for a person', async () => {
  const post = await open('microsoft')
  const id = await post.issue(1)
  post.stage.simulator.switches.set('lostAfter', true)
  await deliverDue(post.worker())
  post.stage.simulator.switches.set('scopeMissing')
  await post.settle(undefined, 60)
  expect(await post.delivery(id)).toMatchObject({ state: 'unknown', reason: 'cannotLook' })
  post.stage.simulator.switches.set(null)
  await post.settle(undefined, 60)
  expect(post.stage.accepted).toHaveLength(1)
})

test.each(['lostRenamed', 'lostBefore'] as const)(
  'in a mailbox of Outlook that has shown none of our mails, absence proves nothing (%s)',
  async (trouble) => {
    const post = await open('microsoft')
    const id = await post.issue(1)
    post.stage.simulator.switches.set(trouble, true)
    await post.settle(undefined, 60)
    expect(await post.delivery(id)).toMatchObject({ state: 'unknown', reason: 'cannotLook' })
    expect(post.stage.accepted).toHaveLength(trouble === 'lostRenamed' ? 1 : 0)
  },
)

test('what Outlook sends back later is bounced, looked for in its own conversation; the document stays', async () => {
  const post = await open('microsoft')
  const ids = [await post.issue(1), await post.issue(2)]
  const before = await documents(post)
  post.stage.simulator.switches.set('comesBack', true)
  await post.settle(undefined, 5)
  expect(await post.delivery(ids[0] ?? 0)).toMatchObject({ state: 'sent' })
  await post.settle(undefined, 15)
  const states = await Promise.all(ids.map((id) => post.delivery(id)))
  expect(states).toMatchObject([{ state: 'bounced', reason: 'returned' }, { state: 'sent' }])
  expect(await documents(post)).toBe(before)
  expect(post.stage.accepted).toHaveLength(2)
  const { db } = post.database
  const row = await db
    .selectFrom('delivery')
    .selectAll()
    .where('state', '=', 'bounced')
    .executeTakeFirstOrThrow()
  const { id: userId } = await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const session = { organisationId: post.organisationId, userId, sessionId: 's' }
  await decide(post.worker(), session, row.id, 'resend')
  await post.settle(undefined, 20)
  expect(await post.delivery(ids[0] ?? 0)).toMatchObject({ state: 'sent' })
  await post.clock.advance(25 * 3_600_000)
  await post.settle(undefined, 5)
  const left = await db.selectFrom('delivery').select('next_return_look_at').execute()
  expect(left).toEqual([{ next_return_look_at: null }, { next_return_look_at: null }])
})

test('of what Google sends back nothing is asked for, because nothing may be seen', async () => {
  const post = await open('google')
  await post.issue(1)
  await post.settle(undefined, 5)
  const row = await post.database.db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'sent', next_return_look_at: null, return_looks: 0 })
})

test('a mail that Outlook gave another Message-ID is never said to be looked after', async () => {
  const post = await open('microsoft')
  const id = await post.issue(1)
  post.stage.simulator.switches.set('renamed', true)
  await post.settle(undefined, 15)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
  const row = await post.database.db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ next_return_look_at: null, return_looks: 0 })
})

test('a mail that came back is sent again to the corrected address, under the same Message-ID', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  post.stage.simulator.switches.set('recipientRefused', true)
  await post.settle(undefined, 5)
  expect(await post.delivery(id)).toMatchObject({ state: 'bounced' })
  const { db } = post.database
  await db.updateTable('contact').set({ email: 'nueva@aseo.example' }).execute()
  const row = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  const { id: userId } = await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const session = { organisationId: post.organisationId, userId, sessionId: 's' }
  // Told before it is pressed.
  expect(await peopleNow(db, row)).toMatchObject([{ address: 'nueva@aseo.example' }])
  await decide(post.worker(), session, row.id, 'resend')
  await post.settle(undefined, 5)
  expect(post.stage.accepted.map(({ to }) => to)).toEqual([['nueva@aseo.example']])
  const mail = await PostalMime.parse(post.stage.accepted[0]?.raw ?? '')
  expect(mail.messageId).toBe(row.message_id)
})

test('a refresh token that rotates is never lost, whoever asks at once', async () => {
  const post = await open('microsoft')
  await post.issue(1)
  const workers = [post.worker(), post.worker(), post.worker()]
  const at = { organisationId: post.organisationId, accountId: post.accountId }
  const keys = await Promise.all(workers.map(({ keys }) => keys.keyOf(at)))
  expect(keys.map(({ kind }) => kind)).toEqual(['key', 'key', 'key'])
  await post.settle(undefined, 3)
  expect(post.stage.accepted).toHaveLength(1)
})

test('a removed mailbox gives its permission back and leaves no secret', async () => {
  const post = await open('google')
  const { db } = post.database
  const account = await db.selectFrom('email_account').selectAll().executeTakeFirstOrThrow()
  await db.deleteFrom('email_account').execute()
  await db
    .insertInto('mail_revocation')
    .values({
      organisation_id: post.organisationId,
      secret_id: account.token_secret_id,
      provider: 'google',
      next_try_at: account.created_at,
    })
    .execute()
  const id = await post.issue(3)
  await post.settle(undefined, 2)
  expect(await db.selectFrom('secret').selectAll().execute()).toEqual([])
  expect(await post.delivery(id)).toMatchObject({ state: 'queued', reason: 'mailboxMissing' })
})

test('a permission that cannot be opened keeps no other from being given back', async () => {
  const post = await open('google')
  const { db } = post.database
  const account = await db.selectFrom('email_account').selectAll().executeTakeFirstOrThrow()
  const right = await db.selectFrom('secret').selectAll().executeTakeFirstOrThrow()
  const { id: _, ...columns } = right
  const broken = await db
    .insertInto('secret')
    .values({ ...columns, sealed: Buffer.alloc(columns.sealed.length) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('email_account').execute()
  // The broken one is the first in line.
  const dueAt = ['2020-01-01T00:00:00Z', account.created_at]
  for (const [index, secretId] of [broken.id, account.token_secret_id].entries()) {
    await db
      .insertInto('mail_revocation')
      .values({
        organisation_id: post.organisationId,
        secret_id: secretId,
        provider: 'google',
        next_try_at: dueAt[index] ?? account.created_at,
      })
      .execute()
  }
  await post.issue(3)
  await post.settle(undefined, 2)
  expect(await db.selectFrom('secret').select('id').execute()).toEqual([broken])
})

test('a mail whose mailbox was removed leaves, when asked, from the one that the rule names now', async () => {
  const post = await open('google')
  const { db } = post.database
  const account = await db.deleteFrom('email_account').returningAll().executeTakeFirstOrThrow()
  const id = await post.issue(4)
  await post.settle(undefined, 2)
  const row = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()
  const { id: userId } = await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const session = { organisationId: post.organisationId, userId, sessionId: 's' }
  await decide(post.worker(), session, row.id, 'resend')
  await post.settle(undefined, 2)
  expect(await post.delivery(id)).toMatchObject({ state: 'queued', reason: 'mailboxMissing' })
  const added = await db
    .insertInto('email_account')
    .values({ ...account, id: account.id + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('invoice_rule').set({ email_account_id: added.id }).execute()
  await decide(post.worker(), session, row.id, 'resend')
  await post.settle(undefined, 2)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
  expect(post.stage.accepted).toHaveLength(1)
})
