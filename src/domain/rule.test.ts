import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, compare, day, dayOfMonth, firstDayOf, knownDay, monthOf } from './day.ts'
import type { Rule, RuleClient } from './rule.ts'
import { clientReadiness, issuerReadiness, needsUf, ruleReadiness, ufDayOf } from './rule.ts'
import { rut } from './rut.ts'
import { quantity } from './uf.ts'

const days = fc.integer({ min: 0, max: 365 * 60 }).map((count) => addDays(day(2020, 1, 1), count))

const client: RuleClient = {
  clientId: 3,
  rut: rut('93939393-5'),
  name: 'CLIENTE',
  address: { street: 'UNO 1', commune: 'TALCA', city: 'TALCA' },
  giro: 'COMERCIO',
  contactName: '',
  contactRut: null,
}

const rule: Rule = {
  id: 1,
  name: 'Regla',
  kind: 'factura',
  schedule: { rule: 'LAST_DAY' },
  monthOffset: 0,
  startDay: day(2026, 1, 1),
  ufRateType: 'PREV_MONTH_CLOSE',
  person: { rut: rut('15151515-0'), name: 'ANA' },
  withholder: null,
  isPaused: false,
  issuer: {
    companyId: 1,
    rut: rut('77070707-2'),
    name: 'EMISOR',
    email: '',
    address: { street: 'DOS 2', commune: 'PROVIDENCIA', city: 'SANTIAGO', branchCode: '' },
    activity: { code: '702000', description: 'CONSULTORIA' },
  },
  clients: [client],
  lines: [
    {
      name: 'Asesoría',
      description: '',
      code: '',
      quantity: quantity('1'),
      price: null,
      currency: 'CLP',
    },
  ],
}

const withIssuer = (changed: Partial<Rule['issuer']>): Rule => ({
  ...rule,
  issuer: { ...rule.issuer, ...changed },
})
const withoutCity = { street: 'UNO 1', commune: 'TALCA', city: '' }

describe('what the issuer lacks', () => {
  it.each<[string, Rule, string[]]>([
    ['nothing', rule, []],
    ['the address', withIssuer({ address: null }), ['issuerAddressMissing']],
    [
      'its city, asked for only where there is an address',
      withIssuer({ address: { ...withoutCity, branchCode: '' } }),
      ['issuerCityMissing'],
    ],
    ['the activity', withIssuer({ activity: null }), ['issuerActivityMissing']],
    [
      'both, the address first',
      withIssuer({ address: null, activity: null }),
      ['issuerAddressMissing', 'issuerActivityMissing'],
    ],
  ])('%s', (_, lacking, codes) => {
    expect(issuerReadiness(lacking)).toEqual(codes)
  })
})

describe('what a recipient lacks', () => {
  it.each<[string, Partial<RuleClient>, string[]]>([
    ['nothing', {}, []],
    ['the address', { address: null }, ['recipientAddressMissing']],
    ['its city', { address: withoutCity }, ['recipientCityMissing']],
    ['the giro', { giro: null }, ['recipientGiroMissing']],
    ['a giro with words in it', { giro: '' }, ['recipientGiroMissing']],
    [
      'everything, in the order of the form',
      { address: null, giro: null },
      ['recipientAddressMissing', 'recipientGiroMissing'],
    ],
  ])('%s', (_, changed, codes) => {
    expect(clientReadiness({ ...client, ...changed })).toEqual(codes)
  })
})

describe('what a rule lacks', () => {
  it('is nothing when it is whole', () => {
    expect(ruleReadiness(rule)).toEqual([])
  })

  it('names the issuer first, then clients and lines, then each client by name', () => {
    const bare = { ...client, clientId: 4, name: 'OTRO', address: null }
    expect(
      ruleReadiness({ ...withIssuer({ activity: null }), clients: [client, bare], lines: [] }),
    ).toEqual([
      { code: 'issuerActivityMissing' },
      { code: 'noLines' },
      { code: 'recipientAddressMissing', client: { id: 4, name: 'OTRO' } },
    ])
  })

  it('is clients when there are none', () => {
    expect(ruleReadiness({ ...rule, clients: [] })).toEqual([{ code: 'noClients' }])
  })

  it('is all its data for a boleta, whatever it has', () => {
    expect(ruleReadiness({ ...rule, kind: 'boletaHonorarios', clients: [], lines: [] })).toEqual([
      { code: 'boletaDataMissing' },
    ])
  })
})

describe('the day of the UF', () => {
  it.each([
    ['2026-11-30', '2026-10-31'],
    ['2026-11-01', '2026-10-31'],
    ['2026-03-31', '2026-02-28'],
    ['2028-03-01', '2028-02-29'],
    ['2027-01-15', '2026-12-31'],
  ])('of a factura of %s at the previous month’s close is %s', (issued, close) => {
    expect(ufDayOf('PREV_MONTH_CLOSE', knownDay(issued))).toBe(close)
  })

  it('is the day of issue when the rule says so', () => {
    fc.assert(fc.property(days, (issued) => ufDayOf('DAY_OF', issued) === issued))
  })

  it('at the close is always the day before the issue month’s first', () => {
    fc.assert(
      fc.property(days, (issued) => {
        const close = ufDayOf('PREV_MONTH_CLOSE', issued)
        expect(addDays(close, 1)).toBe(firstDayOf(monthOf(issued)))
        expect(compare(close, issued)).toBeLessThan(0)
      }),
    )
  })

  it('at the close is the same for every issue day of a month', () => {
    fc.assert(
      fc.property(days, (issued) => {
        const first = addDays(issued, 1 - dayOfMonth(issued))
        expect(ufDayOf('PREV_MONTH_CLOSE', issued)).toBe(ufDayOf('PREV_MONTH_CLOSE', first))
      }),
    )
  })
})

it('a rule needs the UF when one of its lines is in UF, filled in or not', () => {
  const [line] = rule.lines
  if (line === undefined) throw new Error('The rule has a line')
  expect(needsUf(rule)).toBe(false)
  expect(needsUf({ lines: [] })).toBe(false)
  expect(needsUf({ lines: [line, { ...line, currency: 'UF', price: null }] })).toBe(true)
})
