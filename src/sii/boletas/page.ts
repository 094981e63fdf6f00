import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import type { Fields } from '../pages/charset.ts'
import { classOf } from '../http/answer-class.ts'
import { failureOf, unavailable } from '../http/diagnosis.ts'
import { describe, excerpt, wordsOf } from '../http/page-words.ts'
import { statesRefusal } from '../http/sentences.ts'
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
 * what is visible counts. A refusal is the form of the data given, shown again, or a sentence about them; another
 * sentence that sounds like one is unclear; the portal's trouble and pages that nobody knows are tried again. `given`
 * names the fields that only that form asks for; null where nothing was given to be judged.
 */
export function refusalOf(visit: Visit, given: readonly string[] | null): SiiFailure {
  const found = classOf(visit)
  if (visit.kind !== 'page' || !MAY_BE_A_REFUSAL.has(found)) {
    return failureOf(found, visit, 'reads')
  }
  const { page } = visit
  const words = wordsOf(page)
  const text = reasonIn(page)
  if (isNotEnabled(words)) return { kind: 'boletasNotEnabled', text }
  if (given === null) return unavailable('unknownPage', text)
  if (asksFor(page, given) || statesRefusal(words)) return { kind: 'validationRejected', text }
  return SOUNDS_LIKE_A_REASON.test(words)
    ? { kind: 'unclear', text }
    : unavailable('unknownPage', text)
}

const MAY_BE_A_REFUSAL: ReadonlySet<string> = new Set(['otherPage', 'refusal', 'alert', 'captcha'])

/** The two sentences known; both are about the person, whatever was asked. */
export function isNotEnabled(words: string): boolean {
  return /no (registra|posee|tiene|presenta)[^.]{0,60}segunda categoria|no (esta|se encuentra|ha sido) (autorizad|habilitad)[oa] (a|para) emitir/.test(
    words,
  )
}

function asksFor(page: Page, names: readonly string[]): boolean {
  return formsOf(page.text).some(({ controls }) =>
    controls.some((control) => {
      const isTyped = control.kind !== 'input' || control.type !== 'hidden'
      return isTyped && names.includes(control.name)
    }),
  )
}

const SOUNDS_LIKE_A_REASON =
  /\b(error|debe|no (puede|se puede|corresponde|existe|registra|permite|esta|es|ha)|incorrect|invalid|inexistente|rechaz|exced|fuera de)/

/** Of a form shown again, the lines that sound like a reason; of a plain page, all it says. */
function reasonIn(page: Page): string {
  const lines = visibleText(page.text).split('\n')
  const reasons = lines.filter((line) => SOUNDS_LIKE_A_REASON.test(plain(line)))
  return reasons.length > 0 ? excerpt(reasons.join('\n')) : describe(page)
}
