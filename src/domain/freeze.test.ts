import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, day, knownDay, month, monthOf, type Day } from './day.ts'
import { freezeBoleta } from './freeze-boleta.ts'
import { freezeFactura, freezeLines, type EmissionDates, type Frozen } from './freeze.ts'
import { clp } from './money.ts'
import type { Rule, RuleClient, RuleLine, UfRateType } from './rule.ts'
import { rut } from './rut.ts'
import type { MonthOffset } from './schedule.ts'
import { MAX_LINE_CLP } from './totals.ts'
import { quantity, uf, type Uf } from './uf.ts'

const client: RuleClient = {
  clientId: 3,
  rut: rut('93939393-5'),
  name: 'CLIENTE',
  address: { street: 'UNO 1', commune: 'TALCA', city: 'TALCA' },
  giro: 'COMERCIO',
  contactName: 'Eva',
  contactRut: rut('11111111-1'),
}

function inPesos(unit: number, count = '1'): RuleLine {
  return {
    name: 'Asesoría',
    description: '',
    code: 'A',
    quantity: quantity(count),
    price: { currency: 'CLP', unitClp: clp(unit) },
    currency: 'CLP',
  }
}

function inUf(unit: string, count = '1'): RuleLine {
  const price = { currency: 'UF', unitUf: uf(unit) } as const
  return { ...inPesos(1, count), price, currency: 'UF' }
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
    email: 'a@b.cl',
    address: { street: 'DOS 2', commune: 'PROVIDENCIA', city: 'SANTIAGO', branchCode: '7' },
    activity: { code: '702000', description: 'CONSULTORIA' },
  },
  clients: [client],
  lines: [inPesos(100_000)],
}

const on = (emission: string, issue = emission): EmissionDates => ({
  emissionDay: knownDay(emission),
  issueDate: knownDay(issue),
})
const november = on('2026-11-30')

/** Each day its own value, so that a wrong day shows. */
const RATES: Record<string, string> = {
  '2026-10-31': '39200.15',
  '2026-11-30': '39333.33',
  '2026-12-05': '39444.44',
}
const ufOn = (wanted: Day): Uf | null => {
  const value = RATES[wanted]
  return value === undefined ? null : uf(value)
}
const noUf = (): null => null

function contentOf(frozen: Frozen) {
  if (frozen.kind !== 'frozen') throw new Error(`Not frozen: ${JSON.stringify(frozen)}`)
  return frozen.content
}

function linesOf(given: Pick<Rule, 'lines' | 'ufRateType' | 'monthOffset'>, when = november) {
  const frozen = freezeLines(given, when, ufOn)
  if (frozen.kind !== 'lines') throw new Error(`Not frozen: ${JSON.stringify(frozen)}`)
  return frozen.lines
}

describe('a factura frozen', () => {
  it('says who, to whom, what and how much, and nothing of the rule besides', () => {
    expect(freezeFactura(rule, client, november, noUf)).toEqual({
      kind: 'frozen',
      content: {
        kind: 'factura',
        issueDate: '2026-11-30',
        serviceMonth: '2026-11',
        issuer: {
          rut: '77070707-2',
          name: 'EMISOR',
          address: rule.issuer.address,
          activity: rule.issuer.activity,
          email: 'a@b.cl',
        },
        recipient: {
          rut: '93939393-5',
          name: 'CLIENTE',
          giro: 'COMERCIO',
          address: client.address,
          contactName: 'Eva',
          contactRut: '11111111-1',
        },
        lines: [
          {
            name: 'Asesoría',
            description: '',
            code: 'A',
            quantity: '1',
            price: { currency: 'CLP', unitClp: 100_000 },
            amountClp: 100_000,
          },
        ],
        netoClp: 100_000,
        ivaClp: 19_000,
        totalClp: 119_000,
        paymentForm: 2,
      },
    })
  })

  it('is the same every time it is frozen', () => {
    const first = freezeFactura(rule, client, november, ufOn)
    expect(freezeFactura(structuredClone(rule), client, november, ufOn)).toEqual(first)
  })
})

describe('the service month', () => {
  it.each<[MonthOffset, string, string]>([
    [-1, '2026-11-30', '2026-10'],
    [0, '2026-11-30', '2026-11'],
    [1, '2026-11-30', '2026-12'],
    [1, '2026-12-31', '2027-01'],
    [-1, '2027-01-04', '2026-12'],
  ])(
    'with offset %i of an emission on %s is %s, the issue date unmoved',
    (offset, emission, served) => {
      const content = contentOf(
        freezeFactura({ ...rule, monthOffset: offset }, client, on(emission), noUf),
      )
      expect(content).toMatchObject({ serviceMonth: served, issueDate: emission })
    },
  )

  it('of a missed emission stays its own, while date and UF are the later day’s', () => {
    const late = on('2026-11-30', '2026-12-05')
    const line = { ...inUf('1'), name: 'Asesoría {{mes}}' }
    const inUfToday: Rule = { ...rule, ufRateType: 'DAY_OF', lines: [line] }
    const content = contentOf(freezeFactura(inUfToday, client, late, ufOn))
    expect(content).toMatchObject({ serviceMonth: '2026-11', issueDate: '2026-12-05' })
    expect(content.lines[0]).toMatchObject({
      name: 'Asesoría noviembre',
      price: { rateDay: '2026-12-05', rateClp: '39444.44' },
      amountClp: 39_444,
    })
  })

  it('of a missed emission takes the close before the month it is issued in', () => {
    const late = on('2026-11-30', '2026-12-05')
    const content = contentOf(freezeFactura({ ...rule, lines: [inUf('1')] }, client, late, ufOn))
    expect(content.serviceMonth).toBe('2026-11')
    expect(content.lines[0]?.price).toMatchObject({ rateDay: '2026-11-30', rateClp: '39333.33' })
  })

  it('is put into words in the lines, the number of the document left open', () => {
    const spoken = {
      ...inPesos(1_000),
      name: 'Asesoría {{mes}} {{año}}',
      description: '{{Mes}}, factura {{numero_documento}}, {{otra}}',
    }
    const [line] = linesOf({ ...rule, monthOffset: 1, lines: [spoken] }, on('2026-12-31'))
    expect(line).toMatchObject({
      name: 'Asesoría enero 2027',
      description: 'Enero, factura {{numero_documento}}, {{otra}}',
    })
  })

  it('is counted from the emission, whenever it is issued', () => {
    const offsets = fc.constantFrom<MonthOffset>(-1, 0, 1)
    const lateBy = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(offsets, fc.integer({ min: 0, max: 60 }), lateBy, (offset, months, lateness) => {
        const emission = knownDay(`${addMonths(month(2026, 1), months)}-15`)
        const issue = knownDay(`${addMonths(monthOf(emission), lateness)}-20`)
        const when = { emissionDay: emission, issueDate: issue }
        const content = contentOf(
          freezeFactura({ ...rule, monthOffset: offset }, client, when, noUf),
        )
        expect(content.serviceMonth).toBe(addMonths(monthOf(emission), offset))
        expect(content.issueDate).toBe(issue)
      }),
    )
  })
})

describe('a line in UF', () => {
  it.each<[UfRateType, string, string]>([
    ['PREV_MONTH_CLOSE', '2026-10-31', '39200.15'],
    ['DAY_OF', '2026-11-30', '39333.33'],
  ])('by %s takes the UF of %s, and says so', (ufRateType, rateDay, rateClp) => {
    const [line] = linesOf({ ...rule, ufRateType, lines: [inUf('1.5')] })
    expect(line?.price).toEqual({ currency: 'UF', unitUf: '1.5', rateClp, rateDay })
  })

  it('waits for its day’s UF, which is named; no other day’s stands in', () => {
    const asked: Day[] = []
    const frozen = freezeFactura({ ...rule, lines: [inUf('1')] }, client, november, (wanted) => {
      asked.push(wanted)
      return null
    })
    expect(frozen).toEqual({ kind: 'ufMissing', day: '2026-10-31' })
    expect(asked).toEqual(['2026-10-31'])
  })

  it('holds a rule that has it beside lines in pesos', () => {
    const mixed: Rule = { ...rule, lines: [inPesos(1_000), inUf('1')] }
    expect(freezeFactura(mixed, client, november, noUf).kind).toBe('ufMissing')
  })

  it('asks for no UF where every line is in pesos', () => {
    const never = () => {
      throw new Error('Nobody needs the UF')
    }
    expect(freezeFactura(rule, client, november, never).kind).toBe('frozen')
  })
})

describe('rounding', () => {
  it.each<[string, RuleLine[], number, number]>([
    ['12,5 UF', [inUf('1', '12.5')], 490_002, 93_100],
    ['half a peso goes up', [inPesos(333, '1.5')], 500, 95],
    ['just under half a peso goes down', [inPesos(333, '1.498498')], 499, 95],
    ['each line before the sum', [inPesos(333, '1.5'), inPesos(333, '1.5')], 1_000, 190],
    ['IVA on the sum and not by line', Array.from({ length: 10 }, () => inPesos(2)), 20, 4],
  ])('happens once: %s', (_, lines, neto, iva) => {
    const content = contentOf(freezeFactura({ ...rule, lines }, client, november, ufOn))
    expect(content).toMatchObject({ netoClp: neto, ivaClp: iva, totalClp: neto + iva })
  })

  it('leaves every line within half a peso of its exact amount, and the sum exact', () => {
    const counts = fc.integer({ min: 1, max: 5_000_000 })
    const units = fc.integer({ min: 1, max: 50_000_000 })
    const lines = fc.array(fc.tuple(counts, units), { minLength: 1, maxLength: 10 })
    const RATE_CENTS = 3_920_015n
    fc.assert(
      fc.property(lines, (each) => {
        const written = each.map(([count, unit]) => inUf(millionths(unit), millionths(count)))
        const frozen = linesOf({ ...rule, lines: written })
        frozen.forEach((line, index) => {
          const [count, unit] = each[index] ?? [0, 0]
          const scale = 10n ** 14n
          const exact = BigInt(count) * BigInt(unit) * RATE_CENTS
          const off = BigInt(line.amountClp) * scale - exact
          expect(off * 2n <= scale && off * 2n > -scale).toBe(true)
        })
        const content = freezeFactura({ ...rule, lines: written }, client, november, ufOn)
        const neto = frozen.reduce((sum, line) => sum + line.amountClp, 0)
        if (content.kind === 'frozen') expect(content.content.netoClp).toBe(neto)
        else expect(neto).toBeLessThan(3)
      }),
    )
  })

  function millionths(value: number): string {
    return `${Math.floor(value / 1_000_000)}.${String(value % 1_000_000).padStart(6, '0')}`
  }
})

describe('a boleta frozen', () => {
  const boleta: Rule = { ...rule, kind: 'boletaHonorarios' }
  const frozenOn = (when: EmissionDates, lines = rule.lines) =>
    freezeBoleta({ ...boleta, lines }, client, when, noUf, null)

  it('late keeps its service month and takes the retention of the year it is issued in', () => {
    expect(frozenOn(on('2026-12-31', '2027-01-04'))).toMatchObject({
      content: { serviceMonth: '2026-12', issueDate: '2027-01-04', retentionClp: 16_000 },
    })
  })

  it('has at most the four lines of its form', () => {
    const lines = Array.from({ length: 4 }, () => inPesos(1_000))
    expect(frozenOn(november, lines)).toMatchObject({ content: { grossClp: 4_000 } })
    expect(frozenOn(november, [...lines, inPesos(1_000)])).toEqual({
      kind: 'missing',
      reason: 'boletaDataMissing',
    })
  })

  it('has the retention that its person accepted for that gross, and for no other', () => {
    const retentionFor = (gross: number) => {
      const accepted = { grossClp: clp(gross), retentionClp: clp(1_234) }
      const frozen = freezeBoleta(boleta, client, november, noUf, accepted)
      return frozen.kind === 'frozen' && frozen.content.retentionClp
    }
    expect(retentionFor(100_000)).toBe(1_234)
    expect(retentionFor(99_999)).toBe(15_250)
  })

  it('is withheld by whom the rule names', () => {
    const withheldBy = (withholder: Rule['withholder']) => {
      const frozen = freezeBoleta({ ...boleta, withholder }, client, november, noUf, null)
      return frozen.kind === 'frozen' && frozen.content.withholder
    }
    expect(withheldBy('issuer')).toBe('issuer')
    expect(withheldBy('recipient')).toBe('recipient')
  })

  it('is missing when one of its lines comes to nothing', () => {
    expect(frozenOn(november, [inPesos(1_000), inPesos(1, '0.1')])).toEqual({
      kind: 'missing',
      reason: 'totalTooSmall',
    })
  })
})

describe('what is missing', () => {
  const bareIssuer = { ...rule.issuer, address: null, activity: null }
  const bareClient = { ...client, address: null, giro: null }
  const noCity = { street: 'UNO 1', commune: 'TALCA', city: '' }
  const toComplete = { ...inPesos(1), quantity: null }

  // From the top: each case has everything that the cases below it lack.
  it.each<[string, Partial<Rule>, Partial<RuleClient>]>([
    ['issuerAddressMissing', { issuer: bareIssuer, lines: [] }, bareClient],
    [
      'issuerCityMissing',
      { issuer: { ...bareIssuer, address: { ...noCity, branchCode: '' } }, lines: [] },
      bareClient,
    ],
    [
      'issuerActivityMissing',
      { issuer: { ...rule.issuer, activity: null }, lines: [] },
      bareClient,
    ],
    ['recipientAddressMissing', { lines: [] }, bareClient],
    ['recipientCityMissing', { lines: [] }, { address: noCity, giro: null }],
    ['recipientGiroMissing', { lines: [] }, { giro: null }],
    ['noLines', { lines: [] }, {}],
    ['linesToComplete', { lines: [toComplete] }, {}],
    ['totalTooSmall', { lines: [inPesos(2)] }, {}],
  ])('is told first things first: %s', (reason, changedRule, changedClient) => {
    const frozen = freezeFactura(
      { ...rule, ...changedRule },
      { ...client, ...changedClient },
      november,
      ufOn,
    )
    expect(frozen).toEqual({ kind: 'missing', reason })
  })

  it.each<[string, RuleLine]>([
    ['a quantity', { ...inPesos(1_000), quantity: null }],
    ['a price in pesos', { ...inPesos(1_000), price: null }],
    ['a price in UF', { ...inUf('1'), price: null }],
  ])('is %s of one line among good ones', (_, line) => {
    const lines = [inPesos(1_000), line]
    expect(freezeFactura({ ...rule, lines }, client, november, ufOn)).toEqual({
      kind: 'missing',
      reason: 'linesToComplete',
    })
  })

  it('is an amount the SII takes', () => {
    const most = inPesos(MAX_LINE_CLP)
    expect(freezeFactura({ ...rule, lines: [most] }, client, november, ufOn).kind).toBe('frozen')
    const over = inPesos(MAX_LINE_CLP, '2')
    expect(freezeFactura({ ...rule, lines: [over] }, client, november, ufOn)).toEqual({
      kind: 'missing',
      reason: 'totalTooLarge',
    })
  })

  it('is nothing from the least total that carries IVA', () => {
    const lines = [inPesos(3)]
    expect(contentOf(freezeFactura({ ...rule, lines }, client, november, ufOn))).toMatchObject({
      ivaClp: 1,
    })
  })

  it('keeps one client’s factura back and no other’s', () => {
    const bare = { ...bareClient, clientId: 4 }
    const shared: Rule = { ...rule, clients: [bare, client] }
    const kinds = shared.clients.map((one) => freezeFactura(shared, one, november, ufOn).kind)
    expect(kinds).toEqual(['missing', 'frozen'])
  })
})
