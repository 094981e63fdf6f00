import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/** The SII's types we build. Others (52, 46, …) can be met in a download and are left unread. */
export type TipoDte = 33 | 34 | 56 | 61

export interface TipoDteFacts {
  /** As the SII's manual of printed samples writes it, in the red box. */
  printedName: string
  /** 34 never carries neto, TasaIVA or IVA; the notes follow the document they refer to. */
  iva: 'always' | 'never' | 'asReferenced'
  /** Only these have a cedible copy; the notes have neither copy nor acknowledgement box. */
  cedible: boolean
  /** Giro, address and commune of the recipient, optional in the schema, demanded by the format's text. */
  recipientPlaceRequired: boolean
  /** At least one reference with CodRef (REF-3-415, REF-3-758). */
  referenceRequired: boolean
  /** Its CAF ends six months after its day (Res. Ex. SII 58/2017). */
  cafExpires: boolean
}

/** One row for each type: what differs between them is here and nowhere else. */
export const TIPO_DTE_FACTS: Record<TipoDte, TipoDteFacts> = {
  33: {
    printedName: 'FACTURA ELECTRÓNICA',
    iva: 'always',
    cedible: true,
    recipientPlaceRequired: true,
    referenceRequired: false,
    cafExpires: true,
  },
  34: {
    printedName: 'FACTURA NO AFECTA O EXENTA ELECTRÓNICA',
    iva: 'never',
    cedible: true,
    recipientPlaceRequired: true,
    referenceRequired: false,
    cafExpires: false,
  },
  56: {
    printedName: 'NOTA DE DÉBITO ELECTRÓNICA',
    iva: 'asReferenced',
    cedible: false,
    recipientPlaceRequired: false,
    referenceRequired: true,
    cafExpires: true,
  },
  61: {
    printedName: 'NOTA DE CRÉDITO ELECTRÓNICA',
    iva: 'asReferenced',
    cedible: false,
    recipientPlaceRequired: false,
    referenceRequired: true,
    cafExpires: true,
  },
}

/** Of a factura or a note; a boleta electrónica may have a thousand. */
export const MAX_LINES = 60

export function isTipoDte(value: number): value is TipoDte {
  return value === 33 || value === 34 || value === 56 || value === 61
}

/** A tax document as data. Texts are '' when absent: an empty element is never written. */
export interface DteDocument {
  tipoDte: TipoDte
  folio: number
  issueDate: Day
  /** FmaPago: 1 contado, 2 crédito, 3 sin costo. Null is read by the SII as 2. */
  paymentForm: 1 | 2 | 3 | null
  issuer: DteIssuer
  recipient: DteRecipient
  totals: DteTotals
  lines: DteLine[]
  references: DteReference[]
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
  /** Plain decimals with a point and at most six places; null for a line of text only. */
  quantity: string | null
  /** UnmdItem, at most 4. */
  unit: string
  unitPrice: string | null
  /** DescuentoPct, at most two places. */
  discountPct: string | null
  discountClp: Clp | null
  /** MontoItem: quantity × price rounded half up, less the discount. */
  amountClp: Clp
}

export interface DteTotals {
  netoClp: Clp | null
  exentoClp: Clp | null
  ivaClp: Clp | null
  totalClp: Clp
}

export interface DteReference {
  /** TpoDocRef, e.g. '33', '801', 'SET'. */
  documentType: string
  folio: string
  issueDate: Day
  /** CodRef: 1 annuls, 2 corrects text, 3 corrects amounts. */
  code: 1 | 2 | 3 | null
  reason: string
}
