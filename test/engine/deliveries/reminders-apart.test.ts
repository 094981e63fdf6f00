import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, chileInstant, dayInChile, type Day } from '#domain/day.ts'
import { isBusinessDay, nextBusinessDay } from '#domain/holidays.ts'
import { instantText } from '#server/clock.ts'
import { planReminders } from '#server/deliveries/reminders/plan.ts'
import { previewReminders } from '#server/deliveries/reminders/preview.ts'
import { deliverDue } from '#server/deliveries/worker.ts'
import { openPost, type Post } from '../post.ts'

// Which documents are one mail, and which are not.

const FOREIGN = '55555555-5'
const ACME = { rut: FOREIGN, name: 'Acme Inc.', street: '1 Main St', to: 'pay@acme.example' }

let post: Post
let company: number
let day: Day
beforeEach(async () => {
  post = await openPost('google')
  const { db } = post.database
  company = (await db.selectFrom('company').select('id').executeTakeFirstOrThrow()).id
  day = nextBusinessDay(dayInChile(post.clock.now()))
  while (!isBusinessDay(addDays(day, 1))) day = nextBusinessDay(day)
  await post.clock.advanceTo(chileInstant(day, 10, 0))
  const ours = { organisation_id: post.organisationId, company_id: company }
  await db
    .insertInto('payment_terms')
    .values({ ...ours, first_day: '2026-01-01', updated_at: now() })
    .execute()
  const first_due_day = addDays(day, -30)
  await db
    .insertInto('reminder_setting')
    .values({ ...ours, first_due_day, enabled_at: now(), enabled_by: 1 })
    .execute()
})
afterEach(async () => {
  await post.close()
  if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
})

const now = () => instantText(post.clock.now())

/** An issued document of that client that falls due today, as if its own mail had left. */
async function owedBy(folio: number, client: Partial<typeof ACME> = {}): Promise<number> {
  const { rut, name, street, to } = { ...ACME, ...client }
  const id = await post.issue(folio)
  const { db } = post.database
  await db
    .updateTable('document')
    .set({
      recipient_rut: rut,
      recipient_name: name,
      content: JSON.stringify({ recipient: { address: { street, commune: '' } } }),
    })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('receivable')
    .set({ client_rut: rut, due_day: day, closes_day: addDays(day, 60) })
    .where('document_id', '=', id)
    .execute()
  await db
    .updateTable('delivery')
    .set({
      state: 'sent',
      sent_at: now(),
      message_id: `<${id}@apart.test>`,
      next_try_at: null,
      email_account_id: post.accountId,
      recipients: JSON.stringify([{ copy: 'to', name: '', address: to }]),
    })
    .where('document_id', '=', id)
    .where('purpose', '=', 'document')
    .execute()
  return id
}

function plan(): Promise<number> {
  return planReminders({ db: post.database.db, clock: post.clock }, (_company, error) =>
    post.failures.push(error),
  )
}

async function planned() {
  await plan()
  const rows = await post.database.db
    .selectFrom('reminder')
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.organisation_id', '=', 'reminder.organisation_id')
        .onRef('delivery.id', '=', 'reminder.delivery_id'),
    )
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'reminder.organisation_id')
        .onRef('document.id', '=', 'reminder.document_id'),
    )
    .select(['delivery.id', 'delivery.recipients', 'document.folio'])
    .orderBy('document.folio')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((of) => of.map(({ folio }) => folio))
}

test.each([
  ['name', { name: 'Bolt GmbH' }],
  ['address', { street: '2 Side St' }],
  ['mail address', { to: 'pay@bolt.example' }],
])(
  'documents of one generic RUT and two clients, by another %s, are two mails',
  async (_what, other) => {
    await owedBy(100)
    await owedBy(101, other)
    expect(await planned()).toEqual([[100], [101]])
  },
)

test('documents of one generic RUT and one client are one mail', async () => {
  await owedBy(100)
  await owedBy(101, { name: 'ACME INC. ', to: 'Pay@Acme.example' })
  expect(await planned()).toEqual([[100, 101]])
})

test('documents of a client with a RUT of its own are one mail, however it is named on them', async () => {
  await owedBy(100, { rut: '90909090-3' })
  await owedBy(101, { rut: '90909090-3', name: 'Bolt SpA', street: 'Otra 2', to: 'x@bolt.example' })
  expect(await planned()).toEqual([[100, 101]])
})

test('a client of a generic RUT is written to on the day on which another one was, and only once', async () => {
  await owedBy(100)
  expect(await plan()).toBe(1)
  await owedBy(101, { name: 'Bolt GmbH' })
  await owedBy(102)
  expect(await plan()).toBe(1)
  expect(await planned()).toEqual([[100], [101]])
})

test('the key of a mail to a client of a generic RUT names nobody', async () => {
  await owedBy(100)
  await plan()
  const row = await post.database.db
    .selectFrom('reminder_mail')
    .select('client_key')
    .executeTakeFirstOrThrow()
  expect(row.client_key).toMatch(/^55555555-5 [0-9a-f]{64}$/)
})

test('more documents of a client than one mail names are more mails, and each is named in one', async () => {
  for (let folio = 1; folio <= 52; folio += 1) await owedBy(folio, { rut: '90909090-3' })
  const { mails } = await previewReminders(
    { db: post.database.db, clock: post.clock },
    { organisationId: post.organisationId, companyId: company },
    addDays(day, -30),
  )
  const ofToday = mails.filter((mail) => mail.day === day)
  expect(ofToday.map(({ documents }) => documents.length)).toEqual([50, 2])
  expect(await plan()).toBe(2)
  for (let passes = 0; passes < 2; passes += 1) {
    await deliverDue(post.worker())
    await post.clock.advance(5_000)
  }
  const raw = await Promise.all(post.stage.accepted.map((mail) => PostalMime.parse(mail.raw)))
  expect(raw.map(({ subject }) => subject)).toEqual([
    'Recordatorio: 50 documentos por pagar',
    'Recordatorio: 2 documentos por pagar',
  ])
  const named = (folio: number) =>
    raw.filter(({ html }) => html?.includes(`<li>Factura N° ${folio}:`)).length
  for (let folio = 1; folio <= 52; folio += 1) expect(named(folio), `${folio}`).toBe(1)
  expect(await plan()).toBe(0)
})
