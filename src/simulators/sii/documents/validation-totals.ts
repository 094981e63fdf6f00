import { parseDay } from '#domain/day.ts'
import type { TipoDte } from '#dte/document/document.ts'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import { isNote, tipoDteOf } from './document-kinds.ts'

const MOST_REFERENCES = 3

/** The portal takes the amounts as sent: whether they add up is nobody's business here. */
export function totalsRefusal(form: Fields): string | null {
  const tipoDte = tipoDteOf(field(form, 'PTDC_CODIGO'))
  const names = ['EFXP_MNT_NETO', 'EFXP_MNT_TOTAL', ...(tipoDte === 33 ? ['EFXP_IVA'] : [])]
  const wrong = names.find((name) => !isWhole(form, name))
  const total = Number(field(form, 'EFXP_MNT_TOTAL'))
  const iva = Number(field(form, 'EFXP_IVA'))
  if (wrong !== undefined) return `Monto incorrecto : ${wrong}`
  if (correctsText(form)) return total === 0 ? null : 'Monto Total debe ser 0'
  if (!(total >= 1)) return 'Monto Total debe ser mayor a 0'
  if (tipoDte === 33 && !(iva >= 1)) return 'Valor IVA debe ser mayor a 0'
  return tipoDte === 34 && iva > 0 ? 'Un documento exento no lleva IVA' : null
}

/** A note says what it changes; a factura need not refer to anything (REF-3-415). */
export function referenceRefusal(form: Fields): string | null {
  if (!isNote(tipoDteOf(field(form, 'PTDC_CODIGO')))) return null
  const given = referencesIn(form)
  if (given.length === 0) return 'Debe ingresar a lo menos una Referencia'
  for (const { folio, issuedOn, code } of given) {
    if (!/^\d{1,18}$/.test(folio)) return 'Debe ingresar el campo : Folio Referencia'
    if (parseDay(issuedOn) === null) return 'Debe ingresar el campo : Fecha Referencia'
    if (!/^[123]$/.test(code)) return 'Debe Seleccionar Codigo de Referencia'
  }
  const single = given.some(({ code }) => code === '1' || code === '2')
  return single && given.length > 1
    ? 'La anulacion y la correccion de texto llevan una sola Referencia'
    : null
}

/** A note on documents without IVA has none either. */
export function refersToExempt(form: Fields): boolean {
  const given = referencesIn(form)
  return given.length > 0 && given.every(({ type }) => ['32', '34', '38', '41'].includes(type))
}

/** Whether the whole document goes without neto and IVA. */
export function isExempt(form: Fields, tipoDte: TipoDte): boolean {
  return tipoDte === 34 || (isNote(tipoDte) && refersToExempt(form))
}

function correctsText(form: Fields): boolean {
  return (
    isNote(tipoDteOf(field(form, 'PTDC_CODIGO'))) &&
    referencesIn(form).some(({ code }) => code === '2')
  )
}

/** Without the tick they are as good as absent. */
function referencesIn(
  form: Fields,
): { type: string; folio: string; issuedOn: string; code: string }[] {
  if (field(form, 'REF_SI_NO') !== 'SiChecked') return []
  return Array.from({ length: MOST_REFERENCES }, (_, at) => {
    const of = (name: string) => field(form, `EFXP_${name}_REF_00${at + 1}`)
    return {
      type: of('TPO_DOC'),
      folio: of('FOLIO'),
      issuedOn: of('FCH'),
      code: of('CODIGO'),
    }
  }).filter(({ type }) => type !== '')
}

export function isWhole(form: Fields, name: string): boolean {
  return /^\d{1,15}$/.test(field(form, name))
}
