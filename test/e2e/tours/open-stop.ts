import type { Page } from 'playwright-core'
import { field } from '../fixtures/hands.ts'
import type { Visit, Visitor } from '../fixtures/visitor.ts'
import type { Stop } from './stop.ts'

/** A window that goes from stop to stop, as one user at one width. */
export interface TourWindow {
  page: Page
  /** What calls were made to say for a stop lasts as long as its document. */
  needsDocument: boolean
  /** Ends when no call of the page is without its reply, but for the stream of events, which has no end. */
  quiet(): Promise<void>
}

/** Returns the window of a user and a width, and opens it when it is the first of them. */
export function tourWindows(visit: Visit): (width: number, as: Stop['as']) => Promise<TourWindow> {
  const open = new Map<string, Promise<TourWindow>>()
  return (width, as) => {
    const key = `${as?.tokens.access} ${width}`
    const found = open.get(key) ?? visit({ width, as, still: true }).then(tourWindow)
    open.set(key, found)
    return found
  }
}

function tourWindow({ page }: Visitor): TourWindow {
  return { page, needsDocument: true, quiet: followCalls(page) }
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
export async function openStop(window: TourWindow, stop: Stop): Promise<void> {
  const { page } = window
  const isWhole = stop.prepare !== undefined || window.needsDocument || isApart(stop.path)
  if (isWhole || !(await takeDown(page))) {
    await stop.prepare?.(page)
    await page.goto(stop.path)
  } else {
    await goWithin(page, stop.path)
    await onlyBetween(page).waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { level: 1 }).waitFor()
  await stop.reach?.(page)
}

export async function leaveStop(window: TourWindow, stop: Stop): Promise<void> {
  const { page } = window
  await stop.leave?.(page)
  window.needsDocument = stop.prepare !== undefined || isApart(new URL(page.url()).pathname)
}

/** Open to all, it asks the server for nothing, and no other stop within the same document has it. */
const BETWEEN = '/reset-password/-/-'

/** Pages that are documents of their own, and the screen in between with other keys. */
function isApart(path: string): boolean {
  return /^\/(#.*)?$|^\/(terms|privacy)$|^\/reset-password\//.test(path)
}

/**
 * Leaves the screen of the stop before, even where the next has the same address. Returns false when something that
 * stood open over the screen is still there.
 */
async function takeDown(page: Page): Promise<boolean> {
  await goWithin(page, BETWEEN)
  await onlyBetween(page).waitFor()
  return (
    (await page.locator('[role=dialog], [role=menu], .mantine-Notification-root').count()) === 0
  )
}

function onlyBetween(page: Page) {
  return field(page, 'Repite la contraseña')
}

/** As a link of the program does: the address changes and the document stays. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
