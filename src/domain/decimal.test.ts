import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimalText,
  formatDecimal,
  fromDecimalText,
  groupThousands,
  readTypedDecimal,
  readWireDecimal,
} from './decimal.ts'

const millionths = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })

describe('a number typed in Chile', () => {
  it.each([
    ['0', '0'],
    ['007', '7'],
    ['1.000', '1000'],
    ['1.234,56', '1234.56'],
    ['37.654,32', '37654.32'],
    ['1,000', '1'],
    ['1000,5', '1000.5'],
    ['0,000001', '0.000001'],
    ['1,5000000000', '1.5'],
    ['999.999.999.999,999999', '999999999999.999999'],
    ['1 234,5', '1234.5'],
    [' 1\u00a0234\u202f567 ', '1234567'],
  ])('%s is %s', (typed, text) => {
    const read = readTypedDecimal(typed)
    expect(read.kind === 'ok' ? decimalText(read.value) : read).toBe(text)
  })

  it.each([
    '1.5',
    '1.50',
    '39200.15',
    '1,234.56',
    '1,234,567',
    '0.500',
    '012.345',
    '1.0000',
    '1234.567',
    '1.234.56',
  ])('%s is ambiguous', (typed) => {
    expect(readTypedDecimal(typed)).toEqual({ kind: 'ambiguous' })
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['abc', 'notANumber'],
    ['1e5', 'notANumber'],
    ['0x10', 'notANumber'],
    ['NaN', 'notANumber'],
    ['Infinity', 'notANumber'],
    ['1-2', 'notANumber'],
    ['.', 'notANumber'],
    ['12,', 'notANumber'],
    ['12.', 'notANumber'],
    [',5', 'notANumber'],
    ['+5', 'notANumber'],
    ['-5', 'negative'],
    ['2 3', 'notANumber'],
    ['15000 20000', 'notANumber'],
    ['150\n200', 'notANumber'],
    ['150  200', 'notANumber'],
    ['1 234.5', 'notANumber'],
    ['−1,5', 'negative'],
    ['1,0000001', 'tooManyDecimals'],
    ['1000000000000', 'tooLarge'],
  ])('%j is refused as %s', (typed, problem) => {
    expect(readTypedDecimal(typed)).toEqual({ kind: 'invalid', problem })
  })

  it('is not examined when endless', () => {
    const endless = '1'.repeat(50_000)
    expect(readTypedDecimal(endless)).toEqual({ kind: 'invalid', problem: 'notANumber' })
    expect(readWireDecimal(endless)).toBeNull()
    expect(readTypedDecimal('5'.padStart(40, '0')).kind).toBe('ok')
    expect(readTypedDecimal('5'.padStart(41, '0')).kind).toBe('invalid')
  })

  it('is read back from its own writing, with any number of zeros shown', () => {
    fc.assert(
      fc.property(millionths, fc.nat(6), (value, zeros) => {
        expect(readTypedDecimal(formatDecimal(value, zeros))).toEqual({ kind: 'ok', value })
      }),
    )
  })

  it('is never read as anything but its digits: no reading moves the comma', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 14 })
    fc.assert(
      fc.property(typed, (text) => {
        const read = readTypedDecimal(text)
        if (read.kind !== 'ok') return
        const [whole = '', decimals = ''] = text.replaceAll('.', '').split(',')
        expect(read.value).toBe(
          BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0').slice(0, 6)),
        )
      }),
    )
  })
})

describe('a number on the wire', () => {
  it.each([
    ['1.50', '1.5'],
    ['0.000001', '0.000001'],
    [1.5, '1.5'],
    [39200.15, '39200.15'],
    [0, '0'],
    [-0, '0'],
    ['15000.00', '15000'],
    ['1.50000000', '1.5'],
  ])('%j is %s', (value, text) => {
    const read = readWireDecimal(value)
    expect(read === null ? null : decimalText(read)).toBe(text)
  })

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e21],
    [1e-7],
    [0.1 + 0.2],
    [-1],
    ['-1'],
    ['1e3'],
    ['1,5'],
    ['1.'],
    ['.5'],
    [''],
    [' 1'],
    ['1\n'],
    ['0x1'],
    ['1000000000000'],
    [null],
    [undefined],
    [true],
    [5n],
    [['1']],
    [{}],
  ])('case %#: refused', (value) => {
    expect(readWireDecimal(value)).toBeNull()
  })

  it('comes back whole from its canonical text', () => {
    fc.assert(
      fc.property(millionths, (value) => {
        expect(readWireDecimal(decimalText(value))).toBe(value)
        expect(fromDecimalText(decimalText(value))).toBe(value)
        expect(decimalText(value)).toMatch(/^(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/)
      }),
    )
  })
})

describe('grouping', () => {
  it.each([
    ['1', '1'],
    ['123', '123'],
    ['1234', '1.234'],
    ['123456', '123.456'],
    ['1234567', '1.234.567'],
  ])('%s is %s', (digits, grouped) => {
    expect(groupThousands(digits)).toBe(grouped)
  })

  it('agrees with the es-CL number format', () => {
    const chilean = new Intl.NumberFormat('es-CL', { useGrouping: 'always' })
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        expect(groupThousands(String(number))).toBe(chilean.format(number))
      }),
    )
  })
})
