import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  checkDigit,
  formatRut,
  formatRutWhileTyping,
  isCompanyRut,
  isGenericRut,
  isWithinNaturalPersonBound,
  parseOwnRut,
  parseRut,
  parseRutDigitsOnly,
  RUT_SII,
  rut,
  rutBody,
  rutDv,
  rutProblem,
} from './rut.ts'

const body = fc.integer({ min: 1, max: 99_999_999 })
const anyRut = body.map((number) => rut(`${number}-${checkDigit(number)}`))

/** Written as the textbook does, right to left over the digits, to be a second opinion. */
function textbookDigit(number: number): string {
  const weights = [2, 3, 4, 5, 6, 7]
  const sum = [...String(number)]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (weights[place % 6] ?? 0), 0)
  return '0123456789K'[(11 - (sum % 11)) % 11] ?? ''
}

describe('check digit', () => {
  it.each([
    [60_803_000, 'K'],
    [12_345_678, '5'],
    [66_666_666, '6'],
    [55_555_555, '5'],
    [76_192_083, '9'],
    [11_111_111, '1'],
    [1, '9'],
    [6, 'K'],
    [44_444_444, '4'],
    [99_999_999, '9'],
  ])('of %i is %s', (number, digit) => {
    expect(checkDigit(number)).toBe(digit)
  })

  it('agrees with the textbook for every body', () => {
    fc.assert(fc.property(body, (number) => checkDigit(number) === textbookDigit(number)))
  })

  it('is 0 for some bodies and K for about one in eleven', () => {
    const digits = Array.from({ length: 11_000 }, (_, index) => checkDigit(index + 1_000_000))
    expect(digits.filter((digit) => digit === '0').length).toBeGreaterThan(900)
    expect(digits.filter((digit) => digit === 'K').length).toBeGreaterThan(900)
  })

  it.each([0, -1, 1.5, 100_000_000, Number.NaN])('refuses %d as a body', (number) => {
    expect(() => checkDigit(number)).toThrow(RangeError)
  })
})

describe('reading a RUT', () => {
  it.each([
    ['plain', '12345678-5', '12345678-5'],
    ['with dots', '12.345.678-5', '12345678-5'],
    ['without hyphen', '123456785', '12345678-5'],
    ['a small k', '60803000k', '60803000-K'],
    ['spaces around and inside', '  12 345 678 - 5 ', '12345678-5'],
    ['no-break spaces', '\u00a012.345.678\u202f-\u00a05', '12345678-5'],
    ['an en dash', '12.345.678–5', '12345678-5'],
    ['an em dash', '12345678—5', '12345678-5'],
    ['a non-breaking hyphen', '12345678‑5', '12345678-5'],
    ['a minus sign', '12345678−5', '12345678-5'],
    ['zero-width characters from a PDF', '\u200b12345678\ufeff-5\u200d', '12345678-5'],
    ['leading zeros', '0012345678-5', '12345678-5'],
    ['two characters', '1-9', '1-9'],
  ])('takes %s', (_, text, canonical) => {
    expect(parseRut(text)).toBe(canonical)
    expect(rutProblem(text)).toBeNull()
  })

  it.each([
    ['nothing', '', 'empty'],
    ['only spaces', ' \u00a0\t', 'empty'],
    ['one character', '5', 'malformed'],
    ['only separators', '.-', 'malformed'],
    ['letters', 'hola', 'malformed'],
    ['K inside the body', '1234K678-5', 'malformed'],
    ['a body of zero', '0-0', 'malformed'],
    ['nine digits of body', '123456789-2', 'malformed'],
    ['a date', '05-11-2026', 'malformed'],
    ['two hyphens', '12345678--5', 'malformed'],
    ['commas', '12,345,678-5', 'malformed'],
    ['Arabic digits', '١٢٣٤٥٦٧٨-٥', 'malformed'],
    ['another check digit', '12345678-6', 'wrongCheckDigit'],
    ['a zero for a K', '60803000-0', 'wrongCheckDigit'],
    ['a dropped K', '60803000', 'wrongCheckDigit'],
  ])('refuses %s', (_, text, problem) => {
    expect(parseRut(text)).toBeNull()
    expect(rutProblem(text)).toBe(problem)
    expect(() => rut(text)).toThrow(RangeError)
  })

  it('refuses an endless text', () => {
    expect(rutProblem('1'.repeat(100_000))).toBe('malformed')
    expect(parseRut('12345678-5'.padStart(40))).toBe('12345678-5')
    expect(parseRut('12345678-5'.padStart(41))).toBeNull()
  })

  it('notices any single wrong digit and any two neighbours swapped', () => {
    const place = fc.nat(7)
    const eight = fc.integer({ min: 10_000_000, max: 99_999_998 })
    fc.assert(
      fc.property(eight, place, fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const digits = [...String(number)]
        digits[at] = String((Number(digits[at]) + shift) % 10)
        return parseRut(`${digits.join('')}-${checkDigit(number)}`) === null
      }),
    )
    fc.assert(
      fc.property(eight, fc.nat(6), (number, at) => {
        const digits = [...String(number)]
        fc.pre(digits[at] !== digits[at + 1])
        const swapped = digits.toSpliced(at, 2, digits[at + 1] ?? '', digits[at] ?? '')
        return parseRut(`${swapped.join('')}-${checkDigit(number)}`) === null
      }),
    )
  })

  it('never throws, and agrees with rutProblem on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789kK.-–−\u00a0\u200b xñ١') }),
        (text) => {
          expect(parseRut(text) === null).toBe(rutProblem(text) !== null)
        },
      ),
    )
  })
})

describe('writing a RUT', () => {
  it.each([
    ['1-9', '1-9'],
    ['1000-6', '1.000-6'],
    ['999999-K', '999.999-K'],
    ['1234567-4', '1.234.567-4'],
    ['60803000-K', '60.803.000-K'],
  ])('shows %s as %s', (canonical, shown) => {
    expect(formatRut(rut(canonical))).toBe(shown)
  })

  it('reads back what it writes, and the parts are the whole', () => {
    fc.assert(
      fc.property(anyRut, (value) => {
        expect(parseRut(formatRut(value))).toBe(value)
        expect(`${rutBody(value)}-${rutDv(value)}`).toBe(value)
      }),
    )
  })
})

describe('formatting while typing', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['1-', '1'],
    ['12', '1-2'],
    ['1-23', '12-3'],
    ['12345', '1.234-5'],
    ['1.234.567-85', '12.345.678-5'],
    ['60.803.000-k', '60.803.000-K'],
    ['12.345.678-', '1.234.567-8'],
    ['12.345.678-55', '12.345.678-55'],
    ['Juan', 'Juan'],
    ['12K4', '12K4'],
    ['123456789K', '123456789K'],
    ['-', ''],
    ['012', '01-2'],
  ])('turns %j into %j', (typed, shown) => {
    expect(formatRutWhileTyping(typed)).toBe(shown)
  })

  it('reaches the written form key by key', () => {
    fc.assert(
      fc.property(anyRut, (value) => {
        const keys = value.replace('-', '')
        expect([...keys].reduce((field, key) => formatRutWhileTyping(field + key), '')).toBe(
          formatRut(value),
        )
      }),
    )
  })

  it('never loses a digit or a letter and is idempotent', () => {
    const kept = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '')
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789kK.- aZ') })
    fc.assert(
      fc.property(typed, (text) => {
        const once = formatRutWhileTyping(text)
        expect(kept(once)).toBe(kept(text))
        expect(formatRutWhileTyping(once)).toBe(once)
      }),
    )
  })
})

describe('whose RUT it is', () => {
  it.each([
    ['29999999', true, false],
    ['30000000', false, false],
    ['49999999', false, false],
    ['50000000', false, true],
    ['76192083', false, true],
  ])('%s: signs in %s, company %s', (number, signsIn, company) => {
    const value = rut(`${number}-${checkDigit(Number(number))}`)
    expect(isWithinNaturalPersonBound(value)).toBe(signsIn)
    expect(isCompanyRut(value)).toBe(company)
  })

  it('knows the SII', () => {
    expect(RUT_SII).toBe('60803000-K')
  })
})

describe('bare digits', () => {
  it.each([
    ['body and check digit', '123456785', { kind: 'ok', rut: '12345678-5' }],
    ['a body alone', '12345678', { kind: 'ok', rut: '12345678-5' }],
    ['a body alone whose digit is K', '10000013', { kind: 'ok', rut: '10000013-K' }],
    ['both readings', '12345674', { kind: 'ambiguous' }],
    ['a body too high to be a person', '76192083', { kind: 'invalid' }],
    ['seven million with its digit', '76543216', { kind: 'ok', rut: '7654321-6' }],
    ['seven million with a wrong one', '76543218', { kind: 'invalid' }],
    ['a company', '761920839', { kind: 'invalid' }],
    ['a hyphen', '12345678-5', { kind: 'invalid' }],
    ['a K', '10000013K', { kind: 'invalid' }],
    ['the highest body', '29999999', { kind: 'ok', rut: '29999999-8' }],
    ['the bound itself', '30000000', { kind: 'invalid' }],
    ['the lowest body', '01', { kind: 'ok', rut: '1-9' }],
    ['one digit', '1', { kind: 'invalid' }],
    ['ten digits', '0012345678', { kind: 'invalid' }],
    ['nothing', '', { kind: 'invalid' }],
    ['zeros', '00', { kind: 'invalid' }],
  ])('%s', (_, text, answer) => {
    expect(parseRutDigitsOnly(text)).toEqual(answer)
  })

  it('never takes a person for another: the digits answer that person, or are refused', () => {
    const person = fc.integer({ min: 1, max: 29_999_999 })
    fc.assert(
      fc.property(person, (number) => {
        const digit = checkDigit(number)
        const meant = `${number}-${digit}`
        const read = parseRutDigitsOnly(digit === 'K' ? String(number) : `${number}${digit}`)
        expect(read.kind === 'ok' ? read.rut : meant).toBe(meant)
      }),
    )
  })

  it('reads every person from three million up who sends the check digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3_000_000, max: 29_999_999 }), (number) => {
        fc.pre(checkDigit(number) !== 'K')
        const answer = parseRutDigitsOnly(`${number}${checkDigit(number)}`)
        expect(answer).toEqual({ kind: 'ok', rut: `${number}-${checkDigit(number)}` })
      }),
    )
  })
})

test.each([
  ['44.444.444-4', true],
  ['55555555-5', true],
  ['66666666-6', true],
  ['666666666', true],
  ['77.777.777-7', false],
  ['60803000-K', false],
  ['55555555-4', false],
  ['', false],
])('the RUT %s is one that many share: %s', (text, isGeneric) => {
  expect(isGenericRut(text)).toBe(isGeneric)
})

test('a RUT that many share is nobody’s own', () => {
  expect(parseOwnRut('66.666.666-6')).toBeNull()
  expect(parseOwnRut('60803000-k')).toBe('60803000-K')
  expect(parseOwnRut('60803000-1')).toBeNull()
})
