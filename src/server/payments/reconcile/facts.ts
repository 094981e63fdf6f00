import { addDays, type Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import type { Db } from '../owed/receivable.ts'
import { matchMovements, type Matches } from '../statement/match.ts'
import { DocumentIndex } from '../statement/match/document-index.ts'
import type { Decisions, OpenDocument, StoredMovement } from '../statement/match/open-document.ts'
import { MAX_DAYS_APART_BY_HAND, RecordedSums } from '../statement/match/recorded-sums.ts'
import { mayPayNotFollowed } from './not-followed.ts'
import { seemPaidElsewhere } from './other-account.ts'
import { findOnline, onlineAttempts, type OnlineAttempt } from './online.ts'
import { knownThrough, movementsOnRecord, paymentsOnRecord } from './on-record-store.ts'
import { findRecorded, type OnRecord } from './recorded.ts'
import {
  openDocuments,
  payersByClient,
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
  /** The payments on record that movements may be in other amounts. */
  sums: RecordedSums
  /** By movement, those of the online payments without an end whose money it may be by who paid. */
  online: ReadonlyMap<number, OnlineAttempt[]>
  attempts: readonly OnlineAttempt[]
  notFollowed: ReadonlyMap<number, Rut[]>
}

/** What is open of a company, and who may pay it. */
export interface Open {
  documents: OpenDocument[]
  /** Of these documents. */
  index: DocumentIndex
  payers: ReadonlyMap<string, Rut[]>
}

export async function readOpen(db: Db, at: OfCompany): Promise<Open> {
  const payers = await payersByClient(db, at)
  const documents = await openDocuments(db, at, payers)
  return { payers, documents, index: new DocumentIndex(documents).prepare() }
}

/** What a company's undecided movements may pay, as its tables say now. */
export async function judgeCompany(db: Db, at: OfCompany, today: Day): Promise<Judged> {
  const movements = await undecidedCredits(db, at, today)
  return judge(await readOpen(db, at), await readFacts(db, at, movements, today))
}

/** Undecided movements, and what people and providers said that bears on them. */
export interface Facts {
  movements: StoredMovement[]
  refused: Awaited<ReturnType<typeof refusedPairs>>
  payments: OnRecord[]
  attempts: OnlineAttempt[]
  /** By movement that may pay a document whose payment is not followed, its clients. */
  notFollowed: ReadonlyMap<number, Rut[]>
  /** Movements whose money seems to pay a document of another company of the organisation. */
  elsewhere: ReadonlySet<number>
  /** Movements that a person said are on record. */
  onRecord: StoredMovement[]
  /** The last day that some statement tells of. */
  through: Day
}

export async function readFacts(
  db: Db,
  at: OfCompany,
  movements: StoredMovement[],
  today: Day,
): Promise<Facts> {
  const first = movements.reduce((day, one) => (one.day < day ? one.day : day), today)
  const from = addDays(first, -MAX_DAYS_APART_BY_HAND)
  const [refused, payments, attempts, notFollowed, elsewhere, onRecord, through] =
    await Promise.all([
      refusedPairs(db, at),
      paymentsOnRecord(db, at, from),
      onlineAttempts(db, at),
      mayPayNotFollowed(db, at, movements),
      seemPaidElsewhere(db, at, movements),
      movementsOnRecord(db, at, addDays(from, -MAX_DAYS_APART_BY_HAND)),
      knownThrough(db, at, today),
    ])
  return { movements, refused, payments, attempts, notFollowed, elsewhere, onRecord, through }
}

export function judge({ documents, index, payers }: Open, facts: Facts): Judged {
  const { movements: all, refused, payments, attempts, notFollowed, elsewhere } = facts
  const movements = all.filter(({ id }) => !elsewhere.has(id))
  const mayPay = (payer: Rut, client: Rut) =>
    payer === client || (payers.get(client) ?? []).includes(payer)
  const alike = findRecorded(movements, payments, { refused: refused.payments, mayPay })
  const recorded = new Map(
    [...alike].flatMap(([id, all]) => {
      const live = all.filter(({ isUndone }) => !isUndone)
      return live.length > 0 ? [[id, live]] : []
    }),
  )
  const online = findOnline(movements, attempts, mayPay)
  // What is on record weighs most; what a person took back little, and what nothing is known of least.
  const held: Decisions['held'] = new Map([
    ...[...notFollowed.keys()].map((id) => [id, 'otherNotFollowed'] as const),
    ...[...alike.keys()].map((id) => [id, 'undoneBefore'] as const),
    ...[...online.keys()].map((id) => [id, 'maybeOnline'] as const),
    ...[...recorded.keys()].map((id) => [id, 'maybeRecorded'] as const),
  ])
  const byHand = payments.filter(({ isByHand, isUndone }) => isByHand && !isUndone)
  const sums = new RecordedSums([...all, ...facts.onRecord], byHand, {
    payersOf: (client) => payers.get(client) ?? [],
    refused: refused.payments,
    knownThrough: facts.through,
  })
  const decisions: Decisions = {
    rejected: refused.documents,
    decided: new Set(),
    held,
    isRecordedOtherwise: (movement, documentClps) => sums.mayContain(movement, documentClps),
  }
  return {
    documents,
    movements: all,
    recorded,
    sums,
    online,
    attempts,
    notFollowed,
    matches: matchMovements(index, movements, decisions),
  }
}
