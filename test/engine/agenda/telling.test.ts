import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { checkAhead } from '#server/agenda/check-ahead.ts'
import { makeDigests } from '#server/agenda/digests.ts'
import { mailDigests } from '#server/agenda/mail-digests.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { makeTenant, signInAgain, type Tenant } from '../../walls/tenants.ts'

let app: TestApp
let ana: Tenant
let needs: Pick<TestApp, 'clock'> & { db: TestApp['database']['db'] }
beforeAll(async () => {
  app = await startTestApp('2026-11-26T15:00:00Z')
  needs = { db: app.database.db, clock: app.clock }
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
})
afterAll(() => app.close())

const rethrow = (_id: number, error: unknown) => {
  throw error
}

const told = z.object({
  values: z.record(z.string(), z.string()),
  rows: z.array(z.object({ title: z.string(), detail: z.string(), value: z.string() })),
})

async function mails(template: 'checkFailed' | 'issuedToday' | 'weeklyDigest') {
  const rows = await needs.db
    .selectFrom('system_mail')
    .select(['recipient', 'data'])
    .where('template', '=', template)
    .execute()
  return rows.map(({ recipient, data }) => ({ recipient, ...told.parse(data) }))
}

test('a rule whose mailbox is gone is told of once, three days before it issues, with what to do', async () => {
  const { db } = needs
  await db
    .updateTable('invoice_rule')
    .set({ send_email_automatic: true, email_account_id: ana.ids.emailAccount })
    .execute()
  await db
    .updateTable('email_account')
    .set({
      state: 'disconnected',
      disconnect_reason: 'revoked',
      disconnected_at: '2026-11-20T12:00:00Z',
    })
    .execute()
  expect(await checkAhead(needs, rethrow)).toBe(0)
  await app.clock.advanceTo('2026-11-27T15:00:00Z')
  expect(await checkAhead(needs, rethrow)).toBe(1)
  expect(await checkAhead(needs, rethrow)).toBe(0)
  const [mail, ...more] = await mails('checkFailed')
  expect(more).toEqual([])
  expect(mail?.recipient).toBe('ana@folio.example')
  expect(mail?.values).toMatchObject({
    rule: 'ANA-regla',
    company: 'ANA-empresa',
    day: '30/11/2026',
  })
  const titles = mail?.rows.map(({ title }) => title)
  expect(titles).toContain('The mailbox it sends from was disconnected')
  expect(mail?.rows.find(({ title }) => title.startsWith('The mailbox'))?.detail).toContain('@')
})

test('the same is asked for on the dashboard, by the mailbox that is to be connected', async () => {
  const { body } = await app.call({
    path: '/attention/',
    token: (await signInAgain(app, ana)).access,
  })
  const { items } = z.object({ items: z.array(z.looseObject({ code: z.string() })) }).parse(body)
  expect(items.find(({ code }) => code === 'mailboxDisconnected')).toMatchObject({
    subject: { kind: 'emailAccount', id: ana.ids.emailAccount },
    rules: [{ id: ana.ids.rule }],
  })
})

test('what a day brought is written once that evening, a week once on its Monday, each naming what left', async () => {
  const { db } = needs
  await app.clock.advanceTo('2026-11-28T00:30:00Z')
  await db
    .updateTable('document')
    .set({
      state: 'issued',
      reason: null,
      total_clp: 148_750,
      content: JSON.stringify({}),
      content_digest: Buffer.alloc(32),
      folio: 1042,
      issued_how: 'answered',
      issued_at: '2026-11-27T18:00:00Z',
    })
    .where('id', '=', ana.ids.document)
    .execute()
  const fail = (_: number, error: unknown) => {
    throw error
  }
  expect(await makeDigests(needs)).toBe(1)
  expect(await mailDigests(needs, fail)).toBe(1)
  expect(await mailDigests(needs, fail)).toBe(0)
  const [mail, ...more] = await mails('issuedToday')
  expect(more).toEqual([])
  expect(mail?.values).toMatchObject({
    headline: 'Issued today: 1 for $148.750',
    issued: '1 for $148.750, IVA included',
    failed: '',
  })
  expect(mail?.rows).toEqual([{ title: 'ANA-receptor', detail: 'Factura 1042', value: '$148.750' }])
  const { id: _, ...known } = await db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', ana.ids.company)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('company')
    .values({ ...known, rut: '90909090-3', name: 'OTRA DE ANA SPA' })
    .execute()
  await app.clock.advanceTo('2026-11-30T12:00:00Z')
  await makeDigests(needs)
  await mailDigests(needs, fail)
  const weeks = await mails('weeklyDigest')
  expect(weeks.map(({ values }) => values)).toMatchObject([
    { first: '23/11/2026', last: '29/11/2026', headline: 'Your week at Folio: 1 for $148.750' },
  ])
  // Which of her companies issued it has to be said from now on.
  expect(weeks[0]?.rows).toMatchObject([{ detail: `Factura 1042 · ${known.name}` }])
  await db.deleteFrom('company').where('name', '=', 'OTRA DE ANA SPA').execute()
})
