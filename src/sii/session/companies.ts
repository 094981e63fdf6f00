import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import { CHOOSER, FORM } from '../http/addresses.ts'
import { isTroubled } from '../http/answer-class.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import { isLoginPage, singleAlert } from '../http/page-words.ts'
import { fieldValue, optionsOf } from '../pages/forms.ts'
import { titleOf } from '../pages/html.ts'
import type { Browser, Page, Visit } from '../http/http.ts'
import { isFormPage, readFacturaForm } from '../facturas/form.ts'
import { scriptedTarget } from '../pages/scripts.ts'
import type { Answer, CompanyRef, SiiFailure } from '../interface/portal.ts'

/** Type 33, and what the portal's own menu sends with it. */
const WHERE_TO = 'OPCION=33&TIPO=4'
const CHOOSER_PAGE = `${CHOOSER}?DESDE_DONDE_URL=${encodeURIComponent(WHERE_TO)}`

/** In any of the chooser's three shapes: a list, an empty list, or straight to the only company's form. */
export async function listCompanies(browser: Browser): Promise<Answer<CompanyRef[]>> {
  const visit = await browser.get(CHOOSER_PAGE)
  if (visit.kind !== 'page') return diagnose(visit)
  const options = optionsOf(visit.page.text, 'RUT_EMP')
  if (options !== null) return readOptions(options, visit)
  if (isFormPage(visit.page.text)) return onlyCompany(visit)
  if (!isLauncher(visit.page)) return diagnose(visit)
  return onlyCompany(await browser.get(FORM, { referer: visit.page.url }))
}

/**
 * Makes the company the session's. The SII keeps that on its side, tied to the session, so it holds until
 * the next choice, whoever makes it. Null when it was accepted; the chooser coming back means refused.
 */
export async function selectCompany(browser: Browser, company: Rut): Promise<SiiFailure | null> {
  const visit = await browser.post(
    CHOOSER,
    [
      ['DESDE_DONDE_URL', WHERE_TO],
      ['RUT_EMP', company],
    ],
    // Everything at the portal begins with it.
    { referer: CHOOSER_PAGE, reads: true },
  )
  if (visit.kind !== 'page') return diagnose(visit)
  const { page } = visit
  if (optionsOf(page.text, 'RUT_EMP') !== null) {
    return isTroubled(visit) ? diagnose(visit) : { kind: 'companyNotAuthorized', company }
  }
  const isAccepted = isFormPage(page.text) || isLauncher(page) || sendsOn(page)
  return isAccepted ? null : diagnose(visit)
}

/** A small page or a redirect to the portal's start or to the form, and no word of refusal on it. */
function sendsOn(page: Page): boolean {
  if (isLoginPage(page) || singleAlert(page) !== null || page.status >= 400) return false
  const target = page.movedTo?.kind === 'inside' ? page.movedTo.url : scriptedTarget(page.text)
  return /factura_sii|mipe(GenFacEx|LaunchPage)/.test(target ?? '')
}

function isLauncher(page: Page): boolean {
  return /launcher/i.test(titleOf(page.text)) && page.text.includes('mipeGenFacEx.cgi')
}

/** A person may have none; a chooser that apologises says nothing of that. */
function readOptions(
  options: readonly { value: string; label: string }[],
  visit: Visit,
): Answer<CompanyRef[]> {
  const companies: CompanyRef[] = []
  for (const { value, label } of options) {
    if (value.trim() === '' || value.trim() === '0') continue
    const rut = parseRut(value)
    if (rut === null) return portalChanged('mipeSelEmpresa RUT_EMP')
    companies.push({ rut, name: withoutRut(label) })
  }
  if (companies.length === 0 && isTroubled(visit)) return diagnose(visit)
  return { kind: 'ok', value: companies }
}

/** The label repeats the RUT at its end. */
function withoutRut(label: string): string {
  return label.replace(/\s{0,5}[\d.]{7,12}\s?-\s?[\dkK]\s{0,5}$/, '').trim()
}

function onlyCompany(visit: Visit): Answer<CompanyRef[]> {
  const form = readFacturaForm(visit)
  if (form.kind !== 'ok') return form
  const { company, fields } = form.value
  if (company === null) return portalChanged('mipeGenFacEx Rut')
  return {
    kind: 'ok',
    value: [{ rut: company, name: fieldValue(fields, 'EFXP_RZN_SOC')?.trim() ?? '' }],
  }
}
