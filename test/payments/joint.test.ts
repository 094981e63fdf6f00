import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDeclarations } from '#contract/payments.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { textOf } from '#server/test-app.ts'
import { untilBlockedBy, untilLockWait } from '../engine/lock-wait.ts'
import { makeTenant, type Tenant } from '../walls/tenants.ts'
import { end } from './checkouts.ts'
import { makeOther, openBrowser, openList, type Browser } from './payers.ts'
import { openStage, redirectIn, TOTAL, type Stage } from './stage.ts'

let stage: Stage
let rodrigo: Tenant
/** Of the same client, of another client, and of another organisation. */
const ids: Record<number, number> = {}

beforeAll(async () => {
  stage = await openStage()
  rodrigo = await makeTenant(stage.app, {
    mark: 'RODRIGO',
    person: '12121212-9',
    companyRut: '76543210-3',
    clientRut: '90909090-3',
  })
  ids[1042] = stage.documentId
  ids[1043] = await makeOther(stage, { folio: 1043, amountClp: 100_000 })
  ids[1044] = await makeOther(stage, { folio: 1044, amountClp: 50_000 })
  ids[1045] = await makeOther(stage, { folio: 1045, amountClp: 50_000 })
  ids[2001] = await makeOther(stage, { folio: 2001, amountClp: 1_000, clientRut: '11111111-1' })
  const { organisationId, ids: theirs } = rodrigo
  const there = { organisationId, companyId: theirs.company }
  ids[2003] = await makeOther(stage, { folio: 2003, amountClp: 3_000, ...there })
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.app.database.db.deleteFrom('payment_declaration').execute()
  await stage.reset()
})
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

const ALL = [1042, 1043, 1044, 1045]
const SUM = TOTAL + 200_000

const idsOf = (folios: number[]) => folios.map((folio) => ids[folio] ?? 0)

function begin(
  browser: Browser,
  provider: ProviderName,
  folios: number[],
  total: number,
  token = stage.token,
) {
  const connection = stage.connections[provider]
  return browser.call(token, 'joint-attempts/', { connection, documents: idsOf(folios), total })
}

const declare = (browser: Browser, folios: number[], total: number, day = '2026-11-04') =>
  browser.call(stage.token, 'joint-declarations/', { day, documents: idsOf(folios), total })

async function paidByFolio(): Promise<Record<number, number>> {
  const rows = await stage.app.database.db
    .selectFrom('receivable')
    .innerJoin('document', 'document.id', 'receivable.document_id')
    .select(['document.folio', 'paid_clp'])
    .where('paid_clp', '>', 0)
    .execute()
  return Object.fromEntries(rows.map(({ folio, paid_clp }) => [folio, paid_clp]))
}

async function openShares(): Promise<[number | null, boolean][]> {
  const rows = await stage.app.database.db
    .selectFrom('payment_attempt_share as share')
    .innerJoin('document', 'document.id', 'share.document_id')
    .select(['document.folio', 'share.is_open'])
    .orderBy('share.attempt_id')
    .orderBy('document.folio')
    .execute()
  return rows.map(({ folio, is_open }) => [folio, is_open])
}

const checkedIn = (access: unknown) =>
  Object(access)
    .documents.filter(({ is_checking }: { is_checking: boolean }) => is_checking)
    .map(({ folio }: { folio: number }) => folio)

const PROVIDERS: ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']

describe.each(PROVIDERS)('four documents paid together by %s', (provider) => {
  test('one order of the sum pays each document its own amount, once', async () => {
    const browser = await openList(stage)
    redirectIn(await begin(browser, provider, ALL, SUM))
    expect(stage.counts().checkouts).toBe(1)
    const back = end(stage, provider, 'pays')
    if (back === null) throw new Error('leads nowhere')
    const all = await Promise.all([1, 2, 3].map(() => stage.follow(back)))
    for (const { location } of all) expect(location).toBe(`${stage.relay.url}/d/${stage.token}`)
    await stage.deliver()
    await stage.poll()
    expect(await paidByFolio()).toEqual({ 1042: TOTAL, 1043: 100_000, 1044: 50_000, 1045: 50_000 })
    const payments = await stage.app.database.db
      .selectFrom('payment')
      .select('amount_clp')
      .execute()
    expect(payments).toEqual([{ amount_clp: SUM }])
    const { body } = await browser.call(stage.token, 'access/')
    expect(body).toMatchObject({
      documents: [],
      attempt: {
        provider,
        state: 'succeeded',
        amount: SUM,
        documents: [
          { folio: 1042, amount: TOTAL },
          { folio: 1043, amount: 100_000 },
          { folio: 1044, amount: 50_000 },
          { folio: 1045, amount: 50_000 },
        ],
      },
    })
  })
})

test('a payment of several documents that is being checked is told before one begun after it', async () => {
  const browser = await openList(stage)
  redirectIn(await begin(browser, 'khipu', [1043, 1044], 150_000))
  const { khipu } = stage.simulators
  const back = khipu.act(khipu.payments()[0]?.id ?? '', { kind: 'verify' })
  if (back !== null) await stage.follow(back)
  await stage.app.clock.advance(1_000)
  expect(await begin(browser, 'transbank', ALL, SUM)).toMatchObject({ status: 409 })
  redirectIn(await begin(browser, 'transbank', [1042, 1045], TOTAL + 50_000))
  const { body } = await browser.call(stage.token, 'access/')
  expect(checkedIn(body)).toEqual([1043, 1044])
  expect(body).toMatchObject({ attempt: { provider: 'khipu', state: 'checking', amount: 150_000 } })
})

describe('a refused payment of four documents', () => {
  test('a payment that is refused leaves all of them open', async () => {
    const provider = 'transbank'
    const browser = await openList(stage)
    redirectIn(await begin(browser, provider, ALL, SUM))
    const back = end(stage, provider, 'isRefused')
    if (back !== null) await stage.follow(back)
    expect(await paidByFolio()).toEqual({})
    const { body } = await browser.call(stage.token, 'access/')
    expect(Object(body).documents).toHaveLength(4)
    expect(Object(body).attempt).toMatchObject({ state: 'failed', amount: SUM })
    redirectIn(await begin(browser, provider, ALL, SUM))
  })
})

describe('the choice', () => {
  test('a choice without the open list is refused', async () => {
    const stranger = openBrowser(stage.app)
    const refused = { status: 403, body: { code: 'payer_list_closed' } }
    expect(await begin(stranger, 'khipu', ALL, SUM)).toMatchObject(refused)
    expect(await declare(stranger, ALL, SUM)).toMatchObject(refused)
    const browser = await openList(stage)
    await stage.app.clock.advance(30 * 60_000)
    expect(await begin(browser, 'khipu', ALL, SUM)).toMatchObject(refused)
    expect(await declare(browser, ALL, SUM)).toMatchObject(refused)
    expect(await openShares()).toEqual([])
  })

  test('the sum is that of the documents, whatever the request says', async () => {
    const browser = await openList(stage)
    for (const total of [1, SUM - 1, SUM + 1]) {
      const refused = { status: 409, body: { code: 'joint_choice_changed' } }
      expect(await begin(browser, 'khipu', ALL, total)).toMatchObject(refused)
      expect(await declare(browser, ALL, total)).toMatchObject(refused)
    }
    expect(await openShares()).toEqual([])
    redirectIn(await begin(browser, 'khipu', [1043, 1043, 1044], 150_000))
    expect(stage.simulators.khipu.payments()[0]).toMatchObject({
      request: { amount: 150_000 },
    })
  })

  test('a document of another client or of another organisation is not chosen', async () => {
    const browser = await openList(stage)
    for (const [folio, amount] of [
      [2001, 1_000],
      [2003, 3_000],
    ] as const) {
      const refused = { status: 409, body: { code: 'joint_choice_changed' } }
      expect(await begin(browser, 'khipu', [1042, folio], TOTAL + amount)).toMatchObject(refused)
      expect(await declare(browser, [folio], amount)).toMatchObject(refused)
    }
    expect(await openShares()).toEqual([])
  })

  test('a document that is paid, annulled, withdrawn or declared meanwhile falls out, and the others are paid', async () => {
    const { db } = stage.app.database
    const id = ids[1043] ?? 0
    const setState = (state: 'issued' | 'annulled') =>
      db.updateTable('document').set({ state }).where('id', '=', id).execute()
    const share = () => stage.ask('POST', `/documents/${id}/share/`)
    const ways: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
      paid: [
        () =>
          stage.ask('POST', `/documents/${id}/payments/`, {
            day: '2026-11-05',
            amount: 100_000,
            way: 'cash',
            note: '',
          }),
        async () => {
          await db.deleteFrom('payment_share').execute()
          await db.deleteFrom('payment').execute()
          await db.updateTable('document').set({ state: 'annulled' }).where('id', '=', id).execute()
          await setState('issued')
        },
      ],
      annulled: [() => setState('annulled'), () => setState('issued')],
      withdrawn: [
        async () => {
          await share()
          await stage.ask('DELETE', `/documents/${id}/share/`)
        },
        share,
      ],
      declared: [
        () => db.insertInto('payment_declaration').values(declarationOf(1043)).execute(),
        () => Promise.resolve(),
      ],
    }
    const browser = await openList(stage)
    for (const [how, [happen, undo]] of Object.entries(ways)) {
      await happen()
      const refused = { status: 409, body: { code: 'joint_choice_changed' } }
      expect(await begin(browser, 'fintoc', [1043, 1044], 150_000), how).toMatchObject(refused)
      await undo()
    }
    redirectIn(await begin(browser, 'fintoc', [1044, 1045], 100_000))
    expect(await openShares()).toEqual([
      [1044, true],
      [1045, true],
    ])
  })

  test('the same choice goes on with its checkout, and another one of the same sum has its own', async () => {
    const browser = await openList(stage)
    const first = redirectIn(await begin(browser, 'khipu', [1044, 1045], 100_000))
    expect(redirectIn(await begin(browser, 'khipu', [1045, 1044], 100_000))).toEqual(first)
    const second = redirectIn(await begin(browser, 'khipu', [1043, 1044], 150_000))
    expect(second).not.toEqual(first)
    expect(redirectIn(await begin(browser, 'khipu', [1043, 1045], 150_000))).not.toEqual(second)
    expect(await openShares()).toEqual([
      [1044, false],
      [1045, false],
      [1043, false],
      [1044, false],
      [1043, true],
      [1045, true],
    ])
    expect(stage.counts().checkouts).toBe(3)
  })

  test('a payment of one document alone takes the place of that of several, and what is paid twice is too much', async () => {
    const browser = await openList(stage)
    redirectIn(await begin(browser, 'khipu', [1042, 1043], TOTAL + 100_000))
    redirectIn(await stage.begin('khipu'))
    expect(await openShares()).toEqual([
      [1042, false],
      [1043, false],
      [1042, true],
    ])
    const [alone, joint] = stage.simulators.khipu.payments()
    for (const payment of [alone, joint]) {
      const back = stage.simulators.khipu.act(payment?.id ?? '', { kind: 'pay' })
      if (back !== null) await stage.follow(back)
    }
    await stage.deliver()
    await stage.poll()
    expect(await paidByFolio()).toEqual({ 1042: 2 * TOTAL, 1043: 100_000 })
  })

  test('choices that overlap, begun at once, leave one attempt open for each document', async () => {
    const browser = await openList(stage)
    const choices: [number[], number][] = [
      [[1042, 1043], TOTAL + 100_000],
      [[1043, 1044], 150_000],
      [[1044, 1045], 100_000],
      [[1045, 1042], TOTAL + 50_000],
    ]
    const replies = await Promise.all(
      choices.map(([folios, total]) => begin(browser, 'transbank', folios, total)),
    )
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(replies.some(({ status }) => status === 201)).toBe(true)
    const open = (await openShares()).filter(([, isOpen]) => isOpen).map(([folio]) => folio)
    expect(new Set(open).size).toBe(open.length)
  })

  test('more documents than the limit are refused', async () => {
    const browser = await openList(stage)
    const documents = Array.from({ length: 31 }, (_, n) => n + 1)
    const body = { connection: stage.connections.khipu, documents, total: SUM }
    expect((await browser.call(stage.token, 'joint-attempts/', body)).status).toBe(400)
  })

  test('what its payer reads at the provider names the first document and how many more', async () => {
    const browser = await openList(stage)
    redirectIn(await begin(browser, 'khipu', ALL, SUM))
    expect(stage.simulators.khipu.payments()[0]).toMatchObject({
      request: { subject: 'Factura 1042 y 3 más' },
    })
  })
})

test('a refund of one of several documents paid together waits for each of them in their order', async () => {
  const browser = await openList(stage)
  redirectIn(await begin(browser, 'mercadoPago', [1042, 1043], TOTAL + 100_000))
  const back = end(stage, 'mercadoPago', 'pays')
  if (back !== null) await stage.follow(back)
  await stage.deliver()
  await stage.poll()
  const { db } = stage.app.database
  const { id } = await db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  const [first = 0, second = 0] = idsOf([1042, 1043])
  const { refunding } = await db.transaction().execute(async (trx) => {
    await sql`select from receivable where document_id = ${first} for update`.execute(trx)
    const path = `/documents/${second}/payments/${id}/refund/`
    const refunding = stage.ask('POST', path, { amount: 100_000 })
    await untilBlockedBy(db, trx)
    // Else both would wait for each other.
    await sql`select from receivable where document_id = ${second} for update`.execute(trx)
    return { refunding }
  })
  expect(await refunding).toMatchObject({ status: 200, body: { refunded: 100_000 } })
})

describe('one transfer of several documents', () => {
  test('its declaration is one of each document, for what is open of it, with the sum and the folios', async () => {
    const browser = await openList(stage)
    expect(await declare(browser, [1042, 1043], TOTAL + 100_000)).toMatchObject({ status: 201 })
    const rows = await stage.app.database.db
      .selectFrom('payment_declaration')
      .select(['document_id', 'amount_clp', 'day', 'note'])
      .orderBy('document_id')
      .execute()
    const note = 'Una transferencia de $248.750 por 2 documentos: 1042, 1043'
    expect(rows).toEqual([
      { document_id: ids[1042], amount_clp: TOTAL, day: '2026-11-04', note },
      { document_id: ids[1043], amount_clp: 100_000, day: '2026-11-04', note },
    ])
    const { body } = await browser.call(stage.token, 'access/')
    expect(Object(body).documents).toMatchObject([
      { folio: 1042, is_here: true, is_declared: true },
      { folio: 1043, is_here: false, is_declared: true },
      { folio: 1044, is_declared: false },
      { folio: 1045, is_declared: false },
    ])
  })

  test('a transfer is declared of all the documents or of none', async () => {
    const browser = await openList(stage)
    await declare(browser, [1045], 50_000)
    expect((await declare(browser, [1044, 1045], 100_000)).status).toBe(409)
    expect((await declare(browser, [1044], 50_000, '2026-11-06')).status).toBe(400)
    const rows = await stage.app.database.db
      .selectFrom('payment_declaration')
      .select('note')
      .execute()
    expect(rows).toEqual([{ note: '' }])
  })

  test('its one proof is of each of its documents, kept once, and of no document besides', async () => {
    const browser = await openList(stage)
    const { body } = await declare(browser, [1043, 1044], 150_000)
    const key = textOf(body, 'key')
    await declare(browser, [1045], 50_000)
    expect(await putVoucher(randomUUID(), PNG)).toBe(409)
    expect(await putVoucher(key, Buffer.from('<svg onload=x>'))).toBe(400)
    expect(await putVoucher(key, Buffer.alloc(2_000_001))).toBe(413)
    expect(await putVoucher(key, PNG)).toBe(204)
    expect(await putVoucher(key, PNG)).toBe(409)
    const { db } = stage.app.database
    const kept = await db
      .selectFrom('payment_declaration')
      .select('document_id')
      .where('voucher', 'is not', null)
      .execute()
    expect(kept).toHaveLength(1)
    const listed = await stage.ask('GET', '/payments/declarations/')
    const declared = listDeclarations.reply.parse(listed.body)
    const proofs = new Map(declared.map(({ folio, has_voucher }) => [folio, has_voucher]))
    expect([1043, 1044, 1045].map((folio) => proofs.get(folio))).toEqual([true, true, false])
    for (const { id, document, has_voucher } of declared) {
      const shown = await stage.ask('GET', `/documents/${document}/payment/`)
      expect(Object(shown.body).declarations).toMatchObject([{ id, has_voucher }])
      const read = await readVoucher(id)
      expect([read.statusCode, read.rawPayload.equals(PNG)]).toEqual(
        has_voucher ? [200, true] : [404, false],
      )
    }
  })

  test('its proof is added from no page of another client, and goes when the last of its documents goes', async () => {
    const browser = await openList(stage)
    const key = textOf((await declare(browser, [1043, 1044], 150_000)).body, 'key')
    const { db } = stage.app.database
    await db
      .updateTable('receivable')
      .set({ client_rut: '11111111-1' })
      .where('document_id', '=', stage.documentId)
      .execute()
    expect(await putVoucher(key, PNG)).toBe(409)
    await db
      .updateTable('receivable')
      .set({ client_rut: '90909090-3' })
      .where('document_id', '=', stage.documentId)
      .execute()
    expect(await putVoucher(key, PNG)).toBe(204)
    const rows = await db
      .selectFrom('payment_declaration')
      .select(['id', 'voucher_of'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: expect.any(Number), voucher_of: null },
      { id: expect.any(Number), voucher_of: rows[0]?.id },
    ])
    await db
      .deleteFrom('payment_declaration')
      .where('id', '=', rows[0]?.id ?? 0)
      .execute()
    expect((await readVoucher(rows[1]?.id ?? 0)).statusCode).toBe(404)
  })

  test('a transfer that is declared while a choice waits for it makes the choice fall out', async () => {
    const browser = await openList(stage)
    const { db } = stage.app.database
    const { waiting } = await db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('receivable')
        .selectAll()
        .where('document_id', '=', ids[1043] ?? 0)
        .forUpdate()
        .execute()
      const waiting = declare(browser, [1043, 1044], 150_000)
      await untilLockWait(stage.app.database.db)
      await trx.insertInto('payment_declaration').values(declarationOf(1043)).execute()
      return { waiting }
    })
    expect((await waiting).status).toBe(409)
    const rows = await db.selectFrom('payment_declaration').select('document_id').execute()
    expect(rows).toEqual([{ document_id: ids[1043] }])
  })
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

async function putVoucher(key: string, payload: Buffer): Promise<number> {
  const reply = await stage.app.server.inject({
    method: 'PUT',
    url: `/api/shared-documents/${stage.token}/declarations/${key}/voucher/`,
    headers: { 'content-type': 'image/png' },
    payload,
  })
  return reply.statusCode
}

function readVoucher(id: number) {
  return stage.app.server.inject({
    url: `/api/payments/declarations/${id}/voucher/`,
    headers: { authorization: `Bearer ${stage.ana.access}` },
  })
}

function declarationOf(folio: number) {
  return {
    organisation_id: stage.ana.organisationId,
    document_id: ids[folio] ?? 0,
    amount_clp: 1_000,
    day: '2026-11-04',
    declared_at: '2026-11-05T15:00:00Z',
  }
}
