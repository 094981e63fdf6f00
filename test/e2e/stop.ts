import type { Page } from 'playwright-core'
import type { Resident } from './resident.ts'

/** A place of the product and the way to it, for whoever looks at all of them. */
export interface Stop {
  name: string
  as?: Resident
  path: string
  reach?: (page: Page) => Promise<void>
  /** Undoes what was held for it: the same window goes on to the next. */
  leave?: (page: Page) => Promise<void>
  /** What is still on its way is part of what is to be seen: nobody waits for it. */
  isWaiting?: boolean
}
