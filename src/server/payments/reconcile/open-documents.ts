import { compare } from '#domain/day.ts'
import type { Db } from '../owed/receivable.ts'
import type { OpenDocument } from '../statement/match/open-document.ts'
import { openToWire } from './list.ts'
import { openDocuments, type OfCompany } from './store.ts'

/** A person looks through no more. */
const MAX_FOUND = 50

/** Open documents that a person may mean, the oldest due first: by the beginning of a folio, by RUT or by name. */
export async function findOpen(db: Db, at: OfCompany, search: string) {
  const wanted = plain(search)
  const found = (await openDocuments(db, at, new Map())).filter((one) => isMeant(one, wanted))
  return found
    .toSorted((a, b) => compare(a.dueDay, b.dueDay) || a.id - b.id)
    .slice(0, MAX_FOUND)
    .map((one) => ({ ...openToWire(one), open: one.openClp, due_day: one.dueDay }))
}

function isMeant({ folio, clientRut, clientName }: OpenDocument, wanted: string): boolean {
  return (
    String(folio ?? '').startsWith(wanted) ||
    plain(clientRut).includes(wanted) ||
    plain(clientName).includes(wanted)
  )
}

/** Without accents, case, dots, hyphens and spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\dA-Za-z]/g, '')
    .toLowerCase()
}
