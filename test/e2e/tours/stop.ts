import type { Page } from 'playwright-core'
import type { Resident } from '../fixtures/resident.ts'

/** A place of the product and the way to it, for all who look at every place. */
export interface Stop {
  name: string
  as?: Resident
  path: string
  /** Decides the replies of calls before the page makes them; it forgets what it was told before. */
  prepare?: (page: Page) => Promise<unknown>
  reach?: (page: Page) => Promise<void>
  /** Undoes what was held for it: the same window goes on to the next. */
  leave?: (page: Page) => Promise<void>
  /** Always loaded as a new document: what is prepared for it is asked for at the start only. */
  isWhole?: boolean
  /** What is still on its way is part of what is to be seen: nobody waits for it. */
  isWaiting?: boolean
}
