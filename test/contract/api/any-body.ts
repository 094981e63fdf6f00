import fc from 'fast-check'
import type { JsonSchema } from '#server/http/docs/openapi-types.ts'

/** Rows that are there, by the name of the field that would hold their number. */
export type Known = Record<string, number>

/** Values that a schema takes; a number that stands for a row is mostly of one that is there. */
export function goodValue(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) {
    return fc.oneof(...choices.map((choice) => goodValue(choice, known, name)))
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return goodObject(schema, known)
    case 'array':
      return goodArray(schema, known, name)
    case 'string':
      return goodText(schema)
    case 'integer':
      return goodInteger(schema, known[name])
    case 'number':
      return fc.double({ min: least(schema), max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function goodInteger(schema: JsonSchema, row: number | undefined): fc.Arbitrary<number> {
  const others = fc.integer({ min: least(schema), max: schema.maximum ?? 50 })
  if (row === undefined) return others
  return fc.oneof({ weight: 15, arbitrary: fc.constant(row) }, { weight: 1, arbitrary: others })
}

function least({ minimum, exclusiveMinimum }: JsonSchema): number {
  return minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0)
}

function goodObject(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' ? [[name, goodValue(value, known, name)] as const] : [],
  )
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
}

function goodArray(
  { items, maxItems = 2 }: JsonSchema,
  known: Known,
  name: string,
): fc.Arbitrary<unknown> {
  const item = typeof items === 'object' && !Array.isArray(items) ? items : {}
  return fc.array(goodValue(item, known, name), { minLength: 0, maxLength: Math.min(maxItems, 2) })
}

function goodText({ pattern, format, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') {
    const range = { min: new Date('2026-11-01'), max: new Date('2027-06-01'), noInvalidDate: true }
    return fc.date(range).map((date) => date.toISOString().slice(0, 10))
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const limits = { minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 60) }
  return fc.oneof(fc.string(limits), fc.string({ ...limits, unit: 'grapheme' }))
}

/** Things that programs trip over. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '‮ﷺ🗝️',
    "'; drop table document; --",
    '{{numero_documento}}<script>',
    '../../../etc/passwd',
    'x'.repeat(30_000),
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 31,
    Number.MIN_VALUE,
    '99999999999999999999',
    '1e400',
    'NaN',
    '2026-02-30',
    '0000-00-00',
    [],
    {},
    [[[]]],
    { $ne: null },
    { toString: 'x', constructor: null, hasOwnProperty: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A good value spoilt: somewhere in it stands something else, something is missing or something more. */
export function spoilt(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const seed = fc.array(fc.nat(), { minLength: 6, maxLength: 6 })
  return fc.tuple(good, odd, seed).map(([value, strange, turns]) => spoil(value, strange, turns))
}

/** Walks down by the turns; the last one says what happens there. */
function spoil(value: unknown, strange: unknown, [turn = 0, ...turns]: number[]): unknown {
  if (typeof value !== 'object' || value === null || turns.length === 0) return strange
  const entries = Object.entries(value)
  if (entries.length === 0 || turn % 7 === 0) return strange
  const [name = '', inner]: [string?, unknown?] = entries[turn % entries.length] ?? []
  const others = entries.filter(([key]) => key !== name)
  const changed: [string, unknown][] =
    turn % 5 === 0
      ? others
      : turn % 11 === 0
        ? [...entries, ['__proto__', strange], ['otro', strange]]
        : [...others, [name, spoil(inner, strange, turns)]]
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed)
}
