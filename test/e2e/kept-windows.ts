import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { City } from './city.ts'
import {
  followPages,
  keptStorage,
  newContext,
  putForward,
  WIDE,
  type Looks,
  type Visitor,
} from './visitor.ts'

/** A browser context that outlives a test, and the page without scripts that keeps its renderer process alive. */
interface KeptContext {
  key: string
  context: BrowserContext
  anchor: Page
}

export interface KeptWindows {
  open(city: City, looks: Looks): Promise<Visitor>
}

/**
 * Browser windows for one test after another. A new context has a new process, an empty cache and no compiled
 * scripts, which is two thirds of what a test asked of the processor; so the context stays, emptied of everything that
 * a test left in it, and each window is a new page. It works while every city of a worker has the same origin.
 */
export function keepWindows(browser: Browser): KeptWindows {
  const free: KeptContext[] = []
  return {
    open: async (city, looks) => {
      const key = `${looks.width ?? WIDE} ${looks.scheme ?? 'light'} ${city.url}`
      const index = free.findIndex((one) => one.key === key)
      const [kept = await makeKept(browser, city, looks, key)] =
        index < 0 ? [] : free.splice(index, 1)
      return openKept(kept, city, looks, () => free.push(kept))
    },
  }
}

/** A file of the server that runs no script. */
const ANCHOR = '/robots.txt'

async function makeKept(
  browser: Browser,
  city: City,
  looks: Looks,
  key: string,
): Promise<KeptContext> {
  const context = await newContext(browser, city, { width: looks.width, scheme: looks.scheme })
  const anchor = await context.newPage()
  await anchor.goto(ANCHOR)
  return { key, context, anchor }
}

async function openKept(
  { context, anchor }: KeptContext,
  city: City,
  looks: Looks,
  giveBack: () => void,
): Promise<Visitor> {
  await context.clock.setSystemTime(city.clock.now())
  await anchor.evaluate((stored) => {
    localStorage.clear()
    for (const { name, value } of stored) localStorage.setItem(name, value)
  }, keptStorage(looks))
  const troubles = followPages(context, city)
  const page = await context.newPage()
  return {
    page,
    context,
    putForward: (ms) => putForward(city, context, ms),
    leave: async () => {
      const isEmpty = await emptyContext(context, anchor)
      if (isEmpty) giveBack()
      else await context.close()
      if (troubles.length > 0) throw new Error(troubles.join('\n'))
    },
  }
}

/** Whether the context is as a new one; one that a test broke is not used again. */
async function emptyContext(context: BrowserContext, anchor: Page): Promise<boolean> {
  if (anchor.isClosed()) return false
  try {
    context.removeAllListeners()
    const left = context.pages().filter((page) => page !== anchor)
    await Promise.all(left.map((page) => page.close()))
    await Promise.all([
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.clearCookies(),
      context.clearPermissions(),
    ])
    return true
  } catch {
    return false
  }
}
