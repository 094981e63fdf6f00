import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import { correctAddress, mayCorrect, readAddresses } from '#server/deliveries/correct.ts'
import { decide, possibleDecisions, readOfDocument } from '#server/deliveries/decide.ts'
import { decidePending, readPending } from '#server/deliveries/resend.ts'
import type { DeliveryRow } from '#server/deliveries/store.ts'
import { attention } from '#server/agenda/attention.ts'
import { giveFiles, openPost, type Post } from '../post.ts'

const OLD = 'pagos@aseo.example'
const NEW = 'cobranza@aseo.example'
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

async function sessionOf({ database, organisationId }: Post) {
  const user = await database.db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  return { organisationId, userId: user.id, sessionId: 's' }
}

function rowOf({ database }: Post, document: number): Promise<DeliveryRow> {
  return database.db
    .selectFrom('delivery')
    .selectAll()
    .where('document_id', '=', document)
    .orderBy('nth', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Documents whose mails the provider refused for their address. */
async function bounced(post: Post, ...folios: number[]): Promise<number[]> {
  post.stage.simulator.switches.set('recipientRefused')
  const ids = []
  for (const folio of folios) ids.push(await post.issue(folio))
  await post.settle(undefined, 5)
  post.stage.simulator.switches.set(null)
  for (const id of ids) expect(await post.delivery(id)).toMatchObject({ state: 'bounced' })
  return ids
}

async function correct(
  post: Post,
  document: number,
  {
    address = OLD,
    corrected = NEW,
    others = [],
  }: { address?: string; corrected?: string; others?: number[] } = {},
) {
  const { id } = await rowOf(post, document)
  return correctAddress(post.worker(), await sessionOf(post), id, { address, corrected, others })
}

async function asked(post: Post) {
  const { db } = post.database
  const { id } = await db.selectFrom('facturator').select('id').executeTakeFirstOrThrow()
  const at = { organisationId: post.organisationId, facturatorId: id }
  return (await attention({ db, clock: post.clock }, at)).items.filter(
    ({ subject }) => subject.kind === 'mail',
  )
}

async function annul({ database }: Post, document: number, notaFolio?: number): Promise<number> {
  const { db } = database
  const { id: _, ...factura } = await db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', document)
    .executeTakeFirstOrThrow()
  const nota =
    notaFolio === undefined
      ? null
      : await db
          .insertInto('document')
          .values({
            ...factura,
            key: `nota:${document}`,
            kind: 'notaCredito',
            rule_id: null,
            nota_of: document,
            nota_code: 1,
            folio: notaFolio,
            content: JSON.stringify({
              kind: 'notaCredito',
              totalClp: 148_750,
              reference: {
                folio: factura.folio,
                issueDate: '2026-11-30',
                totalClp: 148_750,
                code: 1,
                reason: 'Anula',
              },
            }),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
  await db.updateTable('document').set({ state: 'annulled' }).where('id', '=', document).execute()
  return nota?.id ?? 0
}

async function disconnect({ database }: Post): Promise<void> {
  await database.db
    .updateTable('email_account')
    .set({ state: 'disconnected', disconnect_reason: 'revoked', disconnected_at: '2026-11-30' })
    .execute()
}

async function decisions(post: Post, document: number) {
  const row = await rowOf(post, document)
  return possibleDecisions(row, await readOfDocument(post.database.db, row))
}

async function say(post: Post, document: number, decision: Parameters<typeof decide>[3]) {
  const { id } = await rowOf(post, document)
  return decide(post.worker(), await sessionOf(post), id, decision)
}

test('mails that came back from one address ask for attention once, until they are mended', async () => {
  const post = await open('google')
  const [first = 0, second = 0] = await bounced(post, 1, 2)
  expect(await asked(post)).toMatchObject([
    {
      code: 'mailBounced',
      urgency: 'now',
      subject: { kind: 'mail', name: OLD },
      documents: [{ id: second }, { id: first }],
    },
  ])
  const other = await rowOf(post, second)
  await correct(post, first, { others: [other.id] })
  expect(await asked(post)).toEqual([])
})

test('a mail that was left unsent asks no more, and may still be sent', async () => {
  const post = await open('google')
  const [id = 0] = await bounced(post, 1)
  expect(await decisions(post, id)).toEqual(['resend', 'leave'])
  await say(post, id, 'leave')
  expect(await asked(post)).toEqual([])
  expect(await decisions(post, id)).toEqual(['resend'])
  await say(post, id, 'resend')
  await post.settle(undefined, 5)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
})

test.each([
  ['policyRefused', 'mailFailed'],
  ['recipientRefused', 'mailBounced'],
] as const)('a mail that nothing sends any more asks for attention (%s)', async (trouble, code) => {
  const post = await open('google')
  await post.issue(1)
  post.stage.simulator.switches.set(trouble, true)
  await post.settle(undefined, 5)
  expect(await asked(post)).toMatchObject([{ code }])
})

test('a mail in doubt asks for attention once nobody can look any more', async () => {
  const post = await open('microsoft')
  await post.issue(1)
  post.stage.simulator.switches.set('lostBefore', true)
  await post.settle(undefined, 0)
  expect(await asked(post)).toEqual([])
  await post.settle(undefined, 60)
  expect(await asked(post)).toMatchObject([{ code: 'mailInDoubt' }])
})

test('a corrected address is told beforehand where it stands, and changes there in one act', async () => {
  const post = await open('google', { cc: ['jefa@aseo.example'] })
  const { db } = post.database
  const [first = 0, second = 0] = await bounced(post, 1, 2)
  const row = await rowOf(post, first)
  const [to] = await readAddresses(db, { organisationId: post.organisationId, id: row.id })
  const other = await rowOf(post, second)
  expect(to).toMatchObject({
    address: OLD,
    contacts: [{ name: 'José', client: { name: 'Aseo' }, rules: [{ name: 'Asesoría' }] }],
    others: [{ id: other.id, documentId: second, folio: 2 }],
  })
  await correct(post, first, { others: [other.id] })
  const contacts = await db.selectFrom('contact').select('email').orderBy('id').execute()
  expect(contacts).toEqual([{ email: NEW }, { email: 'jefa@aseo.example' }])
  await post.settle(undefined, 5)
  expect(post.stage.accepted.map((mail) => mail.to)).toEqual([
    [NEW, 'jefa@aseo.example'],
    [NEW, 'jefa@aseo.example'],
  ])
  // The rule writes to it from now on.
  await post.issue(3)
  await post.settle(undefined, 5)
  expect(post.stage.accepted.at(-1)?.to).toEqual([NEW, 'jefa@aseo.example'])
})

test('other mails that came back stay unless they are named', async () => {
  const post = await open('google')
  const [first = 0, second = 0] = await bounced(post, 1, 2)
  await correct(post, first)
  await post.settle(undefined, 5)
  expect(await post.delivery(first)).toMatchObject({ state: 'sent' })
  expect(await post.delivery(second)).toMatchObject({ state: 'bounced' })
})

test('of the others named, only those that came back from that address are sent', async () => {
  const post = await open('google')
  const { db } = post.database
  const arrived = await post.issue(1)
  await post.settle(undefined, 5)
  const [first = 0, elsewhere = 0] = await bounced(post, 2, 3)
  await db
    .updateTable('delivery')
    .set({ recipients: JSON.stringify([{ copy: 'to', name: '', address: 'otra@x.example' }]) })
    .where('document_id', '=', elsewhere)
    .execute()
  const others = [(await rowOf(post, arrived)).id, (await rowOf(post, elsewhere)).id]
  await correct(post, first, { others })
  await post.settle(undefined, 5)
  expect(post.stage.accepted.map(({ to }) => to)).toEqual([[OLD], [NEW]])
  expect(await post.delivery(elsewhere)).toMatchObject({ state: 'bounced' })
})

test('correcting twice sends once', async () => {
  const post = await open('google')
  const [id = 0] = await bounced(post, 1)
  await correct(post, id)
  await correct(post, id)
  await post.settle(undefined, 5)
  await correct(post, id)
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toHaveLength(1)
  const corrections = await post.database.db
    .selectFrom('audit_event')
    .select('data')
    .where('kind', '=', 'mailAddressCorrected')
    .execute()
  expect(corrections).toEqual([{ data: { contacts: 1, mails: 1 } }])
})

test('a mail that has not left yet goes to the corrected address', async () => {
  const post = await open('google')
  const [first = 0] = await bounced(post, 1)
  const waiting = await post.issue(2, { withPdf: false })
  await correct(post, first)
  expect((await rowOf(post, waiting)).recipients).toMatchObject([{ address: NEW }])
})

test('an address corrected to one that is written to already gets one mail', async () => {
  const post = await open('google', { cc: [NEW] })
  const [id = 0] = await bounced(post, 1)
  await correct(post, id)
  expect((await rowOf(post, id)).recipients).toMatchObject([{ copy: 'to', address: NEW }])
})

test.each([
  [{ address: 'nadie@aseo.example' }, 409],
  [{ corrected: 'dos@x.example, tres@x.example' }, undefined],
] as const)('a correction that fits no address changes nothing (%j)', async (wish, status) => {
  const post = await open('google')
  const [id = 0] = await bounced(post, 1)
  const refused = correct(post, id, wish)
  await expect(refused).rejects.toMatchObject(status === undefined ? { fields: {} } : { status })
  expect(await post.delivery(id)).toMatchObject({ state: 'bounced' })
  const contact = await post.database.db.selectFrom('contact').select('email').execute()
  expect(contact).toEqual([{ email: OLD }])
})

test('a mail of another organisation is not found', async () => {
  const post = await open('google')
  const [id = 0] = await bounced(post, 1)
  const row = await rowOf(post, id)
  const stranger = { organisationId: post.organisationId + 1, userId: 1, sessionId: 's' }
  const wish = { address: OLD, corrected: NEW, others: [] }
  await expect(correctAddress(post.worker(), stranger, row.id, wish)).rejects.toThrow('NotFound')
  const at = { organisationId: stranger.organisationId, id: row.id }
  await expect(readAddresses(post.database.db, at)).rejects.toThrow('NotFound')
})

test('what came back after it was taken leaves under a Message-ID of its own', async () => {
  const post = await open('microsoft')
  const id = await post.issue(1)
  post.stage.simulator.switches.set('comesBack', true)
  await post.settle(undefined, 20)
  const before = await rowOf(post, id)
  expect(before).toMatchObject({ state: 'bounced', reason: 'returned' })
  await correct(post, id)
  // Lost on its way: a look for the first mail's Message-ID would take that one for this.
  post.stage.simulator.switches.set('lostBefore', true)
  await post.settle(undefined, 60)
  expect((await rowOf(post, id)).message_id).not.toBe(before.message_id)
  expect(await post.delivery(id)).not.toMatchObject({ state: 'sent' })
})

test('a mail stopped by an annulment is sent only as annulled, at a person’s wish', async () => {
  const post = await open('google', { body: '<p>Va tu factura.</p>' })
  const id = await post.issue(905, { withPdf: false })
  await annul(post, id, 12)
  expect(await asked(post)).toEqual([])
  expect(mayCorrect(await rowOf(post, id), 'annulled')).toBe(false)
  expect(await decisions(post, id)).toEqual(['sendNota', 'sendAnnulled'])
  await expect(say(post, id, 'resend')).rejects.toMatchObject({ status: 409 })
  await say(post, id, 'sendAnnulled')
  expect(await post.delivery(id)).toMatchObject({ state: 'queued' })
  await giveFiles(post.database, post.organisationId, id, '2026-11-30T15:00:00Z')
  await post.settle(undefined, 5)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
  const mail = await PostalMime.parse(post.stage.accepted[0]?.raw ?? '')
  expect(mail.subject).toBe('Anulada: Factura 905 – Noviembre')
  expect(mail.text).toMatch(
    /^Factura N° 905 está anulada por la nota de crédito N° 12: no hay que pagarla\./,
  )
  expect(mail.html).toContain('Factura N° 905 · Anulada')
})

test('the nota is mailed in place of the factura that it annuls, once', async () => {
  const post = await open('google')
  const id = await post.issue(905, { withPdf: false })
  const nota = await annul(post, id, 12)
  await say(post, id, 'sendNota')
  expect(await rowOf(post, nota)).toMatchObject({ state: 'queued', nth: 1 })
  expect((await rowOf(post, nota)).recipients).toMatchObject([{ address: OLD }])
  expect(await decisions(post, id)).toEqual(['sendAnnulled'])
  await expect(say(post, id, 'sendNota')).rejects.toMatchObject({ status: 409 })
})

test('mails held by a mailbox are counted by month, without those of annulled documents', async () => {
  const post = await open('google')
  const { db } = post.database
  const ids = []
  for (let folio = 1; folio <= 5; folio += 1) ids.push(await post.issue(folio))
  const [october = 0, annulled = 0] = ids
  await db
    .updateTable('document')
    .set({ issue_day: '2026-10-30' })
    .where('id', '=', october)
    .execute()
  await disconnect(post)
  await post.settle(undefined, 5)
  await annul(post, annulled)
  // As one of before the database stopped them itself.
  await db
    .updateTable('delivery')
    .set({ state: 'queued', reason: 'mailboxDisconnected' })
    .where('document_id', '=', annulled)
    .execute()
  const at = {
    organisationId: post.organisationId,
    accountId: post.accountId,
    heldBy: 'mailbox' as const,
  }
  expect(await readPending(db, at)).toEqual({
    months: [
      { month: '2026-11', count: 3 },
      { month: '2026-10', count: 1 },
    ],
    takenBack: 1,
  })
  const stranger = { ...at, organisationId: post.organisationId + 1 }
  await expect(readPending(db, stranger)).rejects.toThrow('NotFound')
})

test('only the chosen months leave, and no more than were shown', async () => {
  const post = await open('google')
  const { db } = post.database
  const ids = [await post.issue(1), await post.issue(2), await post.issue(3)]
  await db
    .updateTable('document')
    .set({ issue_day: '2026-10-30' })
    .where('id', '=', ids[0] ?? 0)
    .execute()
  await disconnect(post)
  await post.settle(undefined, 5)
  await db
    .updateTable('email_account')
    .set({ state: 'connected', disconnect_reason: null, disconnected_at: null })
    .execute()
  const session = await sessionOf(post)
  const heldBy = 'mailbox'
  const november = { months: [month(2026, 11)], decision: 'send', heldBy } as const
  const decideOn = (wish: Parameters<typeof decidePending>[3]) =>
    decidePending(post.worker(), session, post.accountId, wish)
  await expect(decideOn({ ...november, count: 1 })).rejects.toMatchObject({
    status: 409,
    detail: { code: 'pendingGrew', values: { count: 2 } },
  })
  expect(await decideOn({ ...november, count: 3 })).toBe(2)
  expect(await decideOn({ ...november, count: 3 })).toBe(0)
  await post.settle(undefined, 5)
  expect(post.stage.accepted).toHaveLength(2)
  const october = { months: [month(2026, 10)], decision: 'leave', count: 1, heldBy } as const
  expect(await decideOn(october)).toBe(1)
  await post.settle(undefined, 5)
  expect(await post.delivery(ids[0] ?? 0)).toMatchObject({ state: 'failed' })
  expect(await asked(post)).toEqual([])
  expect(post.stage.accepted).toHaveLength(2)
})
