import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/** The SII's types we build and print. */
export type TipoDte = 33 | 34 | 56 | 61
/** Those we read and judge. Others (43, 110, …) can be met in a download and are left unread. */
export type KnownTipoDte = TipoDte | 39 | 41 | 46 | 52

export interface TipoDteFacts {
  /** As the SII's manual of printed samples writes it, in the red box. */
  printedName: string
  /** 34 and 41 never carry neto, TasaIVA or IVA; notes and guías follow what they are about. */
  iva: 'always' | 'never' | 'asReferenced'
  /** The schema of EnvioBOLETA: prices include IVA unless it says otherwise, and the rate isn't written. */
  boleta: boolean
  /** Only these have a cedible copy; the notes have neither copy nor acknowledgement box. */
  cedible: boolean
  /** Giro, address and commune of the recipient, optional in the schema, demanded by the format's text. */
  recipientPlaceRequired: boolean
  /** At least one reference with CodRef (REF-3-415, REF-3-758). */
  referenceRequired: boolean
  /** Its CAF ends six months after its day (Res. Ex. SII 58/2017). */
  cafExpires: boolean
}

const FACTURA: Omit<TipoDteFacts, 'printedName'> = {
  iva: 'always',
  boleta: false,
  cedible: true,
  recipientPlaceRequired: true,
  referenceRequired: false,
  cafExpires: true,
}
const NOTE: Omit<TipoDteFacts, 'printedName'> = {
  ...FACTURA,
  iva: 'asReferenced',
  cedible: false,
  recipientPlaceRequired: false,
  referenceRequired: true,
}
const BOLETA: Omit<TipoDteFacts, 'printedName'> = {
  ...FACTURA,
  boleta: true,
  cedible: false,
  recipientPlaceRequired: false,
  cafExpires: false,
}

/** One row for each type: what differs between them is here and nowhere else. */
export const TIPO_DTE_FACTS: Record<KnownTipoDte, TipoDteFacts> = {
  33: { ...FACTURA, printedName: 'FACTURA ELECTRÓNICA' },
  34: {
    ...FACTURA,
    printedName: 'FACTURA NO AFECTA O EXENTA ELECTRÓNICA',
    iva: 'never',
    cafExpires: false,
  },
  39: { ...BOLETA, printedName: 'BOLETA ELECTRÓNICA' },
  41: { ...BOLETA, printedName: 'BOLETA NO AFECTA O EXENTA ELECTRÓNICA', iva: 'never' },
  46: {
    ...FACTURA,
    printedName: 'FACTURA DE COMPRA ELECTRÓNICA',
    iva: 'asReferenced',
    recipientPlaceRequired: false,
  },
  52: {
    ...FACTURA,
    printedName: 'GUÍA DE DESPACHO ELECTRÓNICA',
    iva: 'asReferenced',
    recipientPlaceRequired: false,
    cafExpires: false,
  },
  56: { ...NOTE, printedName: 'NOTA DE DÉBITO ELECTRÓNICA' },
  61: { ...NOTE, printedName: 'NOTA DE CRÉDITO ELECTRÓNICA' },
}

/** Of a factura or a note. */
export const MAX_LINES = 60
export const MAX_BOLETA_LINES = 1000
export const MAX_ADJUSTMENTS = 20
/** Of one envelope. */
export const MAX_DOCUMENTS = 2000
/** RSR and IT1 repeat this many characters of the header, cut before they are escaped (`&amp;` counts one). */
export const STAMP_TEXT_LENGTH = 40

/** Local Chilean time without zone, 'YYYY-MM-DDTHH:MM:SS', as the SII writes every moment. */
export type ChileanMoment = string

export function isTipoDte(value: number): value is TipoDte {
  return value === 33 || value === 34 || value === 56 || value === 61
}

export function isKnownTipoDte(value: number): value is KnownTipoDte {
  return isTipoDte(value) || value === 39 || value === 41 || value === 46 || value === 52
}

/**
 * A tax document as data. Texts are '' when absent: an empty element is never written. What few documents have
 * may be missing altogether.
 */
export interface TaxDocument {
  tipoDte: KnownTipoDte
  folio: number
  issueDate: Day
  /** FchVenc. */
  dueDate?: Day
  /** FmaPago: 1 contado, 2 crédito, 3 sin costo. Null is read by the SII as 2. */
  paymentForm: 1 | 2 | 3 | null
  /** MntBruto, and of boletas the rule: what the lines say includes the IVA. */
  pricesIncludeIva?: boolean
  issuer: DteIssuer
  recipient: DteRecipient
  totals: DteTotals
  lines: DteLine[]
  /** DscRcgGlobal, at most twenty. */
  adjustments?: DteAdjustment[]
  references: DteReference[]
  /** Elements that say of amounts what nothing here does, by name: such a document isn't printed. */
  unsaid?: string[]
}

/** One of a type that we build and print too. */
export interface DteDocument extends TaxDocument {
  tipoDte: TipoDte
}

export interface DteIssuer {
  rut: Rut
  /** RznSoc, at most 100. */
  name: string
  /** GiroEmis, at most 80. */
  giro: string
  email: string
  /** Acteco, one to four SII activity codes of six digits. */
  activityCodes: string[]
  /** CdgSIISucur, digits; '' or '0' when there is none, as the schema refuses 0. */
  branchCode: string
  address: DteAddress
}

export interface DteRecipient {
  rut: Rut
  /** RznSocRecep, at most 100. */
  name: string
  /** GiroRecep, at most 40: half of the issuer's. */
  giro: string
  contact: string
  email: string
  address: DteAddress
  /** RUTSolicita: the person who asked for it. */
  requestedBy: Rut | null
}

export interface DteAddress {
  /** At most 60 (the format's text; its schema says 70). */
  street: string
  commune: string
  city: string
}

export interface DteLine {
  /** NmbItem, at most 80. */
  name: string
  /** DscItem, at most 1000. */
  description: string
  /** CdgItem of the type INT1, at most 35. */
  code: string
  /** IndExe 1. */
  exempt: boolean
  /** IndExe 2 to 6: what isn't part of neto or exento. Absent when it is. */
  apart?: LineApart
  /** Plain decimals with a point and at most six places; null for a line of text only. */
  quantity: string | null
  /** UnmdItem, at most 4. */
  unit: string
  unitPrice: string | null
  /** DescuentoPct, at most two places. */
  discountPct: string | null
  discountClp: Clp | null
  /** RecargoPct and RecargoMonto. */
  surchargePct?: string
  surchargeClp?: Clp
  /** CodImpAdic, at most two. */
  taxCodes?: string[]
  /** MontoItem: quantity × price rounded half up, less the discount and with the surcharge. */
  amountClp: Clp
}

/** IndExe 2, 6 (the same, to be subtracted), 3, 4 and 5. */
export type LineApart = 'notBilled' | 'notBilledLess' | 'deposit' | 'notSold' | 'lessOnGuide'

export interface DteTotals {
  netoClp: Clp | null
  exentoClp: Clp | null
  ivaClp: Clp | null
  /** ImptoReten, at most twenty: added, but for IVA that is withheld. */
  taxes?: DteTax[]
  /** CredEC: of builders, subtracted. */
  builderCreditClp?: Clp
  /** GrntDep: added. */
  depositClp?: Clp
  totalClp: Clp
  /** MontoNF. It and the three after it lie beyond the total, and may be negative. */
  notBilledClp?: Clp
  /** MontoPeriodo, TotalPeriodo of a boleta. */
  periodClp?: Clp
  previousBalanceClp?: Clp
  /** VlrPagar. */
  payableClp?: Clp
}

export interface DteTax {
  /** TipoImp, a code of the SII. */
  code: string
  ratePct: string | null
  amountClp: Clp
}

export interface DteAdjustment {
  kind: 'discount' | 'surcharge'
  /** GlosaDR, at most 45. */
  text: string
  unit: '%' | '$'
  /** ValorDR, at most two places. */
  value: string
  /** IndExeDR: absent, 1 or 2. What is both affected and exempt takes two of them. */
  on: 'affected' | 'exempt' | 'notBilled'
}

export interface DteReference {
  /** TpoDocRef, e.g. '33', '801', 'SET'. */
  documentType: string
  folio: string
  /** Null on boletas only: their schema has no date. */
  issueDate: Day | null
  /** CodRef: 1 annuls, 2 corrects text, 3 corrects amounts. */
  code: 1 | 2 | 3 | null
  reason: string
}
