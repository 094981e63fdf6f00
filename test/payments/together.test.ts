import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantText } from '#server/clock.ts'
import { memoryLimits, type Limits } from '#server/http/limits.ts'
import { forgetAccesses } from '#server/payments/together/access-store.ts'
import { openDocuments } from '#server/payments/together/open-documents.ts'
import { maskedAddress, payerOf } from '#server/payments/together/payer.ts'
import { keepVoucher } from '#server/payments/vouchers.ts'
import { knownDay } from '#domain/day.ts'
import { makeTenant, type Tenant } from '../walls/tenants.ts'
import {
  foliosIn,
  lastCode,
  mailsLeaving,
  makeOther,
  openBrowser,
  openList,
  type Browser,
} from './payers.ts'
import { openStage, type Stage } from './stage.ts'

const MINUTE_MS = 60_000
const CLIENT = '90909090-3'

let stage: Stage
let rodrigo: Tenant
let limits: Limits = memoryLimits()
/** Of the stage's client and company, by folio. */
const others: Record<number, number> = {}
let otherCompany: number
const contacts = { second: 0, otherClient: 0, otherCompany: 0 }

beforeAll(async () => {
  stage = await openStage({
    limits: { consume: (...of) => limits.consume(...of), clear: async () => {} },
  })
  const { app, ana } = stage
  rodrigo = await makeTenant(app, {
    mark: 'RODRIGO',
    person: '12121212-9',
    companyRut: '76543210-3',
    clientRut: CLIENT,
  })
  otherCompany = await insertCompany()
  for (const folio of [1043, 1044, 1045]) {
    others[folio] = await makeOther(stage, { folio, amountClp: folio === 1043 ? 100_000 : 50_000 })
  }
  await makeOther(stage, { folio: 2001, amountClp: 1_000, clientRut: '11111111-1' })
  await makeOther(stage, { folio: 2002, amountClp: 2_000, companyId: otherCompany })
  const { organisationId, ids } = rodrigo
  await makeOther(stage, { folio: 2003, amountClp: 3_000, organisationId, companyId: ids.company })
  contacts.second = await insertContact(ana.ids.client, 'Pagos@Empresa.cl')
  await insertContact(ana.ids.client, 'pagos@empresa.cl')
  contacts.otherClient = await insertContact(
    await insertClient(ana.ids.company, '11111111-1'),
    'otro@cliente.cl',
  )
  contacts.otherCompany = await insertContact(
    await insertClient(otherCompany, CLIENT),
    'socio@empresa.cl',
  )
})
afterAll(() => stage.close())
beforeEach(async () => {
  limits = memoryLimits()
  await stage.app.database.db.deleteFrom('payment_declaration').execute()
  await stage.reset()
})
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

async function insertCompany(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into company select (jsonb_populate_record(source, jsonb_build_object('rut', '76192083-9',
      'id', nextval(pg_get_serial_sequence('company', 'id'))))).* from company source
    where id = ${stage.ana.ids.company} returning id`.execute(stage.app.database.db)
  return rows[0]?.id ?? 0
}

async function insertClient(companyId: number, rut: string): Promise<number> {
  const { id } = await stage.app.database.db
    .insertInto('client')
    .values({
      organisation_id: stage.ana.organisationId,
      company_id: companyId,
      rut,
      name: 'OTRO',
      created_at: '2026-11-05T15:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertContact(clientId: number, email: string): Promise<number> {
  const { id } = await stage.app.database.db
    .insertInto('contact')
    .values({
      organisation_id: stage.ana.organisationId,
      client_id: clientId,
      first_name: 'Carla',
      gender: 'female',
      email,
      created_at: '2026-11-05T15:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ask = (browser: Browser, token = stage.token, address = contacts.second) =>
  browser.call(token, 'codes/', { address })
const give = (browser: Browser, code: string, token = stage.token) =>
  browser.call(token, 'access/', { code })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function pageOf(documentId: number): Promise<string> {
  const { body } = await stage.ask('POST', `/documents/${documentId}/share/`)
  return String(Object(body).url).replace(`${stage.relay.url}/d/`, '')
}

const ALL = [1042, 1043, 1044, 1045]

describe('the addresses of a page', () => {
  test("the addresses are the client's own of that issuer, each once, and hidden but for a letter", async () => {
    const { body } = await openBrowser(stage.app).call(stage.token, 'addresses/')
    expect(body).toEqual([
      { id: stage.ana.ids.contact, masked: 'c•••@folio.example' },
      { id: contacts.second, masked: 'p•••@empresa.cl' },
    ])
  })

  test('of an address whose mailbox is a single letter not even that letter is shown', () => {
    expect(maskedAddress('a@x.cl')).toBe('•••@x.cl')
    expect(maskedAddress('ab@x.cl')).toBe('a•••@x.cl')
  })

  test('an address of another client, of another issuer or of none gets no code', async () => {
    const strangers = [contacts.otherClient, contacts.otherCompany, rodrigo.ids.contact, 999_999]
    for (const address of strangers) {
      const reply = await ask(openBrowser(stage.app), stage.token, address)
      expect(reply).toMatchObject({ status: 400, body: { address: [expect.any(String)] } })
    }
    expect(await mailsLeaving(stage)).toEqual([])
  })

  test('a text in place of an address is refused, so that a payer cannot choose where a code goes', async () => {
    const browser = openBrowser(stage.app)
    for (const body of [{ address: 'yo@mismo.cl' }, { email: 'yo@mismo.cl' }, { rut: CLIENT }]) {
      expect((await browser.call(stage.token, 'codes/', body)).status).toBe(400)
    }
  })
})

describe('the page of a document whose RUT many clients share', () => {
  const GENERIC = '66666666-6'
  const shared = { one: 0, other: 0, contact: 0 }
  beforeAll(async () => {
    shared.one = await makeOther(stage, { folio: 3001, amountClp: 1_000, clientRut: GENERIC })
    shared.other = await makeOther(stage, { folio: 3002, amountClp: 2_000, clientRut: GENERIC })
    const client = await insertClient(stage.ana.ids.company, GENERIC)
    shared.contact = await insertContact(client, 'otro@extranjero.example')
  })

  test('no address is shown there, and none gets a code', async () => {
    const token = await pageOf(shared.one)
    const browser = openBrowser(stage.app)
    expect(await browser.call(token, 'addresses/')).toMatchObject({ status: 200, body: [] })
    expect(await ask(browser, token, shared.contact)).toMatchObject({ status: 400 })
    expect(await mailsLeaving(stage)).toEqual([])
  })

  test('no document is listed there, not even by an open list', async () => {
    const { db } = stage.app.database
    const { organisationId } = stage.ana
    const payer = await payerOf(db, { organisationId, documentId: shared.one })
    expect(await openDocuments(db, payer, knownDay('2026-11-05'))).toEqual([])
  })

  test('a voucher of another document with that RUT is not taken there', async () => {
    const { db } = stage.app.database
    const at = (documentId: number) => ({ organisationId: stage.ana.organisationId, documentId })
    const { payer_key: key } = await db
      .insertInto('payment_declaration')
      .values({
        organisation_id: stage.ana.organisationId,
        document_id: shared.one,
        amount_clp: 1_000,
        day: '2026-11-05',
        declared_at: '2026-11-05T15:00:00Z',
      })
      .returning('payer_key')
      .executeTakeFirstOrThrow()
    const voucher = { key: key ?? '', bytes: Buffer.from('%PDF-1.7') }
    await expect(keepVoucher(db, at(shared.other), voucher)).rejects.toMatchObject({ status: 409 })
    await keepVoucher(db, at(shared.one), voucher)
  })
})

describe('a code', () => {
  test('a code goes to the chosen address, names the issuer, and opens the list in the browser that asked', async () => {
    const browser = openBrowser(stage.app)
    expect(await ask(browser)).toMatchObject({ status: 204 })
    const [mail, ...more] = await mailsLeaving(stage)
    expect(more).toEqual([])
    expect(mail?.to).toBe('pagos@empresa.cl')
    expect(mail?.subject).toBe('Tu código para ver tus documentos por pagar a ANA-empresa')
    expect(mail?.text).toContain('Si no lo pediste, ignora este mensaje')
    const [, code = ''] = /Tu código es (\d{3} \d{3})/.exec(mail?.text ?? '') ?? []
    expect(await foliosIn(browser, stage.token)).toBeNull()
    expect((await give(browser, code)).status).toBe(200)
    expect(await foliosIn(browser, stage.token)).toEqual(ALL)
  })

  test('a code in another browser opens nothing, nor does the open list of another browser', async () => {
    const browser = openBrowser(stage.app)
    await ask(browser)
    const code = await lastCode(stage)
    const stranger = openBrowser(stage.app)
    expect((await give(stranger, code)).status).toBe(400)
    await ask(stranger)
    expect((await give(stranger, code)).status).toBe(400)
    expect((await give(browser, code)).status).toBe(200)
    expect(await foliosIn(stranger, stage.token)).toBeNull()
    expect(await foliosIn(openBrowser(stage.app), stage.token)).toBeNull()
  })

  test('a code is guessed five times at most, and the right one is too late then', async () => {
    const browser = openBrowser(stage.app)
    await ask(browser)
    const code = await lastCode(stage)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await give(browser, wrong(code))).status).toBe(400)
    }
    expect((await give(browser, code)).status).toBe(400)
    expect(await foliosIn(browser, stage.token)).toBeNull()
  })

  test('guesses at once count each', async () => {
    const browser = openBrowser(stage.app)
    await ask(browser)
    const code = await lastCode(stage)
    await Promise.all(Array.from({ length: 12 }, () => give(browser, wrong(code))))
    const { tries } = await stage.app.database.db
      .selectFrom('payer_access')
      .select('tries')
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect((await give(browser, code)).status).toBe(400)
  })

  test('a code opens once, however often and at once it is given', async () => {
    const browser = openBrowser(stage.app)
    await ask(browser)
    const code = await lastCode(stage)
    const before = new Map(browser.cookies)
    const replies = await Promise.all(Array.from({ length: 4 }, () => give(browser, code)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect((await give(browser, code)).status).toBe(400)
    const replayed = openBrowser(stage.app)
    for (const [key, cookie] of before) replayed.cookies.set(key, cookie)
    expect((await give(replayed, code)).status).toBe(400)
    expect(await foliosIn(replayed, stage.token)).toBeNull()
  })

  test('a code lives ten minutes, and a mail that is later than that does not leave', async () => {
    const browser = openBrowser(stage.app)
    await ask(browser)
    const code = await lastCode(stage)
    await stage.app.clock.advance(10 * MINUTE_MS)
    expect((await give(browser, code)).status).toBe(400)
    expect(await mailsLeaving(stage)).toEqual([])
  })

  test("a code from another document's page opens nothing", async () => {
    const other = await pageOf(others[1043] ?? 0)
    const browser = openBrowser(stage.app)
    await ask(browser, other)
    const code = await lastCode(stage)
    for (const cookie of browser.cookies.values()) cookie.path = '/'
    expect((await give(browser, code)).status).toBe(400)
    expect((await give(browser, code, other)).status).toBe(200)
    for (const cookie of browser.cookies.values()) cookie.path = '/'
    expect(await foliosIn(browser, other)).toEqual(ALL)
    expect(await foliosIn(browser, stage.token)).toBeNull()
  })

  test('a code opens nothing once its address is no more one of the client', async () => {
    const { db } = stage.app.database
    const early = openBrowser(stage.app)
    await ask(early)
    const code = await lastCode(stage)
    const browser = await openList(stage, stage.token, contacts.second)
    const rename = (from: string, to: string) =>
      db.updateTable('contact').set({ email: to }).where('email', '=', from).execute()
    await rename('Pagos@Empresa.cl', 'nueva@empresa.cl')
    await rename('pagos@empresa.cl', 'otra@empresa.cl')
    expect((await give(early, code)).status).toBe(400)
    expect(await foliosIn(browser, stage.token)).toBeNull()
    await rename('nueva@empresa.cl', 'Pagos@Empresa.cl')
    await rename('otra@empresa.cl', 'pagos@empresa.cl')
    expect(await foliosIn(browser, stage.token)).toEqual(ALL)
  })

  test('asking for a code is answered alike with other documents and without', async () => {
    const open = openBrowser(stage.app)
    const first = await ask(open)
    const { db } = stage.app.database
    const ids = Object.values(others)
    await db
      .updateTable('receivable')
      .set({ closes_day: '2026-11-01' })
      .where('document_id', 'in', ids)
      .execute()
    const alone = openBrowser(stage.app)
    const second = await ask(alone)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    const namesOf = ({ headers }: typeof first) => Object.keys(headers).toSorted()
    expect(namesOf(second)).toEqual(namesOf(first))
    expect([...alone.cookies.keys()]).toEqual([...open.cookies.keys()])
    expect((await mailsLeaving(stage)).map(({ to, subject }) => [to, subject])).toHaveLength(2)
  })

  test("its cookie is the page's alone, and no script reads it", async () => {
    const browser = openBrowser(stage.app)
    await ask(browser)
    const [asked] = [...browser.cookies.values()]
    const path = `Path=/api/shared-documents/${stage.token}/`
    expect(asked?.attributes).toBe(`${path}; Max-Age=600; HttpOnly; SameSite=Strict`)
    await give(browser, await lastCode(stage))
    const [opened] = [...browser.cookies.values()]
    expect(opened?.attributes).toBe(`${path}; Max-Age=1800; HttpOnly; SameSite=Strict`)
    expect(opened?.value).not.toBe(asked?.value)
    const { rows } = await sql<{ row: string }>`
      select access::text as row from payer_access access`.execute(stage.app.database.db)
    expect(rows[0]?.row).not.toContain(opened?.value)
  })

  test('codes are limited by document, by client and by address', async () => {
    for (let codes = 0; codes < 4; codes += 1) {
      expect((await ask(openBrowser(stage.app))).status).toBe(204)
    }
    expect((await ask(openBrowser(stage.app), stage.token, stage.ana.ids.contact)).status).toBe(429)
    const pages = [await pageOf(others[1043] ?? 0), await pageOf(others[1044] ?? 0)]
    const [second = '', third = ''] = pages
    expect((await ask(openBrowser(stage.app), second)).status).toBe(204)
    expect((await ask(openBrowser(stage.app), second)).status).toBe(204)
    // Six went to that address.
    expect((await ask(openBrowser(stage.app), second)).status).toBe(429)
    const last = () => ask(openBrowser(stage.app), third, stage.ana.ids.contact)
    expect((await last()).status).toBe(204)
    expect((await last()).status).toBe(429)
  })

  test('what was asked for is forgotten by the nightly sweep', async () => {
    await openList(stage)
    await ask(openBrowser(stage.app))
    const { db } = stage.app.database
    expect(await forgetAccesses(db, instantText(stage.app.clock.now()))).toBe(0)
    await stage.app.clock.advance(1_000)
    expect(await forgetAccesses(db, instantText(stage.app.clock.now()))).toBe(2)
  })
})

test('thirty payments are begun by one link in an hour, alone or together, and others by another link', async () => {
  const { app, token, connections } = stage
  const together = () =>
    app.call({
      path: `/shared-documents/${token}/joint-attempts/`,
      body: { connection: connections.khipu, documents: [others[1043]], total: 100_000 },
    })
  for (let times = 0; times < 15; times += 1) {
    expect((await stage.begin('khipu')).status).toBe(201)
    expect((await together()).status).toBe(403)
  }
  expect((await stage.begin('khipu')).status).toBe(429)
  expect((await together()).status).toBe(429)
  expect((await stage.begin('khipu', null, await pageOf(others[1043] ?? 0))).status).toBe(201)
})

describe('the open list', () => {
  test('the list runs out after half an hour', async () => {
    const browser = await openList(stage)
    await stage.app.clock.advance(30 * MINUTE_MS - 1_000)
    expect(await foliosIn(browser, stage.token)).toEqual(ALL)
    await stage.app.clock.advance(1_000)
    expect(await foliosIn(browser, stage.token)).toBeNull()
  })

  test('the list leaves out what is paid, annulled, closed or withdrawn', async () => {
    const browser = await openList(stage)
    const { db } = stage.app.database
    const [paid = 0, annulled = 0, closed = 0] = [others[1043], others[1044], others[1045]]
    const money = { day: '2026-11-05', amount: 100_000, way: 'cash', note: '' }
    await stage.ask('POST', `/documents/${paid}/payments/`, money)
    expect(await foliosIn(browser, stage.token)).toEqual([1042, 1044, 1045])
    const state = (value: 'annulled' | 'issued') =>
      db.updateTable('document').set({ state: value }).where('id', '=', annulled).execute()
    await state('annulled')
    expect(await foliosIn(browser, stage.token)).toEqual([1042, 1045])
    await state('issued')
    await db
      .updateTable('receivable')
      .set({ closes_day: '2026-11-04' })
      .where('document_id', '=', closed)
      .execute()
    expect(await foliosIn(browser, stage.token)).toEqual([1042, 1044])
    await pageOf(annulled)
    await stage.ask('DELETE', `/documents/${annulled}/share/`)
    expect(await foliosIn(browser, stage.token)).toEqual([1042])
    await pageOf(annulled)
    expect(await foliosIn(browser, stage.token)).toEqual([1042, 1044])
  })

  test('the list goes with the link of its page', async () => {
    const browser = await openList(stage)
    await stage.ask('DELETE', `/documents/${stage.documentId}/share/`)
    expect((await browser.call(stage.token, 'access/')).status).toBe(404)
    expect((await browser.call(stage.token, 'addresses/')).status).toBe(404)
  })

  test('its opening is on record for its owner', async () => {
    await openList(stage)
    const { body } = await stage.ask('GET', '/audit-events/')
    expect(JSON.stringify(body)).toContain('c•••@folio.example')
  })
})
