/** Why a typed number was not taken. */
export type NumberProblem =
  | 'empty'
  | 'notANumber'
  | 'negative'
  | 'zero'
  | 'tooManyDecimals'
  | 'tooLarge'

/** `ambiguous`: a Chilean and a foreign reader would see different numbers, so neither is assumed. */
export type TypedNumber<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'ambiguous' }
  | { kind: 'invalid'; problem: NumberProblem }

/** An exact decimal as a whole count of millionths: the SII's quantities and prices have 6 decimals. */
export type Millionths = bigint

export const DECIMALS = 6
export const ONE: Millionths = 10n ** BigInt(DECIMALS)
/** The SII's Dec12_6Type: twelve digits before the point, six after (formato DTE 2.4.2). */
const MAX: Millionths = 10n ** 18n - 1n
const MAX_TYPED_LENGTH = 40

/** Thousands grouped by spaces, also by those that don't break: '1 234 567,5'. */
const GROUPED_BY_SPACES = /^[-−]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:,\d+)?$/

/**
 * Reads a number as typed in Chile: dots or spaces group thousands, the comma is the only decimal separator.
 * '1.000' is a thousand, '1,5' one and a half; '1.5', '1,234.5' and '0.500' are ambiguous. Spaces that group no
 * thousands stand between two numbers, which are none together.
 */
export function readTypedDecimal(text: string): TypedNumber<Millionths> {
  const trimmed = text.trim()
  if (trimmed === '') return invalid('empty')
  if (trimmed.length > MAX_TYPED_LENGTH) return invalid('notANumber')
  const written = GROUPED_BY_SPACES.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed
  if (!/^[-−]?[\d.,]*\d$/.test(written)) return invalid('notANumber')
  if (!/^\d/.test(written)) return invalid(/^[-−]/.test(written) ? 'negative' : 'notANumber')
  const match = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/.exec(written)
  if (match === null) return { kind: 'ambiguous' }
  return bounded(String(match[1]).replaceAll('.', ''), match[2] ?? '')
}

/**
 * Reads a number as it comes in JSON: a JSON number, or a decimal string with a point ('1.50').
 * Null for anything else: negatives, NaN, exponents, more than 12 whole digits or 6 decimals.
 */
export function readWireDecimal(value: unknown): Millionths | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(String(value))
  if (match === null) return null
  const read = bounded(String(match[1]), match[2] ?? '')
  return read.kind === 'ok' ? read.value : null
}

/** Canonical text: a point, no exponent, no zeros to spare. */
export function decimalText(value: Millionths): string {
  const { whole, decimals } = parts(value)
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** The way back from `decimalText`. */
export function fromDecimalText(text: string): Millionths {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'))
}

/** '1.234,5' with every decimal it has, and zeros up to `minDecimals`. */
export function formatDecimal(value: Millionths, minDecimals = 0): string {
  const { whole, decimals } = parts(value)
  const shown = decimals.padEnd(minDecimals, '0')
  return shown === '' ? groupThousands(whole) : `${groupThousands(whole)},${shown}`
}

/** '1234567' → '1.234.567'. Ours: `Intl` in plain Spanish doesn't group four digits. */
export function groupThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3)
    groups.push(digits.slice(Math.max(0, end - 3), end))
  return groups.reverse().join('.')
}

/** Of decimals, which say nothing by them. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

function bounded(whole: string, decimals: string): TypedNumber<Millionths> {
  const meaningful = withoutLastZeros(decimals)
  if (meaningful.length > DECIMALS) return invalid('tooManyDecimals')
  const value = BigInt(whole + meaningful.padEnd(DECIMALS, '0'))
  return value > MAX ? invalid('tooLarge') : { kind: 'ok', value }
}

function parts(value: Millionths): { whole: string; decimals: string } {
  const digits = String(value).padStart(DECIMALS + 1, '0')
  return {
    whole: digits.slice(0, -DECIMALS),
    decimals: withoutLastZeros(digits.slice(-DECIMALS)),
  }
}

function invalid(problem: NumberProblem): { kind: 'invalid'; problem: NumberProblem } {
  return { kind: 'invalid', problem }
}
