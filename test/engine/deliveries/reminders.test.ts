import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, chileInstant, dayInChile, formatDay, type Day } from '#domain/day.ts'
import { isBusinessDay, nextBusinessDay } from '#domain/holidays.ts'
import { instantText } from '#server/clock.ts'
import { nextStep, setMuted } from '#server/deliveries/reminders/mute.ts'
import { planReminders } from '#server/deliveries/reminders/plan.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import { untilBlockedBy } from '../lock-wait.ts'
import { openPost, type Post } from '../post.ts'

let post: Post
let company: number
/** A business day with one after it, at ten in the morning. */
let day: Day
beforeEach(async () => {
  post = await openPost('google')
  const { db } = post.database
  company = (await db.selectFrom('company').select('id').executeTakeFirstOrThrow()).id
  await db
    .insertInto('payment_terms')
    .values({
      ...ours(),
      first_day: '2026-01-01',
      bank: 'BancoEstado',
      account_type: 'vista',
      account_number: '12345678',
      holder_name: 'Ana Peña',
      holder_rut: '15151515-0',
      notice_email: 'ana@empresa.example',
      updated_at: now(),
    })
    .execute()
  day = nextBusinessDay(dayInChile(post.clock.now()))
  while (!isBusinessDay(addDays(day, 1))) day = nextBusinessDay(day)
  await post.clock.advanceTo(chileInstant(day, 10, 0))
  await switchOn(addDays(day, -30))
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
const ours = () => ({ organisation_id: post.organisationId, company_id: company })

function switchOn(first_due_day: Day) {
  return post.database.db
    .insertInto('reminder_setting')
    .values({ ...ours(), first_due_day, enabled_at: now(), enabled_by: 1 })
    .execute()
}

/** An issued document whose own mail has left, due on that day. */
async function owed(folio: number, due_day: Day = day): Promise<number> {
  const id = await post.issue(folio)
  await deliverDue(post.worker())
  // A mailbox takes a second from one mail to the next.
  await post.clock.advance(5_000)
  await setDue(id, due_day)
  return id
}

function setDue(id: number, due_day: Day) {
  return post.database.db
    .updateTable('receivable')
    .set({ due_day, closes_day: addDays(due_day, 60) })
    .where('document_id', '=', id)
    .execute()
}

async function plan(): Promise<number> {
  return planReminders({ db: post.database.db, clock: post.clock }, (_company, error) =>
    post.failures.push(error),
  )
}

async function left() {
  const mails = await Promise.all(post.stage.accepted.map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter(({ subject }) => subject?.startsWith('Recordatorio'))
}

async function remind() {
  await plan()
  await deliverDue(post.worker())
  return left()
}

async function endings() {
  const rows = await post.database.db
    .selectFrom('delivery')
    .select(['state', 'reason'])
    .where('purpose', '=', 'reminder')
    .orderBy('id')
    .execute()
  return rows.map(({ state, reason }) => [state, reason])
}

async function pay(
  document_id: number,
  amount_clp: number,
  db = post.database.db,
): Promise<number> {
  const { id: payment_id } = await db
    .insertInto('payment')
    .values({ ...ours(), day, amount_clp, way: 'cash', source: 'person', recorded_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = { organisation_id: post.organisationId }
  await db
    .insertInto('payment_share')
    .values({ ...at, payment_id, document_id, amount_clp })
    .execute()
  return payment_id
}

async function payAndGiveBack(
  document_id: number,
  amount_clp: number,
  back_clp = amount_clp,
): Promise<number> {
  return giveBack(document_id, await pay(document_id, amount_clp), back_clp)
}

async function giveBack(document_id: number, payment_id: number, back_clp: number) {
  const given = { organisation_id: post.organisationId, payment_id, document_id, day }
  const { id } = await post.database.db
    .insertInto('payment_refund')
    .values({ ...given, amount_clp: back_clp, source: 'person', recorded_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function payment(document_id: number): Promise<number> {
  const share = await post.database.db
    .selectFrom('payment_share')
    .select('payment_id')
    .where('document_id', '=', document_id)
    .executeTakeFirstOrThrow()
  return share.payment_id
}

function mutes() {
  return post.database.db.selectFrom('reminder_mute').selectAll().execute()
}

function takeBack(document_id: number, taken_back_clp: number) {
  return post.database.db
    .updateTable('receivable')
    .set({ taken_back_clp })
    .where('document_id', '=', document_id)
    .execute()
}

function undoRefund(refund: number) {
  return post.database.db
    .updateTable('payment_refund')
    .set({ undone_at: now(), undone_by: 1 })
    .where('id', '=', refund)
    .execute()
}

function declare(document_id: number) {
  const said = { document_id, amount_clp: 148_750, day, declared_at: now() }
  return post.database.db
    .insertInto('payment_declaration')
    .values({ organisation_id: post.organisationId, ...said })
    .execute()
}

function mute(of: { client_rut: string } | { document_id: number }) {
  return post.database.db
    .insertInto('reminder_mute')
    .values({ ...ours(), ...of, muted_at: now(), muted_by: 1 })
    .execute()
}

/** What a worker meets that has written the mail and is about to send it. */
async function remindWhile(meanwhile: () => Promise<unknown>) {
  await plan()
  const worker = post.worker()
  let isFirst = true
  const interrupted = {
    ...worker,
    boundary: async (at: Parameters<typeof worker.boundary>[0]) => {
      await worker.boundary(at)
      if (at !== 'prepared' || !isFirst) return
      isFirst = false
      await meanwhile()
    },
  }
  await deliverDue(interrupted)
  await post.clock.advance(5_000)
  await deliverDue(worker)
  return left()
}

describe('a reminder', () => {
  test("a reminder leaves from the user's mailbox, says what is open and leads to its page", async () => {
    await owed(100)
    const [mail, ...more] = await remind()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: 'Recordatorio: Factura N° 100 vence hoy',
      to: [{ address: 'pagos@aseo.example' }],
    })
    expect(mail?.html).toContain('>Pagar $148.750</a>')
    expect(mail?.html).toMatch(/href="https:\/\/folio\.example\/d\/[\w-]{43}"/)
    expect(mail?.html).toContain('avísennos en la página del documento')
    expect(mail?.attachments).toEqual([])
    expect(await endings()).toEqual([['sent', null]])
  })

  test('a company that shows no account is told of a payment by a reply', async () => {
    await owed(100)
    const none = { bank: null, account_type: null, account_number: null }
    const nobody = { holder_name: null, holder_rut: null, notice_email: null }
    await post.database.db
      .updateTable('payment_terms')
      .set({ ...none, ...nobody })
      .execute()
    const [mail] = await remind()
    expect(mail?.html).toContain('avísennos respondiendo este correo')
    expect(mail?.html).not.toContain('en la página del documento')
  })

  test.each([
    [-3, 'venció'],
    [-7, 'venció'],
    [-15, 'venció'],
    [-1, null],
    [-8, null],
    [-16, null],
    [10, null],
  ] as const)('of what is due %i days from the day it says %s', async (days, says) => {
    const due = addDays(day, days)
    await owed(100, due)
    const [mail] = await remind()
    // Days off bring other days here, too: of those nothing is said.
    if (mail === undefined) expect(says === null || days === -3).toBe(true)
    else expect(mail.subject).toBe(`Recordatorio: Factura N° 100 venció el ${formatDay(due)}`)
    if (days === -7 || days === -15) expect(mail).toBeDefined()
  })

  test('what was paid in part is reminded of without that part', async () => {
    await pay(await owed(100), 48_750)
    expect((await remind())[0]?.html).toContain('>Pagar $100.000</a>')
  })

  const stillOwed = (documentId: number) => {
    const { organisationId, database, clock } = post
    const document = { organisationId, companyId: company, documentId }
    return setMuted({ db: database.db, clock }, { organisationId, userId: 1 }, document, false)
  }

  test.each([
    ['in part', 48_749, '$148.749'],
    ['whole', 48_750, '$148.750'],
  ])(
    'what was given back %s is reminded of once its owner says that it is still owed',
    async (_what, back, open) => {
      const id = await owed(100)
      await payAndGiveBack(id, 48_750, back)
      expect(await plan()).toBe(0)
      await stillOwed(id)
      expect((await remind())[0]?.html).toContain(`>Pagar ${open}</a>`)
    },
  )

  test('a second refund stops reminders until its owner says again that the document is owed', async () => {
    const id = await owed(100)
    await payAndGiveBack(id, 48_750, 8_750)
    await stillOwed(id)
    await giveBack(id, await payment(id), 10_000)
    expect(await plan()).toBe(0)
  })

  test('a refund of an excess stops no reminder of another document', async () => {
    await payAndGiveBack(await owed(100), 158_750, 10_000)
    expect(await mutes()).toEqual([])
  })

  test('a nota of what was refunded lets the rest be reminded of', async () => {
    const id = await owed(100)
    await payAndGiveBack(id, 48_750, 8_750)
    await takeBack(id, 8_750)
    expect((await remind())[0]?.html).toContain('>Pagar $100.000</a>')
  })

  test.each<[string, (refund: number, id: number) => Promise<unknown>, string]>([
    ['money comes again', (_refund, id) => pay(id, 1), '$148.749'],
    ['the refund is undone', undoRefund, '$100.000'],
  ])('what was given back whole is reminded of once %s', async (_what, change, open) => {
    const id = await owed(100)
    await change(await payAndGiveBack(id, 48_750), id)
    expect((await remind())[0]?.html).toContain(`>Pagar ${open}</a>`)
  })

  test('what a person muted stays muted when it is given back and money comes again', async () => {
    const id = await owed(100)
    await mute({ document_id: id })
    await payAndGiveBack(id, 48_750)
    await pay(id, 1)
    expect(await remind()).toEqual([])
  })

  test('the documents of one client are one mail that names each', async () => {
    await owed(100)
    await owed(101, addDays(day, -7))
    await owed(102)
    const mails = await remind()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Recordatorio: 3 documentos por pagar')
    for (const folio of [100, 101, 102]) {
      expect(mails[0]?.html).toContain(`Factura N° ${folio} · Pagar $148.750</a>`)
    }
    expect(mails[0]?.html).toContain('$446.250')
  })

  test('a second document of a client that was written to today waits for its next step', async () => {
    await owed(100)
    await remind()
    await owed(101)
    expect(await remind()).toHaveLength(1)
    expect(post.failures).toEqual([])
  })

  test('a reminder comes once, however often and by how many workers it is planned', async () => {
    await owed(100)
    await Promise.all([plan(), plan(), plan()])
    await remind()
    await post.clock.advance(3 * 60 * 60_000)
    expect(await remind()).toHaveLength(1)
    expect(post.failures).toEqual([])
  })

  test.each(['claimed', 'prepared', 'intended', 'answered'] as const)(
    'a reminder leaves once though its worker dies when it is %s',
    async (boundary) => {
      await owed(100)
      await plan()
      await deliverDue(post.worker(boundary))
      await post.settle()
      expect(await left()).toHaveLength(1)
    },
  )

  test('a reminder lets the page take payments for 60 days more', async () => {
    const id = await owed(100, addDays(day, -15))
    const closes_day = addDays(day, 1)
    await post.database.db.updateTable('receivable').set({ closes_day }).execute()
    await plan()
    expect(await closesDay(id)).toBe(closes_day)
    await deliverDue(post.worker())
    expect(await closesDay(id)).toBe(addDays(day, 60))
  })

  test('a document without an address is not reminded of', async () => {
    await owed(100)
    await post.database.db
      .updateTable('delivery')
      .set({ state: 'bounced', sent_at: null })
      .execute()
    expect(await remind()).toEqual([])
  })
})

async function closesDay(id: number): Promise<string> {
  const row = await post.database.db
    .selectFrom('receivable')
    .select('closes_day')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.closes_day
}

const QUESTIONS = [
  'mismatch',
  'unread',
  'refundUnseen',
  'disputed',
  'chargedBack',
  'markedPaid',
] as const

describe('nothing is queued', () => {
  const silent: [string, (id: number) => Promise<unknown>][] = [
    ['of a document that is paid', (id) => pay(id, 148_750)],
    ['of a document whose payment was given back', (id) => payAndGiveBack(id, 48_750)],
    ['of a document whose payment was given back in part', (id) => payAndGiveBack(id, 48_750, 1)],
    ['of a document that is declared', declare],
    ['of a document that is being annulled', beingAnnulled],
    ['of a document that is muted', (id) => mute({ document_id: id })],
    ['of a document whose client is muted', () => mute({ client_rut: '90909090-3' })],
    [
      'of a document whose link was withdrawn',
      () => post.database.db.updateTable('document_link').set({ revoked_at: now() }).execute(),
    ],
    ['of a document that is being paid', (id) => begun(id, { returned: 'normal' })],
    ['of a document whose payer came back too late', (id) => begun(id, { returned: 'timedOut' })],
    ['of a document whose payment is being verified', (id) => begun(id, { is_verifying: true })],
    ...QUESTIONS.map((kind): [string, (id: number) => Promise<unknown>] => [
      `of a document about whose payment there is a question (${kind})`,
      (id) => inDoubt(id, kind),
    ]),
    ['in a company that is not switched on', () => switchOff()],
    [
      'of what fell due before they were switched on',
      async () => {
        await switchOff()
        await switchOn(addDays(day, 1))
      },
    ],
    ['before nine', () => at(addDays(day, 1), 8)],
    ['at eighteen', () => at(day, 18)],
    ['of a suspended organisation', suspended],
  ]

  test.each(silent)('nothing is queued %s', async (_when, prepare) => {
    const id = await owed(100)
    await prepare(id)
    expect(await plan()).toBe(0)
  })

  test('nothing is queued on a day off', async () => {
    let off = addDays(day, 1)
    while (isBusinessDay(off)) off = addDays(off, 1)
    await owed(100, off)
    await owed(101, addDays(off, -7))
    await at(off, 12)
    expect(await plan()).toBe(0)
    await at(nextBusinessDay(off), 12)
    expect(await plan()).toBe(1)
  })

  test('a plan waits for a person who is switching reminders off', async () => {
    await owed(100)
    const { planning } = await post.database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('reminder_setting').execute()
      const running = plan()
      await untilBlockedBy(post.database.db, trx)
      return { planning: running }
    })
    expect(await planning).toBe(0)
  })

  test('a payment that was only begun stops nothing, nor does one that its owner looked into', async () => {
    await begun(await owed(100), {})
    const id = await owed(101)
    await inDoubt(id, 'mismatch')
    await post.database.db.updateTable('payment_question').set({ answered_at: now() }).execute()
    expect(await remind()).toMatchObject([{ subject: 'Recordatorio: 2 documentos por pagar' }])
  })

  test('a mute of another client silences no other one', async () => {
    await owed(100)
    await mute({ client_rut: '11111111-1' })
    expect(await plan()).toBe(1)
  })

  test('a declaration that was rejected stops nothing any more', async () => {
    const id = await owed(100)
    await declare(id)
    await post.database.db
      .updateTable('payment_declaration')
      .set({ state: 'rejected', decided_at: now() })
      .execute()
    expect(await plan()).toBe(1)
  })
})

function switchOff() {
  return post.database.db.deleteFrom('reminder_setting').execute()
}

function at(when: Day, hour: number) {
  return post.clock.advanceTo(chileInstant(when, hour, 0))
}

function suspended() {
  return post.database.db.updateTable('organisation').set({ blocked_at: now() }).execute()
}

function beingAnnulled(id: number) {
  return post.database.db
    .updateTable('document')
    .set({ kind: 'boletaHonorarios', annulment: 'wanted', annulment_cause: 1 })
    .where('id', '=', id)
    .execute()
}

interface Begun {
  state?: 'pending' | 'mismatch' | 'expired'
  returned?: 'normal' | 'timedOut'
  is_verifying?: boolean
}

/** A payment at a provider was begun, and stands there as given. Returns the attempt. */
async function begun(document_id: number, stands: Begun): Promise<number> {
  const { db } = post.database
  const at = { organisation_id: post.organisationId }
  const { id: secret_id } = await db.selectFrom('secret').select('id').executeTakeFirstOrThrow()
  const { id: connection_id } = await db
    .insertInto('payment_connection')
    .values({
      ...ours(),
      provider: 'khipu',
      mode: 'test',
      account: '{}',
      secret_id,
      created_by: 1,
      created_at: now(),
      // Of one company and provider one is in force, and several payments may be begun.
      ended_at: now(),
      ended_by: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: attempt_id } = await db
    .insertInto('payment_attempt')
    .values({
      ...ours(),
      connection_id,
      order_id: String.fromCodePoint(97 + (document_id % 26)).repeat(26),
      provider: 'khipu',
      mode: 'test',
      amount_clp: 148_750,
      link_id: 1,
      state: 'pending',
      ...stands,
      started_at: now(),
      expires_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const share = { attempt_id, document_id, provider: 'khipu', amount_clp: 148_750 }
  await db
    .insertInto('payment_attempt_share')
    .values({ ...at, ...share })
    .execute()
  return attempt_id
}

/** Its owner has not said yet what became of a payment. */
async function inDoubt(document_id: number, kind: (typeof QUESTIONS)[number]): Promise<void> {
  const attempt_id = await begun(document_id, { state: 'expired' })
  const asked = { kind, payment_ref: 'x', about: '{}', asked_at: now() }
  await post.database.db
    .insertInto('payment_question')
    .values({ organisation_id: post.organisationId, attempt_id, ...asked })
    .execute()
}

describe('a reminder that was queued', () => {
  const stops: [string, (id: number) => Promise<unknown>][] = [
    ['is paid', (id) => pay(id, 148_750)],
    ['is paid and given back', (id) => payAndGiveBack(id, 148_750)],
    ['is declared', declare],
    ['is in doubt', (id) => inDoubt(id, 'unread')],
    ['is muted', (id) => mute({ document_id: id })],
    ['is being annulled', beingAnnulled],
    [
      'is annulled',
      (id) =>
        post.database.db
          .updateTable('document')
          .set({ state: 'annulled' })
          .where('id', '=', id)
          .execute(),
    ],
  ]

  test.each(stops)('stays unsent when its document %s before it is written', async (_how, stop) => {
    const id = await owed(100)
    await plan()
    await stop(id)
    await deliverDue(post.worker())
    expect(await left()).toEqual([])
    expect(await endings()).toEqual([['failed', 'notDue']])
  })

  test.each(stops)('stays unsent when its document %s after it was written', async (_how, stop) => {
    const id = await owed(100)
    expect(await remindWhile(() => stop(id))).toEqual([])
    expect(await endings()).toEqual([['failed', 'notDue']])
  })

  test('stays unsent when they are switched off after they were queued', async () => {
    await owed(100)
    await plan()
    await switchOff()
    await deliverDue(post.worker())
    expect(await endings()).toEqual([['failed', 'notDue']])
  })

  test('stays unsent when its due day is moved', async () => {
    const id = await owed(100)
    await plan()
    await setDue(id, addDays(day, 20))
    await deliverDue(post.worker())
    expect(await endings()).toEqual([['failed', 'notDue']])
  })

  test('stays unsent after its hours', async () => {
    await owed(100)
    await plan()
    await at(day, 18)
    await deliverDue(post.worker())
    expect(await endings()).toEqual([['failed', 'late']])
  })

  test('stays unsent the next morning', async () => {
    await owed(100)
    await plan()
    await at(nextBusinessDay(day), 10)
    await deliverDue(post.worker())
    expect(await endings()).toEqual([['failed', 'late']])
  })

  test('is written again without the one that was paid meanwhile', async () => {
    await owed(100)
    const paid = await owed(101)
    const mails = await remindWhile(() => pay(paid, 148_750))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Recordatorio: Factura N° 100 vence hoy')
  })

  test('is written again with the rest of what was paid in part meanwhile', async () => {
    const id = await owed(100)
    const mails = await remindWhile(() => pay(id, 48_750))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html).toContain('>Pagar $100.000</a>')
  })

  test('waits for a payment that is being recorded as it leaves', async () => {
    const id = await owed(100)
    await plan()
    const { leaving } = await post.database.db.transaction().execute(async (trx) => {
      await pay(id, 148_750, trx)
      const sending = deliverDue(post.worker())
      await untilBlockedBy(post.database.db, trx)
      return { leaving: sending }
    })
    await leaving
    expect(await left()).toEqual([])
    await post.clock.advance(5_000)
    await deliverDue(post.worker())
    expect(await endings()).toEqual([['failed', 'notDue']])
  })

  test('ends without a mailbox and is not held', async () => {
    await owed(100)
    await plan()
    await post.database.db.updateTable('email_account').set(DISCONNECTED).execute()
    await post.settle()
    expect(await endings()).toEqual([['failed', 'mailboxDisconnected']])
  })
})

test('the next step of a document is the first that was not taken', async () => {
  const id = await owed(100)
  const of = { organisationId: post.organisationId, companyId: company, documentId: id }
  const needs = { db: post.database.db, clock: post.clock }
  expect(await nextStep(needs, of)).toEqual({ step: 'dueDay', day })
  await remind()
  expect(await nextStep(needs, of)).toMatchObject({ step: 'after7' })
  await pay(id, 148_750)
  expect(await nextStep(needs, of)).toBeNull()
})
