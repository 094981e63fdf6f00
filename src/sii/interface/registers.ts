import type { Day, Month } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { ClaimOf, ReactionKind } from '#domain/reaction.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer } from './answers.ts'

export interface Registers {
  /** Whose registers this person may read, their own included. The SII gives no names. */
  companies(): Promise<Answer<Rut[]>>
  /** The month's totals by type. No movements is `ok` with an empty list. */
  summary(of: RegisterMonth): Promise<Answer<RegisterTotals[]>>
  /**
   * Single documents by the first route that works, tried from `firstRoute` on: give the one that last worked
   * for this RUT, so that closed ones aren't asked each time. A shorter list than the summary isn't `whole`.
   */
  documents(of: RegisterMonth, firstRoute: RegisterRoute | null): Promise<Answer<RegisterReading>>
  /**
   * What the receivers of a month's sales of one type did with each: one request for all of them, a second where the
   * first route is closed. No movements is `ok` with an empty list.
   */
  reactions(of: SalesMonth, tipoDte: number): Promise<Answer<ReactionRow[]>>
}

export type SalesMonth = Pick<RegisterMonth, 'company' | 'month'>

/** One document of the register of sales with what its receiver did. */
export interface ReactionRow {
  folio: number
  /** By the SII, from when the receiver's eight days run; null where the route doesn't tell. */
  received: Day | null
  /** What stands now comes first. */
  reactions: ListedReaction[]
}

export interface ListedReaction {
  kind: ReactionKind
  /** Of a claim; null where the register only tells that there is one. */
  claim: ClaimOf | null
  /** The SII's own code and words; '' where the route gives a day alone. */
  code: string
  text: string
  day: Day | null
}

export interface RegisterMonth {
  company: Rut
  month: Month
  side: 'sales' | 'purchases'
  /** Of purchases only; the accepted ones by default. */
  state?: 'REGISTRO' | 'PENDIENTE' | 'NO_INCLUIR' | 'RECLAMADO'
}

/** In the order they are tried; the last gives totals only. */
export type RegisterRoute = 'export' | 'detail' | 'misDte' | 'portalLists' | 'summary'

export interface RegisterReading {
  route: RegisterRoute
  totals: RegisterTotals[]
  documents: RegisterDocument[]
  isWhole: boolean
}

/** Amounts as the SII gives them; `sign` says what they count (credit notes come positive). */
export interface RegisterTotals {
  /** The SII's own number: its 39 is the retail boleta. */
  tipoDte: number
  /** Null for a type we don't know: it must not be counted blindly. */
  sign: 1 | -1 | null
  count: number
  exentoClp: Clp
  netoClp: Clp
  ivaClp: Clp
  totalClp: Clp
}

export interface RegisterDocument {
  tipoDte: number
  sign: 1 | -1 | null
  folio: number
  /** The customer of a sale, the supplier of a purchase. */
  counterpart: Rut | null
  name: string
  issueDate: Day
  /** Null where the route tells the total alone. */
  exentoClp: Clp | null
  netoClp: Clp | null
  ivaClp: Clp | null
  totalClp: Clp
  /** Only some routes tell. */
  reference: { tipoDte: number; folio: number } | null
  reaction: ReceiverReaction
}

/** What the receiver did with a document (Ley 19.983), as the register tells it. */
export type ReceiverReaction =
  | { kind: 'accepted' | 'claimed' | 'paid' | 'other'; code: string; text: string }
  | { kind: 'none' }
  | { kind: 'unknown' }
