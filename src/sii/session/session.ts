import { AsyncLocalStorage } from 'node:async_hooks'
import type { Rut } from '#domain/rut.ts'
import { HOME, LOGOUT } from '../http/addresses.ts'
import { createBoletas } from '../boletas/boletas.ts'
import { certificateStatus } from '../facturas/certificate.ts'
import { diagnose, diagnoseOutside, portalChanged, unavailable } from '../http/diagnosis.ts'
import { isLoginPage } from '../http/page-words.ts'
import type { Browser } from '../http/http.ts'
import { createMutex } from '../http/mutex.ts'
import { createRegisterFacade, createRegisters } from '../registers/registers.ts'
import type { Answer, PortalSession, Profile } from '../interface/portal.ts'
import { listCompanies, selectCompany } from './companies.ts'
import { openCompany } from './company.ts'
import { isHome, readProfile } from './profile.ts'

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

  const facade = createRegisterFacade(browser)

  const session: PortalSession = {
    person,
    store: () => ({ person, cookies: browser.cookies.text() }),
    isAlive: () => isAlive(browser),
    logout: () => logout(browser),
    profile: () => profile(browser, person),
    companies: () => exclusively(() => listCompanies(browser)),
    certificate: () => certificateStatus(browser, person),
    boletas: createBoletas(browser, person, slowMs),
    registers: createRegisters(browser, facade, {
      issued: (company, filter) =>
        session.withCompany(company, (portal) => portal.issuedDocuments(filter)),
      received: (company, filter) =>
        session.withCompany(company, (portal) => portal.receivedDocuments(filter)),
    }),
    withCompany: (company, work) =>
      exclusively(async () => {
        const refusal = await selectCompany(browser, company)
        if (refusal !== null) return refusal
        const visit = openCompany({ browser, facade, person, company, slowMs })
        try {
          return await work(visit.portal)
        } finally {
          visit.close()
        }
      }),
  }
  return session
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
 * only take them from the browser. Where it leads, to the log-in or to the public site, and whether that arrives,
 * says nothing.
 */
async function logout(browser: Browser): Promise<Answer<null>> {
  const before = browser.cookies.text()
  const goodbye = await browser.get(LOGOUT)
  if (goodbye.kind === 'notSent') return { kind: 'ok', value: null }
  browser.cookies.restore(before)
  const after = await browser.get(HOME)
  browser.end()
  if (after.kind !== 'page') return diagnoseOutside(after)
  if (isHome(after.page.text)) {
    return goodbye.kind === 'page'
      ? unavailable('unknownPage', 'stillOpen')
      : diagnoseOutside(goodbye)
  }
  return isLoginPage(after.page) ? { kind: 'ok', value: null } : diagnoseOutside(after)
}
