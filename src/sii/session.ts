import { AsyncLocalStorage } from 'node:async_hooks'
import type { FacturaContent } from '#domain/document.ts'
import type { Rut } from '#domain/rut.ts'
import { FORM, HOME, LOGOUT } from './addresses.ts'
import { certificateStatus } from './certificate.ts'
import { listCompanies, selectCompany } from './companies.ts'
import { diagnose, diagnoseOutside, isLoginPage, portalChanged, unavailable } from './diagnosis.ts'
import type { FacturaForm } from './factura-form.ts'
import { readFacturaForm } from './factura-form.ts'
import { previewFactura } from './factura.ts'
import { fetchPdf, fetchXml } from './files.ts'
import type { Browser } from './http.ts'
import { listIssued } from './issued.ts'
import { readIssuer } from './issuer.ts'
import { createMutex } from './mutex.ts'
import { isHome, readProfile } from './profile.ts'
import { lookUpRecipient, readRecipient } from './recipient.ts'
import type { Answer, CompanyPortal, PortalSession, Profile } from './sii.ts'

/**
 * Two locks: the browser lets one request through at a time; the company's lets one `withCompany` (or the
 * chooser, which may choose by itself) through from its choice to its last request.
 */
export function createSession(browser: Browser, person: Rut, slowMs: number): PortalSession {
  const companyLock = createMutex()
  const inside = new AsyncLocalStorage<true>()

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (inside.getStore()) {
      return Promise.reject(new Error('A company was asked for inside the work of another'))
    }
    return companyLock(() => inside.run(true, work))
  }

  return {
    person,
    store: () => ({ person, cookies: browser.cookies.text() }),
    isAlive: () => isAlive(browser),
    logout: () => logout(browser),
    profile: () => profile(browser, person),
    companies: () => exclusively(() => listCompanies(browser)),
    certificate: () => certificateStatus(browser, person),
    withCompany: (company, work) =>
      exclusively(async () => {
        const refusal = await selectCompany(browser, company)
        if (refusal !== null) return refusal
        const visit = openCompany(browser, person, company, slowMs)
        try {
          return await work(visit.portal)
        } finally {
          visit.close()
        }
      }),
  }
}

function openCompany(
  browser: Browser,
  person: Rut,
  company: Rut,
  slowMs: number,
): { portal: CompanyPortal; close: () => void } {
  let isOpen = true
  const assertOpen = () => {
    if (!isOpen) throw new Error('A company was used after its work had ended')
  }
  /** The form's heading is the only place that tells whose company the session has really got. */
  async function freshForm(): Promise<Answer<FacturaForm>> {
    assertOpen()
    const form = readFacturaForm(await browser.get(FORM, { timeoutMs: slowMs }))
    if (form.kind !== 'ok' || form.value.company === null) return form
    return form.value.company === company ? form : { kind: 'companyNotAuthorized', company }
  }
  async function withForm<T>(work: (form: FacturaForm) => Answer<T> | Promise<Answer<T>>) {
    const form = await freshForm()
    return form.kind === 'ok' ? work(form.value) : form
  }
  async function filledForm(rut: Rut): Promise<Answer<FacturaForm>> {
    return withForm((form) => lookUpRecipient(browser, form, rut, slowMs))
  }
  const portal: CompanyPortal = {
    issuer: () => withForm(readIssuer),
    recipient: async (rut) => {
      const form = await filledForm(rut)
      return form.kind === 'ok' ? { kind: 'ok', value: readRecipient(form.value) } : form
    },
    // The list doesn't say whose it is; another company's would prove absent what was issued.
    issuedDocuments: (filter) => withForm(() => listIssued(browser, filter, slowMs)),
    previewFactura: async (content: FacturaContent) => {
      if (content.issuer.rut !== company) throw new Error('A factura of another company')
      const form = await filledForm(content.recipient.rut)
      if (form.kind !== 'ok') return form
      const chain = { browser, person, company, slowMs, assertOpen }
      return previewFactura(chain, form.value, content)
    },
    pdf: async (code) => {
      assertOpen()
      return fetchPdf(browser, code, slowMs)
    },
    xml: async (document) => {
      assertOpen()
      return fetchXml(browser, company, document, slowMs)
    },
  }
  return {
    portal,
    close: () => {
      isOpen = false
    },
  }
}

async function isAlive(browser: Browser): Promise<Answer<boolean>> {
  const visit = await browser.get(HOME)
  if (visit.kind === 'notSent') return { kind: 'ok', value: false }
  if (visit.kind !== 'page') return diagnose(visit)
  if (isHome(visit.page.text)) return { kind: 'ok', value: true }
  return isLoginPage(visit.page) ? { kind: 'ok', value: false } : diagnose(visit)
}

async function profile(browser: Browser, person: Rut): Promise<Answer<Profile>> {
  const visit = await browser.get(HOME)
  if (visit.kind !== 'page' || !isHome(visit.page.text)) return diagnose(visit)
  const read = readProfile(visit.page.text)
  if (read === null || read.rut !== person) return portalChanged('siihome DatosCntrNow')
  return { kind: 'ok', value: read }
}

/**
 * What a late request would still find is asked with the cookies as they were: the SII's goodbye page may
 * only take them from the browser.
 */
async function logout(browser: Browser): Promise<Answer<null>> {
  const before = browser.cookies.text()
  const goodbye = await browser.get(LOGOUT)
  if (goodbye.kind === 'notSent') return { kind: 'ok', value: null }
  if (goodbye.kind !== 'page') return diagnoseOutside(goodbye)
  browser.cookies.restore(before)
  const after = await browser.get(HOME)
  browser.end()
  if (after.kind !== 'page') return diagnoseOutside(after)
  if (isHome(after.page.text)) return unavailable('unknownPage', 'stillOpen')
  return isLoginPage(after.page) ? { kind: 'ok', value: null } : diagnoseOutside(after)
}
