import { toWire } from '#domain/uf.ts'
import { shownId } from '../annotated-columns.ts'
import type { HeldDocument } from './held.ts'
import type { UploadDocument, UploadFault } from '../judge/result.ts'
import { mayBeOrdered, ordersNamed, ordersOf, type KnownOrder, type NamedOrder } from './orders.ts'
import type { UploadJudged, UploadRead } from '../read-upload.ts'
import type { Db, OfCompany, UploadAt } from '../store.ts'

/** A document's order, and whether its rows say something else by now. */
export interface ClaimedOrder extends KnownOrder {
  isChanged: boolean
}

export interface UploadClaimed extends UploadJudged {
  /** What was ordered of its documents before, by their keys. */
  orders: ReadonlyMap<string, ClaimedOrder>
}

export type UploadKnown = Exclude<UploadRead, UploadJudged> | UploadClaimed

/** A file as it was read, with what was ordered of its rows; `id` null: it is new. */
export async function withOrders(
  db: Db,
  { organisationId, companyId, id }: OfCompany & { id: UploadAt['id'] | null },
  read: UploadRead,
): Promise<UploadKnown> {
  if (read.kind !== 'judged') return read
  const own = id === null ? new Map() : await ordersOf(db, { organisationId, id })
  const ids = new Set(read.annotated.ids.map((named) => named.id))
  return claim(read, own, await ordersNamed(db, { organisationId, companyId }, [...ids]))
}

/**
 * What was ordered of this upload is known by the keys of its documents, of others by the ids that an annotated file
 * brought back. An id claims one document: the one that says what was ordered. What is claimed is not judged again,
 * because nothing of it can be corrected any more; another document with its id is not issued before the id is taken out.
 */
export function claim(
  judged: UploadJudged,
  own: ReadonlyMap<string, KnownOrder>,
  named: readonly NamedOrder[],
): UploadClaimed {
  const orders = new Map<string, ClaimedOrder>()
  for (const [key, order] of own) orders.set(key, { ...order, isChanged: false })
  const isClaimed = (key: string) => !mayBeOrdered(orders.get(key))
  const idOf = new Map(judged.annotated.ids.map(({ row, id }) => [row, id]))
  const carriers = carriersOf(judged.documents, idOf)
  const strange: { document: UploadDocument; rows: number[] }[] = []
  for (const order of named) {
    if (mayBeOrdered(order)) continue
    const [first, ...others] = [...(carriers.get(order.id) ?? [])].toSorted(
      (a, b) => distance(a, order) - distance(b, order),
    )
    if (first === undefined) continue
    const isSaid = says(first, order.held)
    // Without Folio's other columns beside them, ids may be a user's own.
    const isSure = judged.annotated.isAnnotated || (order.held !== null && isSaid)
    if (isSure && !isClaimed(first.key)) orders.set(first.key, { ...order, isChanged: !isSaid })
    for (const document of isSure ? others : [first, ...others]) {
      strange.push({ document, rows: document.rows.filter((row) => idOf.get(row) === order.id) })
    }
  }
  const settled = new Set(judged.documents.flatMap(({ key, rows }) => (isClaimed(key) ? rows : [])))
  const faults = judged.faults.filter(({ row }) => !settled.has(row))
  const unclaimed = strange.filter(({ document }) => !isClaimed(document.key))
  const added = unclaimed.flatMap(({ rows }) => rows.map((row) => idOfAnother(judged, row, idOf)))
  const isStrange = new Set(unclaimed.map(({ document }) => document.key))
  return {
    ...judged,
    orders,
    documents: judged.documents.map((document) => {
      if (isClaimed(document.key)) return { ...document, isValid: true, waits: false }
      return isStrange.has(document.key) ? { ...document, isValid: false, waits: false } : document
    }),
    faults: [...faults, ...added].toSorted(
      (a, b) => a.row - b.row || (a.column ?? 0) - (b.column ?? 0),
    ),
    faultCount: judged.faultCount - (judged.faults.length - faults.length) + added.length,
  }
}

/** By an id, the documents with a row of it. */
function carriersOf(
  documents: readonly UploadDocument[],
  idOf: ReadonlyMap<number, number>,
): Map<number, Set<UploadDocument>> {
  const carriers = new Map<number, Set<UploadDocument>>()
  for (const document of documents) {
    for (const id of document.rows.flatMap((row) => idOf.get(row) ?? [])) {
      carriers.set(id, (carriers.get(id) ?? new Set()).add(document))
    }
  }
  return carriers
}

/** Its cell is of no column that is read: shown beside the last one that is. */
function idOfAnother(
  { columns, roles, annotated }: UploadJudged,
  row: number,
  idOf: ReadonlyMap<number, number>,
): UploadFault {
  const [role = 'group'] = roles.toSorted((a, b) => (columns[b] ?? -1) - (columns[a] ?? -1))
  const value = shownId(idOf.get(row) ?? 0)
  return { row, column: annotated.places.id, role, value, cause: 'idOfAnother', values: {} }
}

/** Of those with one id, the nearest to its order is the order's document. */
function distance(document: UploadDocument, { held, groupKey }: NamedOrder): number {
  return (says(document, held) ? 0 : 2) + (document.key === groupKey ? 0 : 1)
}

/**
 * Whether a document's rows still say what was ordered. What they say no more, because its day went by or a product is
 * gone, is not compared.
 */
function says(document: UploadDocument, held: HeldDocument | null): boolean {
  if (held === null) return true
  return (
    document.kind === held.kind &&
    document.rut === held.rut &&
    document.withholder === held.withholder &&
    document.ufDate === held.ufDate &&
    isSameOrNone(document.dueDay, held.dueDay) &&
    isSameOrNone(document.serviceMonth, held.serviceMonth) &&
    document.rows.length === held.rows.length &&
    document.rows.every((row, index) => saysLine(document, row, held.lines[index]))
  )
}

function isSameOrNone(now: string | null, then: string | null): boolean {
  return now === null || now === then
}

function saysLine(
  { lines }: UploadDocument,
  row: number,
  then: HeldDocument['lines'][number] | undefined,
): boolean {
  const now = lines.find((line) => line.row === row)
  if (now === undefined) return true
  const { price } = now
  return (
    then !== undefined &&
    now.description === then.name &&
    now.code === then.code &&
    toWire(now.quantity) === then.quantity &&
    price.currency === then.currency &&
    (price.currency === 'CLP' ? String(price.unitClp) : toWire(price.unitUf)) === then.price
  )
}
