import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import type { Fields } from '../pages/charset.ts'
import { describe, excerpt, hindrance, unavailable, wordsOf } from '../http/diagnosis.ts'
import type { Control, Form } from '../pages/forms.ts'
import { fieldValue, findForm, formsOf, withValues } from '../pages/forms.ts'
import { plain, visibleText } from '../pages/html.ts'
import type { Page, Visit } from '../http/http.ts'
import type { SiiFailure } from '../interface/portal.ts'
import type { Carried } from './script-values.ts'
import { carriedIn, hiddenFields } from './script-values.ts'

/** A page of the boleta's steps: its form with what its scripts add to it, and what they carry besides. */
export interface BoletaPage {
  fields: Fields
  controls: readonly Control[]
  values: Carried
}

/** Null when it hasn't the form that every step has. */
export function readBoletaPage({ text }: Page): BoletaPage | null {
  const form = findForm(text, 'formulario') ?? ownForm(text)
  if (form === null) return null
  const values = carriedIn(text, 'xml_values')
  const fields = withValues(form.fields, hiddenFields(text, values))
  return { fields, controls: form.controls, values }
}

/** Of a single form there is no doubt, whatever it is called. */
function ownForm(html: string): Form | null {
  const forms = formsOf(html).filter(({ name }) => name !== 'hidden_formulario' && name !== 'form1')
  return forms.length === 1 ? (forms[0] ?? null) : null
}

/** What the page carries under that name, in a script or in a field; empty when it doesn't. */
export function carriedText({ values, fields }: BoletaPage, name: string): string {
  return (values.get(name) || fieldValue(fields, name) || '').trim()
}

/** Its mark is the next step's number; the data form shown again hasn't got it. */
export function isConfirmation(page: BoletaPage): boolean {
  const hasMark = fieldValue(page.fields, 'origen') === 'SEPTIMO'
  const hasButton = page.controls.some((control) => control.name === 'cmdconfirmar')
  return (hasMark || hasButton) && carriedText(page, 'Monto_Boleta') !== ''
}

/** Body and check digit stand apart, under `rut_…` and `dv_…`; a body alone has no check to fail. */
export function isSameRut(rutText: string, dvText: string, expected: Rut): boolean {
  if (rutText.includes('-')) return parseRut(rutText) === expected
  const body = rutText.replaceAll('.', '').replace(/^0+/, '')
  const [expectedBody, expectedDv] = expected.split('-')
  return body === expectedBody && (dvText === '' || dvText.toUpperCase() === expectedDv)
}

/**
 * Why a step before the last didn't give its page. These pages are full of alerts that no one sees, so only
 * what is visible counts: the portal's reason, unless it speaks of trouble of its own.
 */
export function refusalOf(visit: Visit): SiiFailure {
  if (visit.kind === 'page') {
    const words = wordsOf(visit.page)
    if (isNotEnabled(words)) {
      return { kind: 'boletasNotEnabled', text: reasonIn(visit.page) }
    }
  }
  const found = hindrance(visit)
  if (found !== null || visit.kind !== 'page') return found ?? { kind: 'sessionExpired' }
  const { page } = visit
  const text = reasonIn(page)
  const isReason = page.status === 200 && text !== '' && !IS_OWN_TROUBLE.test(plain(text))
  return isReason ? { kind: 'validationRejected', text } : unavailable('unknownPage', text)
}

/** The two sentences known; both are about the person, whatever was asked. */
export function isNotEnabled(words: string): boolean {
  return /no (registra|posee|tiene|presenta)[^.]{0,60}segunda categoria|no (esta|se encuentra|ha sido) (autorizad|habilitad)[oa] (a|para) emitir/.test(
    words,
  )
}

const IS_OWN_TROUBLE = /intente (mas tarde|nuevamente|de nuevo)|error (interno|del sistema)|tmb\d/

const SOUNDS_LIKE_A_REASON =
  /\b(error|debe|no (puede|se puede|corresponde|existe|registra|permite|esta|es|ha)|incorrect|invalid|inexistente|rechaz|exced|fuera de)/

/** Of a form shown again, the lines that sound like a reason; of a plain page, all it says. */
function reasonIn(page: Page): string {
  const lines = visibleText(page.text).split('\n')
  const reasons = lines.filter((line) => SOUNDS_LIKE_A_REASON.test(plain(line)))
  return reasons.length > 0 ? excerpt(reasons.join('\n')) : describe(page)
}
