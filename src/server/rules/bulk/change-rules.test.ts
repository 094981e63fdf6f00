import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../../test-bench.ts'
import { NOT_FOUND, RULES, startTestRules, type TestRules } from '../test-rules.ts'

let house: TestRules
beforeAll(async () => {
  house = await startTestRules()
})
afterAll(() => house.close())
beforeEach(() => house.forget())

const AT_ONCE = `${RULES}at-once/`

function preview(rules: number[], change: object) {
  return house.user.call('POST', `${AT_ONCE}preview/`, { rules, change })
}

function make(rules: number[], change: object, digest: unknown) {
  return house.user.call('POST', AT_ONCE, { rules, change, digest })
}

/** As a person does it: looks, and confirms what was shown. */
async function changed(rules: number[], change: object) {
  const shown = await preview(rules, change)
  if (shown.status !== 200) throw new Error(JSON.stringify(shown))
  const made = await make(rules, change, at(shown.body, 'digest'))
  expect(made).toEqual({ status: 200, body: { rules: at(shown.body, 'rules') } })
  return made.body
}

function percent(figure: string, from = '2026-11') {
  return { kind: 'prices', from, change: { by: 'percent', percent: figure } }
}

async function line(id: number, index = 0) {
  return Object(at((await house.read(id)).body, 'invoice_lines_detail', index))
}

async function pricesOf(id: number): Promise<[string, string][]> {
  const rows = await house.bench.database.db
    .selectFrom('rule_price')
    .select(['from_period', 'price'])
    .where('rule_id', '=', id)
    .orderBy('from_period')
    .execute()
  return rows.map((row) => [row.from_period, String(Number(row.price))])
}

async function recorded(kind: 'rulePricesChanged' | 'rulePaused') {
  return house.bench.database.db
    .selectFrom('audit_event')
    .select(['subject', 'data'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
}

describe('prices of many rules', () => {
  test('ten rules rise by 4.5 %, each rounded to whole pesos', async () => {
    const ids: number[] = []
    for (let index = 0; index < 10; index += 1) {
      const lines = [house.lineOf({ price: 15_001 + index })]
      ids.push(await house.created({ name: `Regla ${index}`, invoice_lines: lines }))
    }
    const shown = await preview(ids, percent('4.5'))
    expect(at(shown.body, 'rules', 0)).toMatchObject({
      id: ids[0],
      lines: [{ price: { from: '15001', to: '15676' }, exact: '15676.045', kept: null }],
    })
    await changed(ids, percent('4.5'))
    const expected = [
      '15676',
      '15677',
      '15678',
      '15679',
      '15680',
      '15681',
      '15682',
      '15683',
      '15684',
    ]
    expect(await Promise.all(ids.slice(0, 9).map(async (id) => (await line(id)).price))).toEqual(
      expected,
    )
  })

  test.each([['-3'], [-3]])('a percentage of %j lowers each price', async (figure) => {
    const id = await house.created()
    const change = { kind: 'prices', from: '2026-11', change: { by: 'percent', percent: figure } }
    const shown = await changed([id], change)
    expect(at(shown, 'rules', 0, 'lines', 0, 'price')).toEqual({ from: '15000', to: '14550' })
    expect((await line(id)).price).toBe('14550')
  })

  test('a preview changes nothing', async () => {
    const id = await house.created()
    await preview([id], percent('4.5'))
    await preview([id], { kind: 'delete' })
    expect({ ...(await line(id)), rows: await pricesOf(id) }).toMatchObject({
      price: '15000',
      rows: [],
    })
    expect(house.bench.told.stopped).toHaveLength(1)
  })

  test('a rise from a later month leaves the next documents as they are', async () => {
    const id = await house.created()
    await changed([id], percent('10', '2027-01'))
    expect(await line(id)).toMatchObject({
      price: '15000',
      later_prices: [{ from: '2027-01', price: '16500' }],
    })
  })

  test('a second rise builds on the price of its month, and takes the place of later ones', async () => {
    const id = await house.created()
    await changed([id], percent('10', '2027-02'))
    await changed([id], percent('20', '2027-04'))
    expect(await pricesOf(id)).toEqual([
      ['2027-02', '16500'],
      ['2027-04', '19800'],
    ])
    const shown = await changed([id], percent('10', '2027-03'))
    expect(at(shown, 'rules', 0, 'lines', 0)).toMatchObject({
      price: { from: '16500', to: '18150' },
      replaced: [{ from: '2027-04', price: '19800' }],
    })
    expect(await pricesOf(id)).toEqual([
      ['2027-02', '16500'],
      ['2027-03', '18150'],
    ])
  })

  test('the IPC raises prices in pesos only, and its months are on record', async () => {
    const lines = [
      house.lineOf({}),
      house.lineOf({ product_id: house.known.uf, price: 2, order: 2 }),
    ]
    const id = await house.created({ invoice_lines: lines, uf_rate_type: 'DAY_OF' })
    const change = { by: 'ipc', percent: '3.87', first_month: '2025-11', last_month: '2026-10' }
    const shown = await changed([id], { kind: 'prices', from: '2026-12', change })
    expect(at(shown, 'rules', 0, 'lines')).toMatchObject([
      { price: { from: '15000', to: '15581' }, exact: '15580.5' },
      { price: null, kept: 'isUf' },
    ])
    const events = await recorded('rulePricesChanged')
    expect(events.at(-1)).toMatchObject({
      subject: `rule:${id}`,
      data: { from: '2026-12', percent: '3.87', firstMonth: '2025-11', lastMonth: '2026-10' },
    })
  })

  test('a new UF price leaves prices in pesos and what is filled in each month', async () => {
    const open = { price: null, price_is_fixed: false, order: 3 }
    const lines = [
      house.lineOf({}),
      house.lineOf({ product_id: house.known.uf, price: 2, order: 2 }),
      house.lineOf(open),
    ]
    const id = await house.created({ invoice_lines: lines, uf_rate_type: 'DAY_OF' })
    const change = { kind: 'prices', from: '2026-11', change: { by: 'uf', price: '2.25' } }
    const shown = await changed([id], change)
    expect(at(shown, 'rules', 0, 'lines')).toMatchObject([
      { price: null, kept: 'isClp' },
      { price: { from: '2', to: '2.25' }, exact: null },
      { price: null, kept: 'open' },
    ])
  })

  test('what was set is withdrawn, and the price before it holds again', async () => {
    const id = await house.created()
    await changed([id], percent('10', '2026-12'))
    await changed([id], percent('10', '2027-03'))
    const withdraw = { kind: 'prices', from: '2027-03', change: { by: 'withdraw' } }
    const shown = await changed([id], withdraw)
    expect(at(shown, 'rules', 0, 'lines', 0)).toMatchObject({
      price: { from: '18150', to: '16500' },
    })
    expect(await pricesOf(id)).toEqual([['2026-12', '16500']])
  })

  test('an edit that leaves the shown price keeps what comes; a price written anew holds in all months', async () => {
    const id = await house.created()
    await changed([id], percent('10', '2027-02'))
    await house.change(id, { invoice_lines: [house.lineOf({ quantity: 5 })] })
    expect(await pricesOf(id)).toEqual([['2027-02', '16500']])
    await house.change(id, { invoice_lines: [house.lineOf({ price: 20_000 })] })
    expect(await line(id)).not.toHaveProperty('later_prices')
    expect(await line(id)).toMatchObject({ price: '20000' })
  })
})

describe('what was shown', () => {
  test('is made, or nothing is: a price that changed meanwhile is refused for all', async () => {
    const ids = [await house.created(), await house.created()]
    const shown = await preview(ids, percent('4.5'))
    await house.change(ids[1] ?? 0, { invoice_lines: [house.lineOf({ price: 20_000 })] })
    const reply = await make(ids, percent('4.5'), at(shown.body, 'digest'))
    expect(reply.status).toBe(409)
    expect((await line(ids[0] ?? 0)).price).toBe('15000')
  })

  test('is of that very change: the same prices from another month are another change', async () => {
    const id = await house.created()
    const shown = await preview([id], percent('4.5', '2026-12'))
    const reply = await make([id], percent('4.5', '2027-01'), at(shown.body, 'digest'))
    expect(reply.status).toBe(409)
    expect(await pricesOf(id)).toEqual([])
  })

  test('counts rules chosen twice once', async () => {
    const id = await house.created()
    const shown = await changed([id, id], percent('10'))
    expect(at(shown, 'rules')).toHaveLength(1)
    expect((await line(id)).price).toBe('16500')
  })
})

describe('pause, resume, deletion and day of many rules', () => {
  test('a pause stops what waits of each; one that rests already stays', async () => {
    const ids = [await house.created(), await house.created({ name: 'Otra' })]
    await house.change(ids[0] ?? 0, { is_paused: true })
    house.bench.told.stopped.length = 0
    const before = (await recorded('rulePaused')).length
    const shown = await preview(ids, { kind: 'pause' })
    house.bench.told.stopped.length = 0
    await make(ids, { kind: 'pause' }, at(shown.body, 'digest'))
    expect(house.bench.told.stopped).toMatchObject([{ ruleId: ids[1], reason: 'rulePaused' }])
    expect(await recorded('rulePaused')).toHaveLength(before + 1)
    expect(at(shown.body, 'rules')).toMatchObject([
      { is_paused: null },
      {
        is_paused: { from: false, to: true },
        next_emission_date: { from: '2026-11-20', to: null },
      },
    ])
  })

  test('a resumption tells the day from which each goes on', async () => {
    const id = await house.created()
    await changed([id], { kind: 'pause' })
    const shown = await changed([id], { kind: 'resume' })
    expect(at(shown, 'rules')).toMatchObject([
      {
        is_paused: { from: true, to: false },
        next_emission_date: { from: null, to: '2026-11-20' },
      },
    ])
  })

  test('a deletion takes all of them or none', async () => {
    const ids = [await house.created(), await house.created()]
    const gone = await house.user.call('DELETE', `${RULES}${ids[1]}/`)
    expect(gone.status).toBe(204)
    expect(await preview(ids, { kind: 'delete' })).toEqual(NOT_FOUND)
    expect((await house.read(ids[0] ?? 0)).status).toBe(200)
    const shown = await changed(ids.slice(0, 1), { kind: 'delete' })
    expect(at(shown, 'rules')).toMatchObject([{ is_deleted: true, next_emission_date: null }])
    expect(await house.read(ids[0] ?? 0)).toEqual(NOT_FOUND)
  })

  test('another day moves the next emission of each', async () => {
    const ids = [await house.created(), await house.created({ day_of_month: 25 })]
    const change = { kind: 'schedule', business_day_rule: 'EXACT', day_of_month: 25 }
    const shown = await changed(ids, change)
    expect(at(shown, 'rules')).toMatchObject([
      {
        schedule: { from: { day_of_month: 20 }, to: { day_of_month: 25 } },
        next_emission_date: { from: '2026-11-20', to: '2026-11-25' },
      },
      { schedule: null, next_emission_date: null },
    ])
  })

  test('what keeps one rule from being changed is told at its place, and none is changed', async () => {
    const ids = [await house.created(), await house.created()]
    await house.bench.database.db
      .updateTable('rule_line')
      .set({ price: '0.5' })
      .where('rule_id', '=', ids[1] ?? 0)
      .execute()
    const change = { kind: 'schedule', business_day_rule: 'LAST_DAY', day_of_month: null }
    const reply = await preview(ids, change)
    expect(reply.status).toBe(400)
    expect(at(reply.body, 'rules', 0)).toEqual({})
    expect(at(reply.body, 'rules', 1)).toHaveProperty('invoice_lines')
    expect(at((await house.read(ids[0] ?? 0)).body, 'business_day_rule')).toBe('EXACT')
  })
})

describe('what is refused', () => {
  test.each([
    ['a month gone by', { kind: 'prices', from: '2026-10', change: { by: 'percent', percent: 4 } }],
    ['a month too far', { kind: 'prices', from: '2027-12', change: { by: 'percent', percent: 4 } }],
    ['no percent', percent('0')],
    ['more than a hundred percent', percent('100.5')],
    ['a discount of more than a half', percent('-50.1')],
    ['a discount of nothing', percent('-0')],
    [
      'an IPC below zero',
      {
        kind: 'prices',
        from: '2026-12',
        change: { by: 'ipc', percent: -1, first_month: '2026-01', last_month: '2026-02' },
      },
    ],
    ['five decimals', percent('1.00001')],
    ['a UF price of zero', { kind: 'prices', from: '2026-12', change: { by: 'uf', price: 0 } }],
    [
      'an IPC backwards',
      {
        kind: 'prices',
        from: '2026-12',
        change: { by: 'ipc', percent: 3, first_month: '2026-10', last_month: '2026-09' },
      },
    ],
    [
      'an IPC of months to come',
      {
        kind: 'prices',
        from: '2026-12',
        change: { by: 'ipc', percent: 3, first_month: '2026-10', last_month: '2026-12' },
      },
    ],
    ['day 29', { kind: 'schedule', business_day_rule: 'EXACT', day_of_month: 29 }],
    ['no day', { kind: 'schedule', business_day_rule: 'EXACT', day_of_month: null }],
    ['another change', { kind: 'issue' }],
  ])('%s', async (_case, change) => {
    const id = await house.created()
    expect((await preview([id], change)).status).toBe(400)
  })

  test('another tenant’s rule answers as an absent one', async () => {
    const id = await house.created()
    const body = { rules: [id], change: { kind: 'pause' } }
    expect(await house.other.call('POST', `${AT_ONCE}preview/`, body)).toEqual(NOT_FOUND)
    expect(await preview([id, 999_999], { kind: 'pause' })).toEqual(NOT_FOUND)
  })

  test('no rule, and more than two hundred', async () => {
    expect((await preview([], { kind: 'pause' })).status).toBe(400)
    const many = Array.from({ length: 201 }, (_, index) => index + 1)
    expect((await preview(many, { kind: 'pause' })).status).toBe(400)
  })

  test('a price above what a line may cost', async () => {
    const id = await house.created({ invoice_lines: [house.lineOf({ price: 999_999_999_999 })] })
    const reply = await preview([id], percent('1'))
    expect(reply.status).toBe(400)
    expect(at(reply.body, 'rules', 0)).toHaveProperty('price')
  })
})
