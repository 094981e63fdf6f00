import type { Rut } from '#domain/rut.ts'
import { MOST_CONTACTS } from '../../parties/contact-store.ts'
import { compareField, type FieldChange, type Findings } from './findings.ts'
import { pairByKey, type Comparison, type Pairing, type RowFields } from './pair.ts'
import { rutOf } from './plan-clients.ts'
import { cellOf, type ReadRow } from './read-file.ts'
import type { StoredClient, StoredContact } from './stored.ts'

export interface ContactWrite {
  /** Null: a new one. */
  contactId: number | null
  rut: Rut
  email: string
  firstName: string
  lastName: string
  gender: 'male' | 'female'
  role: string
}

interface Addressed {
  row: ReadRow
  rut: Rut
  email: string
}

const FIELDS = ['firstName', 'lastName', 'gender', 'role'] as const
type Field = (typeof FIELDS)[number]

/** What the rows would write. A contact is known by its client and its address; `newRuts`: clients of the same file. */
export function planContacts(
  rows: readonly ReadRow[],
  stored: ReadonlyMap<Rut, StoredClient>,
  newRuts: ReadonlySet<Rut>,
  findings: Findings,
): ContactWrite[] {
  const writes: ContactWrite[] = []
  const emails = new StoredEmails()
  const addressed = rows.flatMap((row) => addressedOf(row, stored, newRuts, emails, findings) ?? [])
  for (const [of, group] of Map.groupBy(addressed, (one) => one.rut)) {
    const contacts = stored.get(of)?.contacts ?? []
    let room = MOST_CONTACTS - contacts.length
    for (const [one, pairing] of pairByKey(group, contacts, COMPARISON)) {
      if (pairing.kind === 'new' && room <= 0) {
        findings.addFault(one.row, 'email', 'contactsFull', { limit: MOST_CONTACTS })
        continue
      }
      const write = planContact(one, pairing, findings)
      if (write === null) continue
      if (pairing.kind === 'new') room -= 1
      writes.push(write)
    }
  }
  return writes
}

function addressedOf(
  row: ReadRow,
  stored: ReadonlyMap<Rut, StoredClient>,
  newRuts: ReadonlySet<Rut>,
  emails: StoredEmails,
  findings: Findings,
): Addressed | null {
  const of = rutOf(row, findings)
  const email = emailOf(row, of === null ? undefined : stored.get(of), emails, findings)
  if (of === null || email === null) return null
  if (stored.has(of) || newRuts.has(of)) return { row, rut: of, email }
  findings.addFault(row, 'rut', 'clientUnknown')
  return null
}

/** One that is stored is itself, whatever it is. */
function emailOf(
  row: ReadRow,
  client: StoredClient | undefined,
  emails: StoredEmails,
  findings: Findings,
): string | null {
  const written = cellOf(row, 'email').text.toLowerCase()
  if (client !== undefined && emails.of(client).has(written)) return written
  const read = compareField(row, 'email', null, findings)
  if (read.kind === 'same') findings.addMissing(row, 'email')
  return read.kind === 'other' ? read.value : null
}

/** The addresses of each client's contacts, looked up once for all its rows. */
class StoredEmails {
  readonly #emails = new Map<StoredClient, ReadonlySet<string>>()

  of(client: StoredClient): ReadonlySet<string> {
    const known = this.#emails.get(client)
    if (known !== undefined) return known
    const made = new Set(client.contacts.map(({ email }) => email.toLowerCase()))
    this.#emails.set(client, made)
    return made
  }
}

const COMPARISON: Comparison<Addressed, StoredContact> = {
  keyOfRow: ({ email }) => email,
  keyOfStored: ({ email }) => email.toLowerCase(),
  fieldsOfStored: (contact) => FIELDS.map((field) => contact[field]),
  fieldsOfRow,
}

/** Each field as it is written, and as it is read. */
function fieldsOfRow({ row }: Addressed): RowFields[] {
  let said: RowFields[] = [[]]
  for (const field of FIELDS) {
    const { cell, text, read } = cellOf(row, field)
    const values = new Set<string | null>(cell === null ? [null] : [text])
    if (cell !== null && read.kind === 'value') values.add(read.value)
    said = said.flatMap((before) => [...values].map((value) => [...before, value]))
  }
  return said
}

function planContact(
  { row, rut: of, email }: Addressed,
  pairing: Pairing<Addressed, StoredContact>,
  findings: Findings,
): ContactWrite | null {
  if (pairing.kind === 'repeated') {
    findings.addFault(row, 'email', 'rowRepeated', { row: pairing.first.row.row })
    return null
  }
  if (pairing.kind === 'ambiguous') {
    findings.addFault(row, 'email', 'rowAmbiguous', { count: pairing.count })
    return null
  }
  if (pairing.kind === 'stored' && pairing.isSame) {
    findings.count('contacts', 'unchanged')
    return null
  }
  const stored = pairing.kind === 'stored' ? pairing.stored : null
  const values = valuesOf(row, stored, findings)
  if (values === null) return null
  const { fields, ...said } = values
  const name = `${said.firstName} ${said.lastName}`.trim()
  const shown =
    stored === null ? [{ role: 'email' as const, before: null, after: email }, ...fields] : fields
  const { name: sheet } = row.sheet
  const at = { sheet, kind: 'contacts' as const, row: row.row, identifier: of, name }
  findings.addChange({ ...at, isNew: stored === null, fields: shown })
  return { contactId: stored?.id ?? null, rut: of, email: stored?.email ?? email, ...said }
}

type Said = Pick<ContactWrite, Field> & { fields: FieldChange[] }

function valuesOf(row: ReadRow, stored: StoredContact | null, findings: Findings): Said | null {
  const values: Record<Field, string> = {
    firstName: stored?.firstName ?? '',
    lastName: stored?.lastName ?? '',
    gender: stored?.gender ?? '',
    role: stored?.role ?? '',
  }
  const fields: FieldChange[] = []
  let isFaulty = false
  for (const role of FIELDS) {
    const before = stored === null ? null : stored[role]
    const read = compareField(row, role, before, findings)
    if (read.kind === 'fault') isFaulty = true
    if (read.kind !== 'other') continue
    values[role] = read.value
    fields.push({ role, before, after: read.value })
  }
  for (const role of ['firstName', 'gender'] as const) {
    if (values[role] !== '' || isFaultAt(row, role)) continue
    findings.addMissing(row, role)
    isFaulty = true
  }
  const { gender } = values
  if (isFaulty || (gender !== 'male' && gender !== 'female')) return null
  return { ...values, gender, fields }
}

function isFaultAt(row: ReadRow, role: Field): boolean {
  const { read, isMerged } = cellOf(row, role)
  return read.kind === 'fault' || isMerged
}
