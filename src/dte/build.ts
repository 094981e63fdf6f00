import { parseDay } from '#domain/day.ts'
import { IVA_PERCENT } from './document/amounts.ts'
import type { Caf } from './keys/caf.ts'
import { cafProblem } from './keys/caf.ts'
import { cleanDocument } from './document/clean.ts'
import type {
  ChileanMoment,
  DteAddress,
  DteAdjustment,
  DteDocument,
  DteLine,
  DteReference,
  LineApart,
} from './document/document.ts'
import { MAX_ADJUSTMENTS, MAX_LINES } from './document/document.ts'
import { stamp } from './stamp.ts'
import { escapeText } from './document/text.ts'

const MAX_REFERENCES = 40

/**
 * The unsigned `<DTE version="1.0">…</DTE>` with its stamp, texts cleaned and cut to the SII's lengths. Amounts
 * are written as given: `verifyXml` judges them. `id` is Documento's, 'T33F205' unless given; TmstFirma is
 * `stampedAt`. Throws when the CAF can't stamp it or a mandatory text is empty after cleaning.
 */
export function buildDte(
  document: DteDocument,
  options: { caf: Caf; stampedAt: ChileanMoment; id?: string },
): string {
  const clean = cleanDocument(document)
  const problem = buildProblem(clean, options.caf, options.stampedAt)
  if (problem !== null) throw new Error(`DTE ${document.tipoDte} ${document.folio}: ${problem}`)
  const id = options.id ?? `T${clean.tipoDte}F${clean.folio}`
  return [
    '<DTE version="1.0">',
    `<Documento ID="${id}">`,
    '<Encabezado>',
    ...head(clean),
    '</Encabezado>',
    ...clean.lines.flatMap(detail),
    ...(clean.adjustments ?? []).flatMap(adjustment),
    ...clean.references.flatMap(reference),
    stamp(clean, options.caf, options.stampedAt),
    `<TmstFirma>${options.stampedAt}</TmstFirma>`,
    '</Documento>',
    '</DTE>',
  ].join('\n')
}

function buildProblem(document: DteDocument, caf: Caf, stampedAt: ChileanMoment): string | null {
  const signedOn = parseDay(stampedAt.slice(0, 10))
  if (signedOn === null || !/^T([01]\d|2[0-3])(:[0-5]\d){2}$/.test(stampedAt.slice(10))) {
    return `not a moment: ${stampedAt}`
  }
  const { issuer, recipient, lines, references } = document
  if (issuer.name === '' || issuer.giro === '') return 'issuer without name or giro'
  if (issuer.activityCodes.length === 0) return 'issuer without activity'
  if (recipient.name === '') return 'recipient without name'
  if (lines.length < 1 || lines.length > MAX_LINES) return `${lines.length} lines`
  if (lines.some((line) => line.name === '')) return 'a line without name'
  if (references.length > MAX_REFERENCES) return `${references.length} references`
  if (references.some((to) => to.issueDate === null)) return 'a reference without date'
  const { adjustments = [], unsaid = [] } = document
  if (adjustments.length > MAX_ADJUSTMENTS) return `${adjustments.length} global discounts`
  if (unsaid.length > 0) return `nothing here writes ${unsaid.join(', ')}`
  return cafProblem(caf, document, signedOn)
}

function head(document: DteDocument): string[] {
  return [
    ...group('IdDoc', [
      field('TipoDTE', document.tipoDte),
      field('Folio', document.folio),
      field('FchEmis', document.issueDate),
      field('MntBruto', document.pricesIncludeIva === true ? 1 : null),
      field('FmaPago', document.paymentForm),
      field('FchVenc', document.dueDate),
    ]),
    ...issuer(document),
    ...recipient(document),
    field('RUTSolicita', document.recipient.requestedBy),
    ...totals(document),
  ].filter((line) => line !== '')
}

function issuer({ issuer: from }: DteDocument): string[] {
  return group('Emisor', [
    field('RUTEmisor', from.rut),
    field('RznSoc', from.name),
    field('GiroEmis', from.giro),
    field('CorreoEmisor', from.email),
    ...from.activityCodes.map((code) => field('Acteco', code)),
    field('CdgSIISucur', from.branchCode),
    ...address(from.address, 'Origen'),
  ])
}

function recipient({ recipient: to }: DteDocument): string[] {
  return group('Receptor', [
    field('RUTRecep', to.rut),
    field('RznSocRecep', to.name),
    field('GiroRecep', to.giro),
    field('Contacto', to.contact),
    field('CorreoRecep', to.email),
    ...address(to.address, 'Recep'),
  ])
}

function address(at: DteAddress, whose: 'Origen' | 'Recep'): string[] {
  return [
    field(`Dir${whose}`, at.street),
    field(`Cmna${whose}`, at.commune),
    field(`Ciudad${whose}`, at.city),
  ]
}

function totals({ totals: sums }: DteDocument): string[] {
  return group('Totales', [
    field('MntNeto', sums.netoClp),
    field('MntExe', sums.exentoClp),
    // Only beside an IVA: a rate on an exempt document is refused, by the schema when it is 0.
    field('TasaIVA', sums.ivaClp === null ? null : IVA_PERCENT),
    field('IVA', sums.ivaClp),
    ...(sums.taxes ?? []).flatMap((tax) =>
      group('ImptoReten', [
        field('TipoImp', tax.code),
        field('TasaImp', tax.ratePct),
        field('MontoImp', tax.amountClp),
      ]),
    ),
    field('CredEC', sums.builderCreditClp),
    field('GrntDep', sums.depositClp),
    field('MntTotal', sums.totalClp),
    field('MontoNF', sums.notBilledClp),
    field('MontoPeriodo', sums.periodClp),
    field('SaldoAnterior', sums.previousBalanceClp),
    field('VlrPagar', sums.payableClp),
  ])
}

function detail(line: DteLine, index: number): string[] {
  return group('Detalle', [
    field('NroLinDet', index + 1),
    ...(line.code === ''
      ? []
      : group('CdgItem', [field('TpoCodigo', 'INT1'), field('VlrCodigo', line.code)])),
    field('IndExe', line.exempt ? 1 : line.apart === undefined ? null : IND_EXE[line.apart]),
    field('NmbItem', line.name),
    field('DscItem', line.description),
    field('QtyItem', line.quantity),
    field('UnmdItem', line.unit),
    field('PrcItem', line.unitPrice),
    field('DescuentoPct', line.discountPct),
    field('DescuentoMonto', line.discountClp),
    field('RecargoPct', line.surchargePct),
    field('RecargoMonto', line.surchargeClp),
    ...(line.taxCodes ?? []).map((code) => field('CodImpAdic', code)),
    field('MontoItem', line.amountClp),
  ])
}

const IND_EXE: Record<LineApart, number> = {
  notBilled: 2,
  deposit: 3,
  notSold: 4,
  lessOnGuide: 5,
  notBilledLess: 6,
}
const IND_EXE_DR = { affected: null, exempt: 1, notBilled: 2 }

function adjustment(one: DteAdjustment, index: number): string[] {
  return group('DscRcgGlobal', [
    field('NroLinDR', index + 1),
    field('TpoMov', one.kind === 'discount' ? 'D' : 'R'),
    field('GlosaDR', one.text),
    field('TpoValor', one.unit),
    field('ValorDR', one.value),
    field('IndExeDR', IND_EXE_DR[one.on]),
  ])
}

function reference(to: DteReference, index: number): string[] {
  return group('Referencia', [
    field('NroLinRef', index + 1),
    field('TpoDocRef', to.documentType),
    field('FolioRef', to.folio),
    field('FchRef', to.issueDate),
    field('CodRef', to.code),
    field('RazonRef', to.reason),
  ])
}

function group(name: string, fields: string[]): string[] {
  return [`<${name}>`, ...fields.filter((line) => line !== ''), `</${name}>`]
}

/** Nothing at all for an absent value: an empty element fails many of the schema's types. */
function field(name: string, value: string | number | null | undefined): string {
  return value === null || value === undefined || value === ''
    ? ''
    : `<${name}>${escapeText(String(value))}</${name}>`
}
