import { addDays, type Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import type { Db } from '../owed/receivable.ts'
import { matchMovements, type Matches } from '../statement/match.ts'
import type { OpenDocument, StoredMovement } from '../statement/match/open-document.ts'
import { findRecorded, type OnRecord } from './recorded.ts'
import {
  openDocuments,
  payersByClient,
  paymentsOnRecord,
  refusedPairs,
  undecidedCredits,
  type OfCompany,
} from './store.ts'

export interface Judged {
  documents: OpenDocument[]
  movements: StoredMovement[]
  matches: Matches
  /** By movement, the payments on record that it may be. */
  recorded: ReadonlyMap<number, OnRecord[]>
}

/** What is open of a company, and who may pay it. */
export interface Open {
  documents: OpenDocument[]
  payers: ReadonlyMap<string, Rut[]>
}

export async function readOpen(db: Db, at: OfCompany): Promise<Open> {
  const payers = await payersByClient(db, at)
  return { payers, documents: await openDocuments(db, at, payers) }
}

/** What a company's undecided movements may pay, as its tables say now; `open` is what they say of its documents. */
export async function judgeCompany(
  db: Db,
  at: OfCompany,
  today: Day,
  open?: Open,
): Promise<Judged> {
  const movements = await undecidedCredits(db, at, today)
  const { documents, payers } = open ?? (await readOpen(db, at))
  const refused = await refusedPairs(db, at)
  const first = movements.reduce((day, one) => (one.day < day ? one.day : day), today)
  const payments = await paymentsOnRecord(db, at, addDays(first, -MAX_DAYS_BEFORE))
  const mayPay = (payer: Rut, client: Rut) =>
    payer === client || (payers.get(client) ?? []).includes(payer)
  const alike = findRecorded(movements, payments, { refused: refused.payments, mayPay })
  const recorded = new Map(
    [...alike].flatMap(([id, all]) => {
      const live = all.filter(({ isUndone }) => !isUndone)
      return live.length > 0 ? [[id, live]] : []
    }),
  )
  const held = new Map(
    [...alike.keys()].map(
      (id) => [id, recorded.has(id) ? 'maybeRecorded' : 'undoneBefore'] as const,
    ),
  )
  const decisions = { rejected: refused.documents, decided: new Set<number>(), held }
  return {
    documents,
    movements,
    recorded,
    matches: matchMovements(documents, movements, decisions),
  }
}

/** A payment on record may be a week older than its movement. */
const MAX_DAYS_BEFORE = 7
