import { searchKey } from '#domain/search-text.ts'
import type { Rut } from '#domain/rut.ts'
import { shownValue } from '../cells/cell-read.ts'
import type { Faults } from './faults.ts'
import type { RowRead } from './read-row.ts'
import type { UploadDocument, UploadFacts } from './result.ts'
import { mayBeSameName } from './same-name.ts'

const ROLES = ['name', 'giro', 'street', 'commune', 'city'] as const
type Role = (typeof ROLES)[number]

/** What a document of the file says of a client, and in which row. */
type Said = Partial<Record<Role, { value: string; row: RowRead }>>

/**
 * A client that isn't stored is made by the first of its documents that is issued, and the others go to that one: what
 * they say of it must be the same. Of a stored client its name is compared with what is stored.
 */
export function refuseOtherClients(
  documents: readonly UploadDocument[],
  rows: ReadonlyMap<number, RowRead>,
  { clients }: Pick<UploadFacts, 'clients'>,
  faults: Faults,
): void {
  const saidOf = new Map<Rut, Said>()
  for (const document of documents) {
    const { rut } = document
    if (rut === null || clients.has(rut)) continue
    const said = saidOf.get(rut) ?? {}
    saidOf.set(rut, said)
    for (const role of ROLES) {
      const row = rowThatSays(document, role, rows)
      if (row !== undefined) compare(role, { value: document.written[role], row }, said, faults)
    }
  }
}

function rowThatSays(
  document: UploadDocument,
  role: Role,
  rows: ReadonlyMap<number, RowRead>,
): RowRead | undefined {
  const own = document.rows.flatMap((row) => rows.get(row) ?? [])
  return own.find(({ values }) => values[role] !== undefined)
}

function compare(role: Role, one: NonNullable<Said[Role]>, said: Said, faults: Faults): void {
  const first = said[role]
  if (first === undefined) said[role] = one
  else if (!isSame(role, one.value, first.value)) {
    const { sheetRow } = first.row
    faults.addCause(one.row.sheetRow, role, 'differsFromClient', {
      first: shownValue(faults.cellOf(sheetRow, role)),
      row: sheetRow.row,
    })
  }
}

function isSame(role: Role, one: string, other: string): boolean {
  return role === 'name' ? mayBeSameName(one, other) : plain(one) === plain(other)
}

/** Letters and digits alone: dots, commas and spaces tell no two addresses apart. */
function plain(text: string): string {
  return searchKey(text).replaceAll(/[^a-z\d]/g, '')
}
