import type { Day } from '#domain/day.ts'
import { day, parseDay } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, RUT_SII } from '#domain/rut.ts'
import type { DteAddress, DteDocument, DteLine, DteReference, TipoDte } from './document.ts'
import { isTipoDte, MAX_LINES } from './document.ts'
import type { XmlElement } from './xml.ts'
import { childOf, childrenOf, textAt } from './xml.ts'

export type FieldsReading =
  { kind: 'ok'; document: DteDocument } | { kind: 'unreadable'; faults: string[] }

/** Elements that change amounts in ways a `DteDocument` doesn't say: reading on would show wrong figures. */
const UNSAID = {
  IdDoc: ['MntBruto'],
  Totales: [
    'MntBase',
    'MntMargenCom',
    'IVAProp',
    'IVATerc',
    'ImptoReten',
    'IVANoRet',
    'CredEC',
  ].concat(['GrntDep', 'Comisiones', 'MontoNF']),
  Detalle: ['Retenedor', 'RecargoPct', 'RecargoMonto', 'CodImpAdic'],
  Documento: ['DscRcgGlobal', 'Comisiones'],
}

/** What was placed in a field that can't be read; the document is then dropped as a whole. */
const UNREAD_DAY = day(2000, 1, 1)
const UNREAD_RUT = RUT_SII

/** The typed document of a `<Documento>`. Amounts are taken as written; `faults` name what can't be read. */
export function readFields(documento: XmlElement): FieldsReading {
  const faults = unsaid(documento)
  const lines = childrenOf(documento, 'Detalle')
  if (lines.length > MAX_LINES) faults.push(`Detalle: ${lines.length} of them`)
  const read = reader(faults)
  const header = childOf(documento, 'Encabezado')
  const idDoc = childOf(header, 'IdDoc')
  const document: DteDocument = {
    tipoDte: read.tipoDte(idDoc),
    folio: read.folio(idDoc),
    issueDate: read.day(idDoc, 'FchEmis'),
    paymentForm: oneToThree(textAt(idDoc, 'FmaPago')),
    issuer: readIssuer(childOf(header, 'Emisor'), read),
    recipient: readRecipient(header, read),
    totals: readTotals(childOf(header, 'Totales'), read),
    lines: lines.map((line) => readLine(line, read)),
    references: childrenOf(documento, 'Referencia').map((to) => readReference(to, read)),
  }
  return faults.length === 0 ? { kind: 'ok', document } : { kind: 'unreadable', faults }
}

type Reader = ReturnType<typeof reader>

function readIssuer(from: XmlElement | null, read: Reader): DteDocument['issuer'] {
  return {
    rut: read.rut(from, 'RUTEmisor'),
    name: textAt(from, 'RznSoc'),
    giro: textAt(from, 'GiroEmis'),
    email: textAt(from, 'CorreoEmisor'),
    activityCodes: childrenOf(from, 'Acteco').map((code) => code.text),
    branchCode: textAt(from, 'CdgSIISucur'),
    address: readAddress(from, 'Origen'),
  }
}

function readRecipient(header: XmlElement | null, read: Reader): DteDocument['recipient'] {
  const to = childOf(header, 'Receptor')
  const requested = textAt(header, 'RUTSolicita')
  return {
    rut: read.rut(to, 'RUTRecep'),
    name: textAt(to, 'RznSocRecep'),
    giro: textAt(to, 'GiroRecep'),
    contact: textAt(to, 'Contacto'),
    email: textAt(to, 'CorreoRecep'),
    address: readAddress(to, 'Recep'),
    requestedBy: requested === '' ? null : read.rut(header, 'RUTSolicita'),
  }
}

function readAddress(party: XmlElement | null, whose: string): DteAddress {
  return {
    street: textAt(party, `Dir${whose}`),
    commune: textAt(party, `Cmna${whose}`),
    city: textAt(party, `Ciudad${whose}`),
  }
}

function readTotals(sums: XmlElement | null, read: Reader): DteDocument['totals'] {
  return {
    netoClp: read.clpOrNull(sums, 'MntNeto'),
    exentoClp: read.clpOrNull(sums, 'MntExe'),
    ivaClp: read.clpOrNull(sums, 'IVA'),
    totalClp: read.clp(sums, 'MntTotal'),
  }
}

function readLine(line: XmlElement, read: Reader): DteLine {
  return {
    name: textAt(line, 'NmbItem'),
    description: textAt(line, 'DscItem'),
    code: textAt(line, 'CdgItem', 'VlrCodigo'),
    exempt: read.exempt(line),
    quantity: read.decimalOrNull(line, 'QtyItem'),
    unit: textAt(line, 'UnmdItem'),
    unitPrice: read.decimalOrNull(line, 'PrcItem'),
    discountPct: read.decimalOrNull(line, 'DescuentoPct'),
    discountClp: read.clpOrNull(line, 'DescuentoMonto'),
    amountClp: read.clp(line, 'MontoItem'),
  }
}

function readReference(to: XmlElement, read: Reader): DteReference {
  return {
    documentType: textAt(to, 'TpoDocRef'),
    folio: textAt(to, 'FolioRef'),
    issueDate: read.day(to, 'FchRef'),
    code: oneToThree(textAt(to, 'CodRef')),
    reason: textAt(to, 'RazonRef'),
  }
}

/** Reads fields one by one, noting in `faults` each that isn't what it must be. */
function reader(faults: string[]) {
  function fault<T>(name: string, seen: string, instead: T): T {
    faults.push(`${name}: ${JSON.stringify(seen.slice(0, 40))}`)
    return instead
  }
  // Fourteen digits, where the schema has eighteen: the sum of sixty lines is still exact.
  function wholePesos(of: XmlElement | null, name: string): Clp {
    const text = textAt(of, name)
    return /^\d{1,14}$/.test(text) ? clp(Number(text)) : fault(name, text, clp(0))
  }
  return {
    tipoDte(of: XmlElement | null): TipoDte {
      const text = textAt(of, 'TipoDTE')
      const number = Number(text)
      return isTipoDte(number) ? number : fault('TipoDTE', text, 33)
    },
    folio(of: XmlElement | null): number {
      const text = textAt(of, 'Folio')
      return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : fault('Folio', text, 0)
    },
    day(of: XmlElement | null, name: string): Day {
      const text = textAt(of, name)
      return parseDay(text) ?? fault(name, text, UNREAD_DAY)
    },
    rut(of: XmlElement | null, name: string): Rut {
      const text = textAt(of, name)
      return parseRut(text) ?? fault(name, text, UNREAD_RUT)
    },
    clp: wholePesos,
    clpOrNull(of: XmlElement | null, name: string): Clp | null {
      return childOf(of, name) === null ? null : wholePesos(of, name)
    },
    decimalOrNull(of: XmlElement | null, name: string): string | null {
      if (childOf(of, name) === null) return null
      const text = textAt(of, name)
      return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? text : fault(name, text, null)
    },
    exempt(of: XmlElement): boolean {
      const text = textAt(of, 'IndExe')
      return text === '' || text === '1' ? text === '1' : fault('IndExe', text, false)
    },
  }
}

function oneToThree(text: string): 1 | 2 | 3 | null {
  return text === '1' ? 1 : text === '2' ? 2 : text === '3' ? 3 : null
}

function unsaid(documento: XmlElement): string[] {
  const header = childOf(documento, 'Encabezado')
  const parts: [readonly string[], (XmlElement | null)[]][] = [
    [UNSAID.IdDoc, [childOf(header, 'IdDoc')]],
    [UNSAID.Totales, [childOf(header, 'Totales')]],
    [UNSAID.Detalle, childrenOf(documento, 'Detalle')],
    [UNSAID.Documento, [documento]],
  ]
  return parts.flatMap(([names, parents]) =>
    parents.flatMap((parent) =>
      names
        .filter((name) => childOf(parent, name) !== null)
        .map((name) => `${name}: not supported`),
    ),
  )
}
