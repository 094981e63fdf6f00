import type { Page } from 'playwright-core'
import { settled } from './hands.ts'
import type { Resident } from './resident.ts'
import type { Stop } from './stop.ts'

/** The main screens while what they show is still on its way. */
export function waitingStops(as: Resident): Stop[] {
  return [
    waiting('documents-waiting', '/documents', ['/api/documents/'], as),
    waiting('rules-waiting', '/rules', ['/api/billing-sii/invoice-rules/'], as),
    waiting('this-month-waiting', '/this-month', ['/api/billing-scheduler/this-month/'], as),
    waiting('attention-waiting', '/attention', ['/api/attention/'], as),
    waiting(
      'dashboard-all-waiting',
      '/dashboard',
      ['/api/attention/', '/api/billing-sii/invoice-rules/'],
      as,
    ),
    waiting(
      'dashboard-waiting',
      '/dashboard',
      ['/api/documents/', '/api/billing-sii/invoice-rules/'],
      as,
    ),
  ]
}

/** Answers are held from `reach` until `leave`, which sees that they arrive after all. */
function waiting(name: string, path: string, held: string[], as: Resident): Stop {
  const isHeld = ({ pathname }: URL) => held.includes(pathname)
  let gate = Promise.withResolvers<void>()
  return {
    name,
    path,
    as,
    isWaiting: true,
    reach: async (page) => {
      gate = Promise.withResolvers<void>()
      const { promise } = gate
      await page.route(isHeld, async (route) => {
        await promise
        await route.continue()
      })
      await page.reload()
      await skeleton(page).waitFor()
    },
    leave: async (page) => {
      gate.resolve()
      await settled(page)
      await page.unroute(isHeld)
    },
  }
}

function skeleton(page: Page) {
  return page.locator('.mantine-Skeleton-root').filter({ visible: true }).first()
}
