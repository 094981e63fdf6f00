import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, BENCH_START } from '../test-bench.ts'
import { RULES, startTestRules, type TestRules } from './test-rules.ts'

let house: TestRules
beforeAll(async () => {
  house = await startTestRules()
})
afterAll(() => house.close())
beforeEach(() => house.forget())

describe('the list', () => {
  beforeEach(async () => {
    await house.created({ name: 'Uno' })
    const id = await house.created({
      name: 'Dos',
      clients: [house.bareClient()],
    })
    await house.change(id, { is_paused: true })
    await house.created({ name: 'Tres', document_type: '39', clients: [], invoice_lines: [] })
  })

  it.each<[string, string[]]>([
    ['', ['Tres', 'Dos', 'Uno']],
    ['?search=clinica', ['Uno']],
    ['?search=93.939', ['Uno']],
    ['?search=NICOLÁS', ['Dos']],
    ['?search=munoz', ['Tres', 'Dos', 'Uno']],
    ['?search=nadie', []],
    ['?document_type=39', ['Tres']],
    ['?document_type=33&is_paused=true', ['Dos']],
    ['?is_paused=false', ['Tres', 'Uno']],
    ['?limit=2', ['Tres', 'Dos']],
    ['?limit=2&offset=2', ['Uno']],
    ['?search=munoz&is_paused=false&offset=1', ['Uno']],
    ['?offset=3', []],
  ])('with %j shows %j', async (query, names) => {
    const { status, body } = await house.user.call('GET', `${RULES}${query}`)
    expect(status).toBe(200)
    expect(Array.isArray(body) && body.map((rule: unknown) => at(rule, 'name'))).toEqual(names)
  })

  it('refuses a filter it does not know', async () => {
    const reply = await house.user.call('GET', `${RULES}?document_type=61`)
    expect(reply).toMatchObject({ status: 400, body: { document_type: [expect.any(String)] } })
  })

  it('of active rules has those that are not paused, with their next day', async () => {
    const { body } = await house.user.call('GET', '/billing-scheduler/rules/active/')
    expect(body).toMatchObject([
      { name: 'Tres', next_emission_date: null },
      { name: 'Uno', next_emission_date: expect.any(String) },
    ])
  })

  it('of anybody else is empty', async () => {
    expect((await house.other.call('GET', RULES)).body).toEqual([])
    expect((await house.other.call('GET', '/billing-scheduler/rules/active/')).body).toEqual([])
  })
})

describe('what a rule still lacks', () => {
  async function codes(changed: object = {}): Promise<unknown[]> {
    const { body } = await house.create(changed)
    const readiness = at(body, 'readiness')
    return Array.isArray(readiness) ? readiness.map((reason: unknown) => at(reason, 'code')) : []
  }

  async function credentials(row: {
    clave_state?: 'valid' | 'rejected'
    certificate_state?: 'none' | 'centralized'
    certificate_password_state?: 'absent' | 'unverified' | 'rejected'
  }): Promise<void> {
    await house.bench.database.db.updateTable('facturator').set(row).execute()
  }

  it('is nothing when all is there', async () => {
    expect(await codes()).toEqual([])
  })

  it('is the certificate, its password or the clave', async () => {
    await credentials({ certificate_state: 'none', clave_state: 'rejected' })
    expect(await codes()).toEqual(['claveRejected', 'certificateMissing'])
    await credentials({ certificate_state: 'centralized', clave_state: 'valid' })
    await credentials({ certificate_password_state: 'rejected' })
    expect(await codes()).toEqual(['certificatePasswordRejected'])
    await credentials({ certificate_password_state: 'absent' })
    expect(await codes()).toEqual(['certificatePasswordMissing'])
  })

  it('is a total that can carry IVA', async () => {
    expect(await codes({ invoice_lines: [house.lineOf({ quantity: 1, price: 2 })] })).toEqual([
      'totalTooSmall',
    ])
    expect(await codes({ invoice_lines: [house.lineOf({ quantity: 1, price: 3 })] })).toEqual([])
  })

  it('is the issuer’s address and activity', async () => {
    expect(await codes({ issuer_address_id: null, issuer_activity_id: null })).toEqual([
      'issuerAddressMissing',
      'issuerActivityMissing',
    ])
  })
})

describe('where what a rule lacks is mended', () => {
  async function places(changed: object): Promise<unknown> {
    const readiness = at((await house.create(changed)).body, 'readiness')
    if (!Array.isArray(readiness)) throw new Error('no readiness')
    return readiness.map((reason: unknown) => [at(reason, 'code'), at(reason, 'place')])
  }

  it('is the step of the wizard, or the connections', async () => {
    await house.bench.database.db
      .updateTable('facturator')
      .set({ clave_state: 'rejected' })
      .execute()
    const lines = [house.lineOf({ quantity: 1, price: 2 })]
    const lacking = { issuer_activity_id: null, clients: [house.bareClient()] }
    expect(await places({ ...lacking, invoice_lines: lines })).toEqual([
      ['issuerActivityMissing', 'issuer'],
      ['recipientAddressMissing', 'clients'],
      ['recipientGiroMissing', 'clients'],
      ['totalTooSmall', 'lines'],
      ['claveRejected', 'connections'],
    ])
  })

  it('is the one page of a boleta', async () => {
    const boleta = { document_type: '39', clients: [], invoice_lines: [] }
    expect(await places(boleta)).toEqual([['boletaDataMissing', 'boleta']])
  })
})

describe('the forecast', () => {
  const path = `${RULES}forecast/`
  const asked = (changed: object = {}) => ({
    business_day_rule: 'EXACT',
    day_of_month: 28,
    month_offset: -1,
    start_date: house.today(),
    invoice_lines: [{ quantity: 2, price: 15_000, currency: 'CLP' }],
    ...changed,
  })

  it('tells twelve emissions with their service month and totals', async () => {
    const { status, body } = await house.user.call('POST', path, asked())
    expect(status).toBe(200)
    expect(at(body, 'emissions')).toHaveLength(12)
    expect(at(body, 'emissions', 0)).toEqual({
      emission_date: '2026-11-28',
      service_month: '2026-10',
      neto: 30_000,
      iva: 5_700,
      total: 35_700,
      uf: null,
    })
  })

  it('uses the UF of its very day, and guesses none that is not known', async () => {
    await house.bench.database.db
      .insertInto('uf_value')
      .values({ day: '2026-10-31', value: '39200.15', source: 'test', fetched_at: BENCH_START })
      .execute()
    const lines = [{ quantity: '12.5', price: '1', currency: 'UF' }]
    const { body } = await house.user.call('POST', path, asked({ invoice_lines: lines }))
    expect(at(body, 'emissions', 0)).toMatchObject({
      neto: 490_002,
      uf: { day: '2026-10-31', value: '39200.15' },
    })
    expect(at(body, 'emissions', 1)).toMatchObject({ neto: null, total: null, uf: null })
  })

  it('tells the dates when there is nothing to add up yet', async () => {
    const { body } = await house.user.call('POST', path, asked({ invoice_lines: [] }))
    expect(at(body, 'emissions', 0)).toMatchObject({ emission_date: '2026-11-28', neto: null })
  })

  it.each<[string, object, object]>([
    [
      'an exact day without the day',
      { day_of_month: null },
      { day_of_month: [expect.any(String)] },
    ],
    [
      'a start out of the calendar',
      { start_date: '2099-06-01' },
      { start_date: [expect.any(String)] },
    ],
    [
      'impossible lines',
      {
        invoice_lines: [
          { quantity: 1, price: 1, currency: 'CLP' },
          { quantity: 0, price: '1.5', currency: 'CLP' },
        ],
      },
      { invoice_lines: [{}, { quantity: [expect.any(String)], price: [expect.any(String)] }] },
    ],
  ])('refuses %s', async (_, changed, body) => {
    expect(await house.user.call('POST', path, asked(changed))).toEqual({ status: 400, body })
  })
})
