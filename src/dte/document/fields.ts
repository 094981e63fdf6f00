import { clp } from '#domain/money.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, childrenOf, textAt } from '../xml/xml.ts'
import type {
  DteAddress,
  DteAdjustment,
  DteLine,
  DteReference,
  DteTotals,
  TaxDocument,
} from './document.ts'
import { MAX_ADJUSTMENTS, MAX_BOLETA_LINES, MAX_LINES, TIPO_DTE_FACTS } from './document.ts'
import type { Fault } from './fault.ts'
import { fault } from './fault.ts'
import type { FieldReader } from './field-reader.ts'
import { fieldReader } from './field-reader.ts'

export type FieldsReading =
  | { kind: 'ok'; document: TaxDocument }
  | { kind: 'unreadable'; faults: Fault[] }

/** Sums that a `TaxDocument` doesn't say. */
const UNSAID_SUMS = ['MntBase', 'MntMargenCom', 'IVAProp', 'IVATerc', 'Comisiones']

/** The typed document of a `<Documento>`. Amounts are taken as written; `faults` name what can't be read. */
export function readFields(documento: XmlElement): FieldsReading {
  const faults: Fault[] = []
  const read = fieldReader(faults)
  const header = childOf(documento, 'Encabezado')
  const idDoc = childOf(header, 'IdDoc')
  const tipoDte = read.tipoDte(idDoc)
  const lines = childrenOf(documento, 'Detalle')
  const { boleta, iva } = TIPO_DTE_FACTS[tipoDte]
  if (lines.length > (boleta ? MAX_BOLETA_LINES : MAX_LINES)) {
    faults.push(fault('tooManyLines', { count: lines.length }))
  }
  const withIva = boleta !== (childOf(idDoc, boleta ? 'IndMntNeto' : 'MntBruto') !== null)
  const document: TaxDocument = {
    tipoDte,
    folio: read.folio(idDoc),
    issueDate: read.day(idDoc, 'FchEmis'),
    dueDate: read.dayOrNull(idDoc, 'FchVenc') ?? undefined,
    paymentForm: oneToThree(textAt(idDoc, 'FmaPago')),
    pricesIncludeIva: withIva && iva !== 'never' ? true : undefined,
    issuer: readIssuer(childOf(header, 'Emisor'), read),
    recipient: readRecipient(header, read),
    totals: readTotals(childOf(header, 'Totales'), read),
    lines: lines.map((line) => readLine(line, read)),
    adjustments: some(
      childrenOf(documento, 'DscRcgGlobal').map((one) => readAdjustment(one, read)),
    ),
    references: childrenOf(documento, 'Referencia').map((to) => readReference(to, boleta, read)),
    unsaid: some(unsaid(documento, lines)),
  }
  if ((document.adjustments?.length ?? 0) > MAX_ADJUSTMENTS) {
    faults.push(fault('elementTooOften', { path: 'Documento', name: 'DscRcgGlobal' }))
  }
  return faults.length === 0 ? { kind: 'ok', document } : { kind: 'unreadable', faults }
}

function readIssuer(from: XmlElement | null, read: FieldReader): TaxDocument['issuer'] {
  return {
    rut: read.rut(from, 'RUTEmisor'),
    // Boletas call these two otherwise.
    name: textAt(from, 'RznSoc') || textAt(from, 'RznSocEmisor'),
    giro: textAt(from, 'GiroEmis') || textAt(from, 'GiroEmisor'),
    email: textAt(from, 'CorreoEmisor'),
    activityCodes: childrenOf(from, 'Acteco').map((code) => code.text),
    branchCode: textAt(from, 'CdgSIISucur'),
    address: readAddress(from, 'Origen'),
  }
}

function readRecipient(header: XmlElement | null, read: FieldReader): TaxDocument['recipient'] {
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

function readTotals(sums: XmlElement | null, read: FieldReader): DteTotals {
  return {
    netoClp: read.clpOrNull(sums, 'MntNeto'),
    exentoClp: read.clpOrNull(sums, 'MntExe'),
    ivaClp: read.clpOrNull(sums, 'IVA'),
    taxes: some(
      childrenOf(sums, 'ImptoReten').map((tax) => ({
        code: textAt(tax, 'TipoImp'),
        ratePct: read.decimalOrNull(tax, 'TasaImp'),
        amountClp: read.signedOrNull(tax, 'MontoImp') ?? clp(0),
      })),
    ),
    builderCreditClp: read.clpOrNull(sums, 'CredEC') ?? undefined,
    depositClp: read.clpOrNull(sums, 'GrntDep') ?? undefined,
    totalClp: read.clp(sums, 'MntTotal'),
    notBilledClp: read.signedOrNull(sums, 'MontoNF') ?? undefined,
    periodClp:
      read.signedOrNull(sums, 'MontoPeriodo') ??
      read.signedOrNull(sums, 'TotalPeriodo') ??
      undefined,
    previousBalanceClp: read.signedOrNull(sums, 'SaldoAnterior') ?? undefined,
    payableClp: read.signedOrNull(sums, 'VlrPagar') ?? undefined,
  }
}

function readLine(line: XmlElement, read: FieldReader): DteLine {
  return {
    name: textAt(line, 'NmbItem'),
    description: textAt(line, 'DscItem'),
    code: textAt(line, 'CdgItem', 'VlrCodigo'),
    exempt: textAt(line, 'IndExe') === '1',
    apart: read.apart(line),
    quantity: read.decimalOrNull(line, 'QtyItem'),
    unit: textAt(line, 'UnmdItem'),
    unitPrice: read.decimalOrNull(line, 'PrcItem'),
    discountPct: read.decimalOrNull(line, 'DescuentoPct'),
    discountClp: read.clpOrNull(line, 'DescuentoMonto'),
    surchargePct: read.decimalOrNull(line, 'RecargoPct') ?? undefined,
    surchargeClp: read.clpOrNull(line, 'RecargoMonto') ?? undefined,
    taxCodes: some(childrenOf(line, 'CodImpAdic').map((code) => code.text)),
    amountClp: read.clp(line, 'MontoItem'),
  }
}

const KINDS = new Map<string, DteAdjustment['kind']>([
  ['D', 'discount'],
  ['R', 'surcharge'],
])
const UNITS = new Map<string, DteAdjustment['unit']>([
  ['%', '%'],
  ['$', '$'],
])
const ON = new Map<string, DteAdjustment['on']>([
  ['', 'affected'],
  ['1', 'exempt'],
  ['2', 'notBilled'],
])

function readAdjustment(one: XmlElement, read: FieldReader): DteAdjustment {
  return {
    kind: read.oneOf(one, 'TpoMov', KINDS, 'discount'),
    text: textAt(one, 'GlosaDR'),
    unit: read.oneOf(one, 'TpoValor', UNITS, '$'),
    value: read.decimalOrNull(one, 'ValorDR') ?? '0',
    on: read.oneOf(one, 'IndExeDR', ON, 'affected'),
  }
}

function readReference(to: XmlElement, boleta: boolean, read: FieldReader): DteReference {
  return {
    documentType: textAt(to, 'TpoDocRef'),
    folio: textAt(to, 'FolioRef'),
    issueDate: boleta ? read.dayOrNull(to, 'FchRef') : read.day(to, 'FchRef'),
    code: oneToThree(textAt(to, 'CodRef')),
    reason: textAt(to, 'RazonRef'),
  }
}

function oneToThree(text: string): 1 | 2 | 3 | null {
  return text === '1' ? 1 : text === '2' ? 2 : text === '3' ? 3 : null
}

/** The elements that say of amounts what a `TaxDocument` doesn't. */
function unsaid(documento: XmlElement, lines: readonly XmlElement[]): string[] {
  const sums = childrenOf(documento, 'Encabezado').flatMap((one) => childrenOf(one, 'Totales'))
  const found = UNSAID_SUMS.filter((name) => sums.some((one) => childOf(one, name) !== null))
  if (lines.some((line) => childOf(line, 'Retenedor') !== null)) found.push('Retenedor')
  const hasCommissions = childOf(documento, 'Comisiones') !== null
  return hasCommissions && !found.includes('Comisiones') ? [...found, 'Comisiones'] : found
}

function some<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list
}
