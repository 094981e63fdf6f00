import type { Day, Month } from '#domain/day.ts'
import type { RuleKind } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { Withholder } from '#domain/retention.ts'
import type { UfRateType } from '#domain/rule.ts'
import type { Rut } from '#domain/rut.ts'
import type { Quantity, Uf } from '#domain/uf.ts'
import type { FaultValues, UploadFaultCause, UploadRole } from '#domain/upload.ts'
import type { Cell } from '../../sheets/table.ts'
import type { Currency } from '../cells/read-choice.ts'

/** What is wrong with a cell. */
export interface UploadFault {
  row: number
  /** From 0; null where the file has no such column. */
  column: number | null
  role: UploadRole
  /** What the cell shows. */
  value: string
  cause: UploadFaultCause
  values: FaultValues
}

export interface UploadLine {
  row: number
  code: string
  description: string
  quantity: Quantity
  price: { currency: 'CLP'; unitClp: Clp } | { currency: 'UF'; unitUf: Uf }
  /** Null while the UF of its day isn't known. */
  amountClp: Clp | null
}

/** `lookUp`: its data comes from the SII before anything is issued to it. `wasLookedUp`: it came for this upload. */
export type UploadClient =
  | { kind: 'known'; id: number; name: string; wasLookedUp: boolean }
  | { kind: 'fromRow'; name: string }
  | { kind: 'lookUp'; failed: LookUpFailure | null }

/** What came of asking the SII for a client. */
export type LookUpState =
  | { state: 'waiting' }
  | { state: 'found' }
  | { state: 'failed'; reason: LookUpFailure }

/**
 * Why it gave no answer. `unknown`: it knows nobody by that RUT. `clave`: it isn't entered with this clave. `asks`: it
 * wants something of the person first. `paused`: it asked for a pause. `portal`: it didn't answer. `limit`: too many
 * were asked for today.
 */
export type LookUpFailure = 'unknown' | 'clave' | 'asks' | 'paused' | 'portal' | 'limit'

/** A factura's net, IVA and total, or a boleta's gross, retention and líquido. */
export interface UploadTotals {
  netoClp: Clp
  taxClp: Clp
  totalClp: Clp
}

/** One document of the file, as far as its cells say it. */
export interface UploadDocument {
  /** Of the upload; the same for the same group or row in the same file. */
  key: string
  /** What the grouping column says; '' where the row stands for itself. */
  group: string
  rows: number[]
  /** It may be issued as it stands. */
  isValid: boolean
  /** Nothing is wrong with it, and its client's data is still to come from the SII. */
  waits: boolean
  kind: RuleKind | null
  rut: Rut | null
  client: UploadClient | null
  /** What the rows say of a client, for one that is made from them. */
  written: { name: string; giro: string; street: string; commune: string; city: string }
  withholder: Withholder | null
  ufDate: UfRateType
  dueDay: Day | null
  /** Null: that of the issue day. */
  serviceMonth: Month | null
  sendsEmail: boolean
  to: string[]
  cc: string[]
  ownId: string
  lines: UploadLine[]
  /** Null while a line has no amount. */
  totals: UploadTotals | null
  /** Keys of earlier documents of the file that say the same. */
  sameAs: string[]
}

export interface Judged {
  documents: UploadDocument[]
  faults: UploadFault[]
  /** The number of all faults; `faults` has the first of them. */
  faultCount: number
}

export interface ProductFacts {
  code: string
  name: string
  price: { currency: 'CLP'; unitClp: Clp } | { currency: 'UF'; unitUf: Uf }
}

export interface ClientFacts {
  id: number
  name: string
  /** What a document to it needs and we don't have; a boleta needs no giro and no city. */
  lacks: readonly ('giro' | 'street' | 'commune' | 'city')[]
  /** Addresses of its contacts. */
  contacts: readonly string[]
  /** The SII was asked for it: what it lacks, the rows say. */
  isLookedUp: boolean
}

/** What the cells are judged by. */
export interface UploadFacts {
  today: Day
  issuesFacturas: boolean
  /** Who signs in at the SII. */
  personRut: Rut
  clients: ReadonlyMap<string, ClientFacts>
  /** By RUT: clients of this upload that the SII is or was asked for. */
  lookUps: ReadonlyMap<string, LookUpState>
  /** By `codeKey`; null where several have the code, because none of them is meant more than another. */
  products: ReadonlyMap<string, ProductFacts | null>
  /** The UF by which lines are priced if issued today; null where it isn't known. */
  ufRates: Readonly<Record<UfRateType, Uf | null>>
  /** Of a file without a column for it. */
  defaultKind: RuleKind | null
}

/** By row and role: what a person typed instead of the file's cells. */
export type TypedCells = ReadonlyMap<number, ReadonlyMap<UploadRole, Cell>>

/** Where each column stands, from 0. */
export type UploadColumns = Readonly<Partial<Record<UploadRole, number>>>

/** Codes are compared without spaces around and regardless of case. */
export function codeKey(code: string): string {
  return code.trim().toLowerCase()
}

export type { Currency }
