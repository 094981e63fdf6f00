import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { City } from './city.ts'
import type { Resident } from './resident.ts'

/** One person's browser window, whose clock is the city's. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Puts the city's clock and the browser's forward together. */
  putForward(ms: number): Promise<void>
  /** Fails when a page broke: an exception, or an error in its console that isn't a refused call's. */
  leave(): Promise<void>
}

export const WIDE = 1440
export const PHONE = 390
/** What a screen promises, it promises at both. */
export const WIDTHS = [WIDE, PHONE] as const

/** Opens a window into the test's own city, which is closed at its end. */
export type Visit = (looks?: Looks) => Promise<Visitor>

export interface Looks {
  width?: number
  scheme?: 'light' | 'dark'
  as?: Resident
  language?: 'es' | 'en'
  still?: boolean
}

/** A window in a process of its own, with nothing compiled or kept from another. */
export async function openWindow(browser: Browser, city: City, looks: Looks): Promise<Visitor> {
  const context = await newContext(browser, city, looks)
  const troubles = followPages(context, city)
  const page = await context.newPage()
  return {
    page,
    context,
    putForward: (ms) => putForward(city, context, ms),
    leave: async () => {
      await context.close()
      if (troubles.length > 0) throw new Error(troubles.join('\n'))
    },
  }
}

export async function newContext(
  browser: Browser,
  city: City,
  looks: Looks,
): Promise<BrowserContext> {
  const { width = WIDE, scheme = 'light', still = false } = looks
  const localStorage = keptStorage(looks)
  const isPhone = width < 600
  const context = await browser.newContext({
    baseURL: city.url,
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: scheme,
    reducedMotion: still ? 'reduce' : 'no-preference',
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    acceptDownloads: true,
    storageState: {
      cookies: [],
      origins: localStorage.length > 0 ? [{ origin: city.url, localStorage }] : [],
    },
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.clock.install({ time: city.clock.now() })
  await context.addInitScript(() => {
    if (window === window.top)
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`The content policy refused ${blockedURI} by ${violatedDirective}`),
      )
  })
  return context
}

/** The list that every trouble of the context's later pages is added to. */
export function followPages(context: BrowserContext, city: City): string[] {
  const troubles: string[] = []
  context.on('page', (page) => watch(page, city.url, troubles))
  return troubles
}

export async function putForward(city: City, context: BrowserContext, ms: number): Promise<void> {
  city.clock.putForward(ms)
  await context.clock.fastForward(ms)
}

/** Shorter than the polling that stands in for a broken event stream: what is seen came by the stream. */
export const WAIT_MS = 10_000

/** What the browser remembers of a person. */
export function keptStorage({ as, language }: Looks): { name: string; value: string }[] {
  return [
    ...(as === undefined ? [] : [{ name: 'folio.session', value: JSON.stringify(as.tokens) }]),
    ...(language === undefined ? [] : [{ name: 'folio.language', value: language }]),
  ]
}

function watch(page: Page, url: string, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // The browser's own note of an answer like 401; whether it was right, each test says.
    const isRefusedCall = message.text().startsWith('Failed to load resource')
    // The browser's clock that we set is a script in every frame; the one around a mail's preview takes none.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
    const isOurs = page.url().startsWith(url) && message.type() === 'error'
    if (isOurs && !isRefusedCall) troubles.push(message.text())
  })
}

const pictures = join(import.meta.dirname, '../../.cache/e2e')

/** What was on the screens when a test failed. */
export async function keepPictures({ context }: Visitor, test: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  for (const [index, page] of context.pages().entries()) {
    const path = join(pictures, `${test.replaceAll(/\W+/g, '-')}-${index}.png`)
    await page.screenshot({ path })
  }
}
