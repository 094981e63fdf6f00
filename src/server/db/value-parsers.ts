import { types } from 'pg'

type Parse = (text: string) => unknown

/**
 * How PostgreSQL's values arrive: no `Date`, no rounded number. A day is 'YYYY-MM-DD', an instant
 * an ISO string in UTC with milliseconds (they compare as text), numeric stays text, and int8 is a
 * number that is refused when it is not exact.
 */
export function valueParser(oid: number, format: 'text' | 'binary' = 'text'): Parse {
  const own = format === 'text' ? scalars.get(oid) : undefined
  if (own !== undefined) return own
  const element = scalars.get(elementOfArray.get(oid) ?? 0)
  if (element !== undefined && format === 'text') return (text) => parseArray(text, element)
  return defaultParser(oid, format)
}

function defaultParser(oid: number, format: 'text' | 'binary'): Parse {
  const parser: unknown = types.getTypeParser(oid, format)
  if (!isParse(parser)) throw new TypeError(`pg has no parser for type ${oid}`)
  return parser
}

function isParse(value: unknown): value is Parse {
  return typeof value === 'function'
}

const int8 = 20
const date = 1082
const timestamp = 1114
const timestamptz = 1184
const interval = 1186
const numeric = 1700
const textArray = 1009

const scalars = new Map<number, Parse>([
  [int8, exactNumber],
  [date, finite],
  [timestamp, finite],
  [timestamptz, isoInstant],
  [interval, (text) => text],
  [numeric, (text) => text],
])

const elementOfArray = new Map([
  [1016, int8],
  [1182, date],
  [1115, timestamp],
  [1185, timestamptz],
  [1187, interval],
  [1231, numeric],
])

function exactNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is not exact as a number`)
  return value
}

function finite(text: string): string {
  if (text.endsWith('infinity')) throw new RangeError(`${text} is no day`)
  return text
}

/** PostgreSQL writes `2026-03-01 12:00:00.5+00` (every session of ours runs in UTC). */
function isoInstant(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (found === null) throw new RangeError(`${text} is no instant in UTC`)
  const [, day, time, fraction = ''] = found
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

function parseArray(text: string, element: Parse): unknown[] {
  const items = defaultParser(textArray, 'text')(text)
  if (!Array.isArray(items)) throw new TypeError('not an array')
  return items.map((item: unknown) => (typeof item === 'string' ? element(item) : item))
}
