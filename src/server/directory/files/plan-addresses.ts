import { searchKey } from '#domain/search-text.ts'
import { MOST_PARTS } from '../../parties/client-parts.ts'
import { compareField, tidy, type FieldChange, type Findings } from './findings.ts'
import { cellOf, type ReadRow } from './read-file.ts'
import type { StoredAddress, StoredClient } from './stored.ts'

export interface NewAddress {
  street: string
  commune: string
  city: string
}

/** What the rows of one client say of its addresses and activities beyond what is stored. */
export interface PartWrites {
  addresses: NewAddress[]
  /** Of stored addresses: another city. */
  cities: { id: number; city: string }[]
  activities: string[]
  fields: FieldChange[]
  isFaulty: boolean
}

/** What is stored of a client, by what rows are compared with, and what they add, each with the row that says it first. */
interface Known {
  addresses: Map<string, StoredAddress>
  activities: Map<string, string>
  addressCount: number
  activityCount: number
  added: Map<string, { made: NewAddress; row: ReadRow }>
  /** By the address's id. */
  cities: Map<number, { city: string; row: ReadRow }>
}

export function planParts(
  rows: readonly ReadRow[],
  stored: Pick<StoredClient, 'addresses' | 'activities'>,
  findings: Findings,
): PartWrites {
  const known: Known = {
    addresses: new Map(),
    activities: new Map(),
    addressCount: stored.addresses.length,
    activityCount: stored.activities.length,
    added: new Map(),
    cities: new Map(),
  }
  // Of those that are alike the first is meant.
  for (const one of stored.addresses.toReversed()) known.addresses.set(keyOf(one), one)
  for (const one of stored.activities.toReversed()) known.activities.set(tidy(one), one)
  const writes: PartWrites = {
    addresses: [],
    cities: [],
    activities: [],
    fields: [],
    isFaulty: false,
  }
  for (const row of rows) {
    planAddress(row, known, writes, findings)
    planActivity(row, known, writes, findings)
  }
  return writes
}

function planAddress(row: ReadRow, known: Known, writes: PartWrites, findings: Findings): void {
  const [street, commune, city] = (['street', 'commune', 'city'] as const).map((role) =>
    cellOf(row, role),
  )
  if ([street, commune, city].every((cell) => cell?.cell === null && !cell.isMerged)) return
  const as = keyOf({ street: street?.text ?? '', commune: commune?.text ?? '' })
  const same = known.addresses.get(as)
  if (same !== undefined) {
    planCity(row, same, known, writes, findings)
    return
  }
  const read = {
    street: compareField(row, 'street', null, findings),
    commune: compareField(row, 'commune', null, findings),
    city: compareField(row, 'city', null, findings),
  }
  for (const role of ['street', 'commune'] as const) {
    if (read[role].kind === 'same') findings.addMissing(row, role)
  }
  if (read.street.kind !== 'other' || read.commune.kind !== 'other' || read.city.kind === 'fault') {
    writes.isFaulty = true
    return
  }
  const made = {
    street: read.street.value,
    commune: read.commune.value,
    city: read.city.kind === 'other' ? read.city.value : '',
  }
  addAddress(row, made, known, writes, findings)
}

function addAddress(
  row: ReadRow,
  made: NewAddress,
  known: Known,
  writes: PartWrites,
  findings: Findings,
): void {
  // As the SII writes its commune, it may be one that is known.
  const key = keyOf(made)
  const same = known.addresses.get(key)
  if (same !== undefined) {
    planCity(row, same, known, writes, findings)
    return
  }
  const first = known.added.get(key)
  if (first !== undefined) {
    if (made.city !== '' && keyOfText(made.city) !== keyOfText(first.made.city)) {
      refuseOtherCity(row, { row: first.row, city: first.made.city }, writes, findings)
    }
    return
  }
  if (known.addressCount + writes.addresses.length >= MOST_PARTS) {
    findings.addFault(row, 'street', 'partsFull', { limit: MOST_PARTS })
    writes.isFaulty = true
    return
  }
  known.added.set(key, { made, row })
  writes.addresses.push(made)
  writes.fields.push({
    role: 'street',
    before: null,
    after: [made.street, made.commune, made.city].filter((part) => part !== '').join(', '),
  })
}

function planCity(
  row: ReadRow,
  { id, city }: StoredAddress,
  known: Known,
  writes: PartWrites,
  findings: Findings,
): void {
  const read = compareField(row, 'city', city, findings)
  if (read.kind === 'fault') writes.isFaulty = true
  if (read.kind !== 'other') return
  const first = known.cities.get(id)
  if (first === undefined) {
    known.cities.set(id, { city: read.value, row })
    writes.cities.push({ id, city: read.value })
    writes.fields.push({ role: 'city', before: city, after: read.value })
  } else if (first.city !== read.value) refuseOtherCity(row, first, writes, findings)
}

/** An address is in one city, whichever of its rows says it. */
function refuseOtherCity(
  row: ReadRow,
  first: { row: ReadRow; city: string },
  writes: PartWrites,
  findings: Findings,
): void {
  findings.addFault(row, 'city', 'differsBelow', { row: first.row.row, first: first.city })
  writes.isFaulty = true
}

function planActivity(row: ReadRow, known: Known, writes: PartWrites, findings: Findings): void {
  const text = tidy(cellOf(row, 'giro').text)
  const read = compareField(row, 'giro', known.activities.get(text) ?? null, findings)
  if (read.kind === 'fault') writes.isFaulty = true
  if (read.kind !== 'other' || writes.activities.includes(read.value)) return
  if (known.activityCount + writes.activities.length >= MOST_PARTS) {
    findings.addFault(row, 'giro', 'partsFull', { limit: MOST_PARTS })
    writes.isFaulty = true
    return
  }
  writes.activities.push(read.value)
  writes.fields.push({ role: 'giro', before: null, after: read.value })
}

function keyOf({ street, commune }: { street: string; commune: string }): string {
  return `${keyOfText(street)}\n${keyOfText(commune)}`
}

function keyOfText(text: string): string {
  return searchKey(tidy(text))
}
