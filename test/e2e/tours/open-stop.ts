import type { Page } from 'playwright-core'
import { webEs } from '#texts/es/web.ts'
import { isDeep } from '../../setup/deep.ts'
import { heading } from '../fixtures/hands.ts'
import type { Visit, Visitor } from '../fixtures/visitor.ts'
import type { Stop } from './stop.ts'

/** A window that goes from stop to stop, as one user at one width. */
export interface TourWindow {
  page: Page
  needsDocument: boolean
  /** What calls were made to say for a stop is remembered after it. */
  isToForget: boolean
  /** The stop at which it is as it was opened, null between two. */
  at: Stop['name'] | null
  /** Ends when no call of the page is without its reply, but for the stream of events, which has no end. */
  quiet(): Promise<void>
}

/**
 * Returns the window of a user and a width, and opens it when it is the first of them. The deep run's walks take many
 * minutes each, in a process of their own.
 */
export function tourWindows(visit: Visit): (width: number, as: Stop['as']) => Promise<TourWindow> {
  const open = new Map<string, Promise<TourWindow>>()
  return (width, as) => {
    const key = `${as?.tokens.access} ${width}`
    const found = open.get(key) ?? visit({ width, as, still: isDeep }).then(tourWindow)
    open.set(key, found)
    return found
  }
}

function tourWindow({ page }: Visitor): TourWindow {
  return { page, needsDocument: true, isToForget: false, at: null, quiet: followCalls(page) }
}

function followCalls(page: Page): () => Promise<void> {
  const pending = new Set<object>()
  let done = Promise.withResolvers<void>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/events')) pending.add(request)
  })
  const end = (request: object) => {
    pending.delete(request)
    if (pending.size === 0) done.resolve()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => {
    done = Promise.withResolvers<void>()
    if (pending.size === 0) done.resolve()
    return done.promise
  }
}

/** Opens the stop's page and does all that leads to the stop; a new document is loaded only where it is needed. */
export async function openStop(window: TourWindow, stop: Stop, scheme: Scheme): Promise<void> {
  const { page } = window
  if (stop.onward !== undefined && window.at === stop.onward.from) {
    await changeScheme(page, scheme)
    await stop.onward.reach(page)
    return
  }
  const isWhole = window.needsDocument || needsDocument(stop)
  if (isWhole || !(await takeDown(page))) {
    await changeScheme(page, scheme)
    await stop.prepare?.(page)
    await page.goto(stop.path)
  } else {
    // Here, where little is drawn.
    await changeScheme(page, scheme)
    // First, because a page that takes its session up again asks at once.
    await stop.prepare?.(page)
    if (stop.prepare !== undefined || window.isToForget) await forgetAnswers(page)
    await goWithin(page, stop.path)
    await onlyBetween(page).waitFor({ state: 'detached' })
  }
  const headings = page.getByRole('heading', { level: 1 })
  // The heading that stands until the first screen's code has come isn't the screen's.
  const own = stop.isWaiting === true ? headings : headings.filter({ hasNotText: 'Cargando…' })
  await own.waitFor()
  await stop.reach?.(page)
}

export async function leaveStop(window: TourWindow, stop: Stop): Promise<void> {
  const { page } = window
  await stop.leave?.(page)
  window.needsDocument = needsDocument(stop) || isApart(new URL(page.url()).pathname)
  window.isToForget = stop.prepare !== undefined
  window.at = stop.leave === undefined ? stop.name : null
}

/** Without a session, nothing makes the page forget its answers. */
function needsDocument(stop: Stop): boolean {
  const isPreparedForVisitors = stop.prepare !== undefined && stop.as === undefined
  return stop.isWhole === true || isPreparedForVisitors || isApart(stop.path)
}

/** Open to all, it asks the server for nothing, and no other stop within the same document has it. */
const BETWEEN = '/auth/undo-email/-'

/** Pages that are documents of their own, and the screen in between with other keys. */
export function isApart(path: string): boolean {
  return /^\/(#.*)?$|^\/(terms|privacy)$|^\/auth\/undo-email\//.test(path)
}

/**
 * Leaves the screen of the stop before, even where the next has the same address. Returns false when something that
 * stood open over the screen is still there.
 */
async function takeDown(page: Page): Promise<boolean> {
  await goWithin(page, BETWEEN)
  await onlyBetween(page).waitFor()
  await closeToasts(page)
  return (await page.locator('[role=dialog], [role=menu]').count()) === 0
}

function onlyBetween(page: Page) {
  return heading(page, webEs.emailChange.undoTitle)
}

async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator('.mantine-Notification-root')
  const close = toasts.locator('.mantine-Notification-closeButton')
  await close.evaluateAll((all) => all.forEach((one) => one instanceof HTMLElement && one.click()))
  await toasts.first().waitFor({ state: 'detached' })
}

/** As when the user leaves and comes back in another tab: nothing that the server answered stays in memory. */
async function forgetAnswers(page: Page): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('folio.session'))
  if (session === null) throw new Error('Nobody is signed in')
  for (const stored of ['', session]) {
    await page.evaluate((stored) => {
      localStorage.setItem('folio.session', stored)
      dispatchEvent(new StorageEvent('storage', { key: 'folio.session' }))
    }, stored)
  }
}

/** An address within the document, by way of the screen in between: what stands there then is the address's own. */
export async function openWithin(page: Page, path: string): Promise<void> {
  await goWithin(page, BETWEEN)
  await onlyBetween(page).waitFor()
  await goWithin(page, path)
  await onlyBetween(page).waitFor({ state: 'detached' })
}

/** As a link of the program does: the address changes and the document stays. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

export type Scheme = 'light' | 'dark'

export async function changeScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.waitForFunction(
    (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    scheme,
  )
}
