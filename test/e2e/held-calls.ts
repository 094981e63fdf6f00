import type { Page, Route } from 'playwright-core'
import { settled } from './hands.ts'
import type { Stop } from './stop.ts'

/** The path of one call of ours, whole, or what any of several ends in. */
export type Call = string | RegExp

type Place = Omit<Stop, 'as'>

/** The place once more, with a call that is refused until whoever looks goes on; `open` leads to where it is made. */
export function refused(
  name: string,
  path: string,
  call: Call,
  open?: (page: Page) => Promise<void>,
): Place {
  return held({ name, path }, call, {
    answer: (route) => route.fulfill({ status: 400, json: {} }),
    reach: async (page) => {
      await open?.(page)
      await page.locator('main, [role=dialog]').getByRole('alert').first().waitFor()
    },
  })
}

/** As the server may answer, though no story leads there. */
export function answered(
  name: string,
  path: string,
  call: Call,
  json: object,
  reach: (page: Page) => Promise<void>,
): Place {
  return held({ name, path }, call, { answer: (route) => route.fulfill({ json }), reach })
}

/** The server's own answer, with what `change` makes of it. */
export function rewritten(
  name: string,
  path: string,
  call: Call,
  change: (answer: unknown) => object,
  reach: (page: Page) => Promise<void>,
): Place {
  return held({ name, path }, call, {
    answer: async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: change(await answer.json()) })
    },
    reach,
  })
}

function held(
  place: Pick<Place, 'name' | 'path'>,
  call: Call,
  { answer, reach }: { answer(route: Route): Promise<void>; reach(page: Page): Promise<void> },
): Place {
  const isCall = isOf(call)
  return {
    ...place,
    prepare: (page) => page.route(isCall, answer),
    reach,
    leave: (page) => page.unroute(isCall),
  }
}

/** Holds those calls until the function it answers is called; then they go on, or are cut. */
export async function holdCalls(
  page: Page,
  calls: string | ((url: URL) => boolean),
  ending: 'continue' | 'abort' = 'continue',
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await promise
    await (ending === 'abort' ? route.abort() : route.continue())
  })
  return resolve
}

/** Answers are held from `prepare` until `leave`, which sees that they arrive after all. */
export function waiting(
  name: string,
  path: string,
  calls: Call[],
  open?: (page: Page) => Promise<void>,
): Place {
  const tests = calls.map(isOf)
  const isHeld = (url: URL) => tests.some((isCall) => isCall(url))
  let release = () => {}
  return {
    name,
    path,
    isWaiting: true,
    prepare: async (page) => {
      release = await holdCalls(page, isHeld)
    },
    reach: async (page) => {
      await open?.(page)
      await skeleton(page).waitFor()
    },
    leave: async (page) => {
      release()
      await settled(page)
      await page.unroute(isHeld)
    },
  }
}

function isOf(call: Call): (url: URL) => boolean {
  return ({ pathname }) => (typeof call === 'string' ? pathname === call : call.test(pathname))
}

function skeleton(page: Page) {
  return page.locator('.mantine-Skeleton-root').filter({ visible: true }).first()
}
