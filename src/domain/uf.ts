import type { Brand } from './brand.ts'
import type { Millionths, TypedNumber } from './decimal.ts'
import {
  decimalText,
  formatDecimal,
  fromDecimalText,
  ONE,
  readTypedDecimal,
  readWireDecimal,
} from './decimal.ts'
import type { Clp } from './money.ts'
import { clp, roundHalfUpRatio } from './money.ts'

/** An amount of UF, or the pesos of one UF: exact decimal text, '12.5', '39200.15'. Zero or more. */
export type Uf = Brand<string, 'Uf'>
/** How many of a thing: exact decimal text like `Uf`, above zero. */
export type Quantity = Brand<string, 'Quantity'>

/**
 * quantity × UF × rate in pesos, rounded half up once, at the end. Exact: binary floating point
 * never touches it. Throws beyond 2^53 pesos; `lineAmount` answers null well before.
 */
export function ufToClp(quantity: Quantity, unitUf: Uf, rateClp: Uf): Clp {
  return clp(Number(ufToPesos(quantity, unitUf, rateClp)))
}

/** quantity × whole pesos, rounded half up once. Throws as `ufToClp` does. */
export function clpAmount(quantity: Quantity, unitClp: Clp): Clp {
  return clp(Number(clpToPesos(quantity, unitClp)))
}

/** `ufToClp` before it is known to fit in pesos: never throws. */
export function ufToPesos(quantity: Quantity, unitUf: Uf, rateClp: Uf): bigint {
  const product = fromDecimalText(quantity) * fromDecimalText(unitUf) * fromDecimalText(rateClp)
  return roundHalfUpRatio(product, ONE * ONE * ONE)
}

/** `clpAmount` before it is known to fit in pesos: never throws. */
export function clpToPesos(quantity: Quantity, unitClp: Clp): bigint {
  return roundHalfUpRatio(fromDecimalText(quantity) * BigInt(unitClp), ONE)
}

/**
 * Reads UF as typed in Chile, with or without 'UF' in front. Only the comma separates decimals, so that
 * '37.654,32' never becomes 37.65432; '1.5' is refused as ambiguous. At most 6 decimals, never negative.
 */
export function parseUf(text: string): TypedNumber<Uf> {
  return branded(readTypedDecimal(text.replace(/^\s*uf/i, '')), ufOf)
}

/** As `parseUf`, and above zero: the SII's smallest quantity is 0,000001. */
export function parseQuantity(text: string): TypedNumber<Quantity> {
  const read = readTypedDecimal(text)
  if (read.kind === 'ok' && read.value === 0n) return { kind: 'invalid', problem: 'zero' }
  return branded(read, quantityOf)
}

/** From JSON, number or decimal string with a point ('1.50'). Null when refused. */
export function ufFromWire(value: unknown): Uf | null {
  const read = readWireDecimal(value)
  return read === null ? null : ufOf(read)
}

/** As `ufFromWire`; zero is refused too. */
export function quantityFromWire(value: unknown): Quantity | null {
  const read = readWireDecimal(value)
  return read === null || read === 0n ? null : quantityOf(read)
}

/** Decimal string with a point. Never a JSON number, whose reader might round it. */
export function toWire(value: Uf | Quantity): string {
  return value
}

/** For values we know to be right: throws where `ufFromWire` answers null. */
export function uf(text: string): Uf {
  const read = ufFromWire(text)
  if (read === null) throw new RangeError(`Not an amount of UF: ${text}`)
  return read
}

/** For values we know to be right: throws where `quantityFromWire` answers null. */
export function quantity(text: string): Quantity {
  const read = quantityFromWire(text)
  if (read === null) throw new RangeError(`Not a quantity: ${text}`)
  return read
}

/** 'UF 18,50': two decimals or as many as it has. `Intl` would write 'CLF 18,5000'. */
export function formatUf(value: Uf): string {
  return `UF ${formatDecimal(fromDecimalText(value), 2)}`
}

/** The value of one UF in pesos: '$39.200,15'. */
export function formatUfRate(rateClp: Uf): string {
  return `$${formatDecimal(fromDecimalText(rateClp), 2)}`
}

/** '1.234,5'. Also what an input shows, for UF too: `parseQuantity` and `parseUf` read it back. */
export function formatQuantity(value: Quantity | Uf): string {
  return formatDecimal(fromDecimalText(value))
}

/** Negative, zero or positive, for sorting. As text '9' would come after '10'. */
export function compareUf(a: Uf, b: Uf): number {
  const difference = fromDecimalText(a) - fromDecimalText(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function isZeroUf(value: Uf): boolean {
  return fromDecimalText(value) === 0n
}

/**
 * Whether a number read from outside can be the UF of a day. It was 28.688,73 in September 2020 and
 * 40.844,79 in August 2026; what lies outside is a misread page: a lost decimal comma, the UTM, a dollar.
 */
export function isPlausibleUfRate(rateClp: Uf): boolean {
  return compareUf(rateClp, MIN_PLAUSIBLE_RATE) >= 0 && compareUf(rateClp, MAX_PLAUSIBLE_RATE) <= 0
}

const MIN_PLAUSIBLE_RATE = uf('20000')
const MAX_PLAUSIBLE_RATE = uf('100000')

function branded<T>(read: TypedNumber<Millionths>, make: (value: Millionths) => T): TypedNumber<T> {
  return read.kind === 'ok' ? { kind: 'ok', value: make(read.value) } : read
}

function ufOf(value: Millionths): Uf {
  return decimalText(value) as Uf
}

function quantityOf(value: Millionths): Quantity {
  return decimalText(value) as Quantity
}
