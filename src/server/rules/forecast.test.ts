import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertFactura } from '../documents/test-documents.ts'
import { at } from '../test-bench.ts'
import { NOT_FOUND, RULES, startTestRules, type TestRules } from './test-rules.ts'

let house: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  house = await startTestRules()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.bench.database.db.deleteFrom('document_event').execute()
  await house.bench.database.db.deleteFrom('document').execute()
  await house.forget()
})

const asked = (changed: object = {}) => ({
  business_day_rule: 'EXACT',
  day_of_month: 20,
  start_date: house.today(),
  invoice_lines: [{ quantity: 2, price: 15_000, currency: 'CLP' }],
  ...changed,
})
const ask = async (changed: object = {}) =>
  (await house.user.call('POST', `${RULES}forecast/`, asked(changed))).body
const firstOf = async (changed: object) => at(await ask(changed), 'emissions', 0, 'emission_date')
const nextOf = async (id: number) => at((await house.read(id)).body, 'next_emission_date')

describe('the forecast of a saved rule', () => {
  it.each([20, 25, 10, 5])(
    'names the day that planning takes when the day becomes %i, in a month planned and in one that is not',
    async (dayOfMonth) => {
      const id = await house.created()
      const before = await firstOf({ rule: id, day_of_month: dayOfMonth })
      await house.change(id, { day_of_month: dayOfMonth })
      expect(await nextOf(id)).toBe(before)
      await house.plan(id, '2026-11')
      const planned = await firstOf({ rule: id, day_of_month: dayOfMonth })
      expect(planned).toMatch(/^2026-12/)
      await house.change(id, { day_of_month: 15 })
      await house.change(id, { day_of_month: dayOfMonth })
      expect(await nextOf(id)).toBe(planned)
    },
  )

  it('leaves out a month skipped, takes a moved one on its day, and ends where the rule ends', async () => {
    const id = await house.created({ end_date: '2027-01-31' })
    const { db } = house.bench.database
    const month = { organisation_id: house.user.organisationId, rule_id: id }
    await db
      .insertInto('rule_month')
      .values([
        { ...month, period: '2026-11', is_skipped: true },
        { ...month, period: '2026-12', is_skipped: false, emission_day: '2026-12-03' },
      ])
      .execute()
    const days = at(await ask({ rule: id }), 'emissions')
    expect(days).toMatchObject([{ emission_date: '2026-12-03' }, { emission_date: '2027-01-20' }])
    expect(days).toHaveLength(2)
  })

  it('says that issuing is stopped for its company, and for no other', async () => {
    const { company } = house.known
    const whole = { company, invoice_lines: [] }
    expect(await ask(whole)).toMatchObject({ stop: null })
    const stop = `/billing-scheduler/stops/${company}/`
    await house.user.call('PUT', stop)
    expect(await ask(whole)).toMatchObject({ stop: 'issuingStopped' })
    expect(await ask({ company: company + 1000 })).toMatchObject({ stop: null })
    const parties = { document_type: 33, facturator_comp: company, clients: [] }
    expect(await ask({ parties })).toMatchObject({ stop: 'issuingStopped' })
    await house.user.call('DELETE', stop)
    expect(await ask(whole)).toMatchObject({ stop: null })
  })

  it('shows the prices that are planned from later months on, as saving would keep them', async () => {
    const id = await house.created()
    const change = { kind: 'prices', from: '2027-01', change: { by: 'percent', percent: '10' } }
    const rules = { rules: [id], change }
    const shown = await house.user.call('POST', `${RULES}at-once/preview/`, rules)
    const digest = at(shown.body, 'digest')
    expect(await house.user.call('POST', `${RULES}at-once/`, { ...rules, digest })).toMatchObject({
      status: 200,
    })
    const line = { quantity: 2, price: 15_000, currency: 'CLP', product_id: house.known.pesos }
    const netos = async (changed: object) => {
      const seen = at(
        await ask({ rule: id, invoice_lines: [{ ...line, ...changed }] }),
        'emissions',
      )
      return Array.from({ length: 3 }, (_, index) => at(seen, index, 'neto'))
    }
    expect(await netos({})).toEqual([30_000, 30_000, 33_000])
    // Saved with another price or product, the line would have it in all months.
    expect(await netos({ price: 16_000 })).toEqual([32_000, 32_000, 32_000])
    expect(await netos({ product_id: house.known.uf })).toEqual([30_000, 30_000, 30_000])
    expect(await netos({ quantity: 3 })).toEqual([45_000, 45_000, 49_500])
  })

  it('says that it is paused, and which days come once it goes on', async () => {
    const id = await house.created()
    expect(await ask({ rule: id })).toMatchObject({ is_paused: false })
    await house.change(id, { is_paused: true })
    expect(await ask({ rule: id })).toMatchObject({
      is_paused: true,
      emissions: [{ emission_date: '2026-11-20' }, ...Array.from({ length: 11 }, () => ({}))],
    })
  })

  it('names what is made this month and what is open of earlier ones, and nothing settled before', async () => {
    const id = await house.created()
    await insertFactura(house, { day: '2026-10-20', net: 1_000, rule: id, folio: 11 })
    await insertFactura(house, { day: '2026-10-21', net: 1_000, rule: id, state: 'failed' })
    await insertFactura(house, { day: '2026-11-05', net: 1_000, rule: id, folio: 12 })
    expect(at(await ask({ rule: id }), 'made')).toMatchObject([
      { period: '2026-10', state: 'failed', folio: null },
      { period: '2026-11', state: 'issued', folio: 12, total: 1_190, emission_date: '2026-11-05' },
    ])
    expect(at(await ask(), 'made')).toEqual([])
  })

  it('is as absent as no rule when it is of another organisation', async () => {
    const id = await house.created()
    const body = asked({ rule: id })
    expect(await house.other.call('POST', `${RULES}forecast/`, body)).toEqual(NOT_FOUND)
    expect(await house.user.call('POST', `${RULES}forecast/`, asked({ rule: 999_999 }))).toEqual(
      NOT_FOUND,
    )
  })

  it('a forecast of a deleted rule is answered as absent', async () => {
    const id = await house.created()
    await house.user.call('DELETE', `${RULES}${id}/`)
    const reply = await house.user.call('POST', `${RULES}forecast/`, asked({ rule: id }))
    expect(reply).toEqual(NOT_FOUND)
  })
})

describe('what a rule still unsaved lacks', () => {
  const parties = (changed: object = {}) => ({
    document_type: '33',
    facturator_comp: house.known.company,
    issuer_address_id: house.known.issuerAddress,
    issuer_activity_id: house.known.issuerActivity,
    clients: [
      {
        client: house.known.client,
        client_address_id: house.known.clientAddress,
        client_activity_id: house.known.clientActivity,
      },
    ],
    ...changed,
  })
  const lacks = async (changed: object = {}, body: object = {}) =>
    at(await ask({ parties: parties(changed), ...body }), 'lacks')

  it('is what the saved one would lack, by client, and where it is mended', async () => {
    await house.bench.database.db
      .updateTable('facturator')
      .set({ certificate_password_state: 'rejected' })
      .execute()
    const clients = [{ ...house.bareClient() }, house.clientOf({})]
    const id = await house.created({ clients })
    const saved = at((await house.read(id)).body, 'readiness')
    expect(await lacks({ clients })).toEqual(saved)
    expect(saved).toMatchObject([
      { code: 'recipientAddressMissing', client: { id: house.known.otherClient } },
      { code: 'recipientGiroMissing', client: { id: house.known.otherClient } },
      { code: 'certificatePasswordRejected', place: 'connections' },
    ])
  })

  it('is told of the issuer, and of lines only when they are given', async () => {
    const none = { issuer_address_id: null, issuer_activity_id: null }
    expect(await lacks(none, { invoice_lines: [] })).toMatchObject([
      { code: 'issuerAddressMissing', place: 'issuer' },
      { code: 'issuerActivityMissing', place: 'issuer' },
    ])
    const tiny = [{ quantity: 1, price: 1, currency: 'CLP' }]
    expect(await lacks({}, { invoice_lines: tiny })).toMatchObject([{ code: 'totalTooSmall' }])
    expect(at(await ask(), 'lacks')).toEqual([])
  })

  it('knows nothing of what is another organisation’s', async () => {
    const body = asked({ parties: parties() })
    const reply = await house.other.call('POST', `${RULES}forecast/`, body)
    expect(reply).toMatchObject({ status: 200, body: { lacks: [] } })
  })
})

describe('of a rule whose emission of today is made, the forecast', () => {
  const clients = (...ids: number[]) => ({
    parties: {
      document_type: '33',
      facturator_comp: house.known.company,
      clients: ids.map((client) => ({
        client,
        client_address_id: null,
        client_activity_id: null,
      })),
    },
  })

  async function madeToday(): Promise<number> {
    const id = await house.created()
    await house.plan(id, '2026-11')
    const { db } = house.bench.database
    const today = { emission_day: house.today() }
    await db.updateTable('occurrence').set(today).where('rule_id', '=', id).execute()
    const { id: occurrence } = await db
      .selectFrom('occurrence')
      .select('id')
      .where('rule_id', '=', id)
      .executeTakeFirstOrThrow()
    const document = await insertFactura(house, {
      day: house.today(),
      net: 1_000,
      state: 'waiting',
    })
    await db
      .updateTable('document')
      .set({ rule_id: id, occurrence_id: occurrence, client_id: house.known.client })
      .where('id', '=', document)
      .execute()
    return id
  }

  it('names the clients who get a document of it by being saved, and its date', async () => {
    const rule = await madeToday()
    const { client, otherClient } = house.known
    const seen = await ask({ rule, ...clients(client, otherClient) })
    expect(at(seen, 'this_month')).toEqual({ date: house.today(), added: [otherClient] })
    const same = await ask({ rule, ...clients(client) })
    expect(at(same, 'this_month')).toEqual({ date: house.today(), added: [] })
  })

  it('names one who comes back after its document was left out, and none that a person stopped', async () => {
    const rule = await madeToday()
    const { db } = house.bench.database
    const skip = (reason: 'clientLeftRule' | 'skippedByUser') =>
      db
        .updateTable('document')
        .set({ state: 'skipped', reason })
        .where('rule_id', '=', rule)
        .execute()
    await skip('clientLeftRule')
    const back = await ask({ rule, ...clients(house.known.client) })
    expect(at(back, 'this_month', 'added')).toEqual([house.known.client])
    await skip('skippedByUser')
    const stopped = await ask({ rule, ...clients(house.known.client) })
    expect(at(stopped, 'this_month', 'added')).toEqual([])
  })

  it('says nothing of it for a new rule, or one that is paused', async () => {
    expect(at(await ask(), 'this_month')).toBeNull()
    const rule = await madeToday()
    await house.change(rule, { is_paused: true })
    expect(at(await ask({ rule, ...clients(house.known.otherClient) }), 'this_month')).toBeNull()
  })
})
