import type { Day } from '#domain/day.ts'
import { formatDay } from '#domain/day.ts'
import type { FacturaContent, FrozenLine } from '#domain/document.ts'
import { formatClp, sumClp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import { FACTURA_MAX_LINES } from '#domain/totals.ts'
import { formatQuantity, formatUf, formatUfRate } from '#domain/uf.ts'
import type { Fields } from '../pages/charset.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import { cutAtWord, tidy } from '../pages/field-text.ts'
import type { Control } from '../pages/forms.ts'
import { fieldValue, findForm, withValues } from '../pages/forms.ts'
import { plain, visibleText } from '../pages/html.ts'
import type { Visit } from '../http/http.ts'
import { arrayLiterals } from '../pages/scripts.ts'
import type { Answer, NotaReference } from '../interface/portal.ts'

/** The portal's invoice form as it came, with what only its scripts know. */
export interface FacturaForm {
  fields: Fields
  controls: readonly Control[]
  arrays: ReadonlyMap<string, string[][]>
  /** The company in the page's heading; null when it can't be read. */
  company: Rut | null
}

export function isFormPage(html: string): boolean {
  return findForm(html, 'VIEW_EFXP') !== null
}

/** Without a field for the receiver, the session or its company was lost. */
export function readFacturaForm(
  visit: Visit,
  step: 'reads' | 'judged' = 'reads',
): Answer<FacturaForm> {
  if (visit.kind !== 'page') return diagnose(visit)
  const form = findForm(visit.page.text, 'VIEW_EFXP')
  if (form === null) return diagnose(visit, step)
  if (!form.controls.some((control) => control.name === 'EFXP_RUT_RECEP')) {
    return portalChanged('VIEW_EFXP EFXP_RUT_RECEP')
  }
  const { fields, controls } = form
  const { text } = visit.page
  let arrays: FacturaForm['arrays'] | undefined
  return {
    kind: 'ok',
    value: {
      fields,
      controls,
      // Read when asked for: whoever only fills the form in needs none.
      get arrays() {
        return (arrays ??= arrayLiterals(text))
      },
      company: companyInHeading(text),
    },
  }
}

/**
 * What the form posts for a frozen factura: the page's own fields with ours over them (portal 3.4). Totals
 * are ours, the SII takes them as sent. Throws when the content doesn't add up or has more than ten lines.
 */
export function facturaFields(form: FacturaForm, content: FacturaContent): Fields {
  checkContent(content)
  const lines = content.lines.flatMap((line, index) => lineFields(form, line, twoDigits(index + 1)))
  const codeBox = content.lines.some((line) => line.code !== '') ? codeBoxField(form) : []
  return withValues(form.fields, [
    ...issuerFields(form, content),
    ...recipientFields(content),
    ...lines,
    ...codeBox,
    ['EFXP_FMA_PAGO', String(content.paymentForm)],
    ['EFXP_SUBTOTAL', String(content.netoClp)],
    ['EFXP_PCT_DESC', '0'],
    ['EFXP_MNT_DESC', '0'],
    ['EFXP_MNT_NETO', String(content.netoClp)],
    ['EFXP_TASA_IVA', '19'],
    ['EFXP_IVA', String(content.ivaClp)],
    ['EFXP_MNT_TOTAL', String(content.totalClp)],
  ])
}

/**
 * What makes of the same form a nota de crédito: its type and the document it is about (portal 3.4). Without
 * the box the portal ignores the reference.
 */
export function notaFields(fields: Fields, reference: NotaReference): Fields {
  return withValues(fields, [
    ['PTDC_CODIGO', String(TIPO_NOTA_CREDITO)],
    ['REF_SI_NO', 'SiChecked'],
    ['EFXP_TPO_DOC_REF_001', String(reference.tipoDte)],
    ['EFXP_FOLIO_REF_001', String(reference.folio)],
    ['EFXP_FCH_REF_001', reference.issueDate],
    ['EFXP_RAZON_REF_001', tidy(reference.reason, 90)],
    ['EFXP_IND_GLOBAL_001', ''],
    ['EFXP_CODIGO_REF_001', String(reference.code)],
  ])
}

export const TIPO_NOTA_CREDITO = 61

function checkContent({ lines, netoClp, ivaClp, totalClp }: FacturaContent): void {
  const adds =
    sumClp(lines.map((line) => line.amountClp)) === netoClp && netoClp + ivaClp === totalClp
  if (!adds) throw new Error('A factura whose amounts do not add up was about to be filled in')
  if (lines.length < 1 || lines.length > FACTURA_MAX_LINES) {
    throw new Error(`The portal's form takes 1 to ${FACTURA_MAX_LINES} lines, not ${lines.length}`)
  }
}

function issuerFields(form: FacturaForm, { issuer, issueDate, lines }: FacturaContent): Fields {
  const { street, commune, city, branchCode } = issuer.address
  const email = issuer.email || (fieldValue(form.fields, 'EFXP_EMAIL_EMISOR') ?? '')
  return [
    ['esCRED_EC', 'FALSE'],
    ['esFACT_TUR', 'FALSE'],
    ['PTDC_CODIGO', '33'],
    ['CANT_DET', String(lines.length)],
    ['EFXP_CDG_SII_SUCUR', branchCode],
    ['ES_BORR', 'FALSE'],
    ['EHDR_CODIGO', ''],
    ['EFXP_FCH_EMIS', issueDate],
    ['EFXP_DIR_ORIGEN_DEFUALT', tidy(street, 70)],
    ['EFXP_DIR_ORIGEN', tidy(street, 70)],
    ['EFXP_CMNA_ORIGEN', tidy(commune, 20)],
    // Mandatory on the form although the SII's own list of addresses seldom has one.
    ['EFXP_CIUDAD_ORIGEN', tidy(city || commune, 20)],
    ['EFXP_TIPOVENTA_SELECT', '1'],
    ['EFXP_EMAIL_EMISOR', tidy(email, 80)],
    ['EFXP_ACTECO', issuer.activity.code],
    ['EFXP_ACTECO_SELECT', issuer.activity.code],
  ]
}

/** The lengths are the form's (portal 3.4); the misspelt fields accompany a free text. */
function recipientFields({ recipient }: FacturaContent): Fields {
  const { street, commune, city } = recipient.address
  const contact = recipient.contactRut
  return [
    ...recipientRutFields(recipient.rut),
    ['EFXP_RZN_SOC_RECEP', tidy(recipient.name, 100)],
    ['EFXP_TIPOCOMPRA_SELECT', '1'],
    ['EFXP_DIR_RECEP_DEFUALT', tidy(street, 70)],
    ['EFXP_DIR_RECEP', tidy(street, 70)],
    ['EFXP_CMNA_RECEP', tidy(commune, 20)],
    ['EFXP_CIUDAD_RECEP', tidy(city, 20)],
    ['EFXP_GIRO_RECEP_DEFUALT', tidy(recipient.giro, 40)],
    ['EFXP_GIRO_RECEP', tidy(recipient.giro, 40)],
    ['EFXP_CONTACTO', tidy(recipient.contactName, 80)],
    ['EFXP_RUT_SOLICITA', contact === null ? '' : String(rutBody(contact))],
    ['EFXP_DV_SOLICITA', contact === null ? '' : rutDv(contact)],
  ]
}

export function recipientRutFields(rut: Rut): Fields {
  return [
    ['EFXP_RUT_RECEP', String(rutBody(rut))],
    ['EFXP_DV_RECEP', rutDv(rut)],
  ]
}

function lineFields(form: FacturaForm, line: FrozenLine, number: string): Fields {
  const amounts = amountsOf(line)
  const nameLimit = maxLengthOf(form, `EFXP_NMB_${number}`) ?? NAME_LENGTH
  const name = tidy(line.name, MAX_DESCRIPTION_LENGTH)
  const hasCodes = codeBoxField(form).length > 0
  const parts = [
    name.length > nameLimit ? name : '',
    amounts.arithmetic,
    !hasCodes && line.code !== '' ? `Cod. ${line.code}` : '',
    line.description,
  ]
  const description = tidy(parts.filter((part) => part !== '').join('. '), MAX_DESCRIPTION_LENGTH)
  return [
    [`EFXP_NMB_${number}`, cutAtWord(name, nameLimit)],
    [`EFXP_QTY_${number}`, amounts.quantity],
    [`EFXP_UNMD_${number}`, ''],
    [`EFXP_PRC_${number}`, amounts.price],
    [`EFXP_PCTD_${number}`, '0'],
    [`EFXP_SUBT_${number}`, String(line.amountClp)],
    ...(description === '' ? [] : [[`EFXP_DSC_ITEM_${number}`, description] as const]),
    ...(hasCodes && line.code !== '' ? codeFields(line.code, number) : []),
  ]
}

/** Where sources differ (25, 40, 50) the shortest: a longer name goes whole into the description. */
const NAME_LENGTH = 25
/** DscItem of the DTE's schema. */
const MAX_DESCRIPTION_LENGTH = 1000

/** That this box, ticked once for all lines, is what switches codes on is a guess. */
function codeBoxField({ controls }: FacturaForm): Fields {
  const box = controls.find((control) => control.name === 'COD_SI_NO')
  if (box === undefined) return []
  return [['COD_SI_NO', box.kind === 'input' && box.value !== 'on' ? box.value : 'SiChecked']]
}

/** INT1, the document's own word for an internal code. */
function codeFields(code: string, number: string): Fields {
  return [
    [`EFXP_TPO_COD_${number}`, 'INT1'],
    [`EFXP_COD_${number}`, tidy(code, 35)],
  ]
}

/**
 * Only whole quantities of whole pesos go as quantity × price. Anything else goes as one at its pesos, with
 * the arithmetic in words, so that the SII's own rounding has nothing left to decide.
 */
function amountsOf({ quantity, price, amountClp }: FrozenLine): {
  quantity: string
  price: string
  arithmetic: string
} {
  if (price.currency === 'CLP' && /^\d{1,9}$/.test(quantity)) {
    return { quantity, price: String(price.unitClp), arithmetic: '' }
  }
  const unit =
    price.currency === 'CLP'
      ? formatClp(price.unitClp)
      : `${formatUf(price.unitUf)} al ${ufOfDay(price.rateDay, formatUfRate(price.rateClp))}`
  const arithmetic = `${formatQuantity(quantity)} x ${unit}`
  return { quantity: '1', price: String(amountClp), arithmetic }
}

function ufOfDay(day: Day, rate: string): string {
  return `${formatDay(day)} (UF = ${rate})`
}

function maxLengthOf(form: FacturaForm, name: string): number | null {
  const control = form.controls.find((each) => each.name === name)
  return control === undefined || control.kind === 'select' ? null : control.maxLength
}

/**
 * The heading is 'Rut 76192083-9 … FACTURA ELECTRÓNICA N° folio no asignado'. The page's own bar above it
 * shows the person's RUT, which must not be taken for the company's.
 */
function companyInHeading(html: string): Rut | null {
  const text = plain(visibleText(html))
  for (const match of text.matchAll(/folio no asignado/g)) {
    const before = text.slice(Math.max(0, match.index - 200), match.index)
    const ruts = [...before.matchAll(/\br\.?u\.?t\.?\s?:?\s?([\d.]{7,12}-[\dk])/g)]
    const found = /factura|nota de/.test(before) ? parseRut(ruts.at(-1)?.[1] ?? '') : null
    if (found !== null) return found
  }
  return null
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
