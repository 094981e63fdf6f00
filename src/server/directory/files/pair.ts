/** What a row of a file is about. */
export type Pairing<Row, Stored> =
  | { kind: 'new' }
  | { kind: 'stored'; stored: Stored; isSame: boolean }
  /** The same was said above. */
  | { kind: 'repeated'; first: Row }
  /** So many are stored under its key, and it says none of them. */
  | { kind: 'ambiguous'; count: number }

/** How rows and what is stored are compared. A key and each field is a text, alike where the values are. */
export interface Comparison<Row, Stored> {
  keyOfRow: (row: Row) => string
  keyOfStored: (stored: Stored) => string
  fieldsOfStored: (stored: Stored) => readonly string[]
  /**
   * What a row may say of the fields, one of these. A field of null says nothing of it; a row without any says none of what
   * is stored.
   */
  fieldsOfRow: (row: Row) => readonly RowFields[]
}

export type RowFields = readonly (string | null)[]

/**
 * Pairs rows with what is stored under the same key. Several may be stored under one: those that a row says exactly are
 * taken first, and what is left is paired only where one row and one stored are. It takes as long as there are rows and
 * stored, however many are under one key.
 */
export function pairByKey<Row, Stored>(
  rows: readonly Row[],
  stored: readonly Stored[],
  of: Comparison<Row, Stored>,
): Map<Row, Pairing<Row, Stored>> {
  const storedByKey = Map.groupBy(stored, of.keyOfStored)
  const pairs = new Map<Row, Pairing<Row, Stored>>()
  for (const [key, group] of Map.groupBy(rows, of.keyOfRow)) {
    pairGroup(group, storedByKey.get(key) ?? [], of, pairs)
  }
  return pairs
}

function pairGroup<Row, Stored>(
  rows: readonly Row[],
  stored: readonly Stored[],
  of: Comparison<Row, Stored>,
  pairs: Map<Row, Pairing<Row, Stored>>,
): void {
  const left = new Unpaired(stored, of.fieldsOfStored)
  const others: Row[] = []
  for (const row of rows) {
    const same = left.take(of.fieldsOfRow(row))
    if (same === undefined) others.push(row)
    else pairs.set(row, { kind: 'stored', stored: same, isSame: true })
  }
  const [first, ...repeated] = others
  if (first === undefined) return
  const [only, ...more] = left.all()
  if (stored.length === 0) pairs.set(first, { kind: 'new' })
  else if (only !== undefined && more.length === 0) {
    pairs.set(first, { kind: 'stored', stored: only, isSame: false })
  } else if (only !== undefined) pairs.set(first, { kind: 'ambiguous', count: stored.length })
  else pairs.set(first, { kind: 'repeated', first: firstOf(rows) })
  for (const row of repeated) pairs.set(row, { kind: 'repeated', first })
}

/** What is stored under one key and isn't paired yet, found by what a row says of it. */
class Unpaired<Stored> {
  readonly #stored: readonly Stored[]
  readonly #fields: readonly (readonly string[])[]
  readonly #taken = new Set<number>()
  /** By which fields a row says: what is stored, by their values, in its order. */
  readonly #indexes = new Map<string, Map<string, Places>>()

  constructor(stored: readonly Stored[], fieldsOf: (stored: Stored) => readonly string[]) {
    this.#stored = stored
    this.#fields = stored.map(fieldsOf)
  }

  /** The first that a row says, which no other row has then. */
  take(said: readonly RowFields[]): Stored | undefined {
    const places = said.flatMap((fields) => this.#placeOf(fields) ?? [])
    if (places.length === 0) return undefined
    const place = Math.min(...places)
    this.#taken.add(place)
    return this.#stored[place]
  }

  all(): Stored[] {
    return this.#stored.filter((_, place) => !this.#taken.has(place))
  }

  #placeOf(fields: RowFields): number | undefined {
    const mask = fields.map((field) => (field === null ? '0' : '1')).join('')
    let index = this.#indexes.get(mask)
    if (index === undefined) {
      index = this.#indexBy(fields)
      this.#indexes.set(mask, index)
    }
    const found = index.get(textOf(fields, fields))
    if (found === undefined) return undefined
    while (this.#taken.has(found.places[found.next] ?? -1)) found.next += 1
    return found.places[found.next]
  }

  #indexBy(said: RowFields): Map<string, Places> {
    const index = new Map<string, Places>()
    for (const [place, fields] of this.#fields.entries()) {
      const text = textOf(fields, said)
      const found = index.get(text)
      if (found === undefined) index.set(text, { places: [place], next: 0 })
      else found.places.push(place)
    }
    return index
  }
}

interface Places {
  places: number[]
  /** None before it is left. */
  next: number
}

/** Of those fields that are said. */
function textOf(fields: RowFields, said: RowFields): string {
  return JSON.stringify(fields.filter((_, field) => said[field] !== null))
}

function firstOf<Row>(rows: readonly Row[]): Row {
  const [first] = rows
  if (first === undefined) throw new Error('A group without rows')
  return first
}
