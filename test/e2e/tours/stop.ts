import type { Page } from 'playwright-core'
import type { Place } from '../fixtures/place.ts'
import type { Resident } from '../fixtures/resident.ts'

/** A place where all who look at every place stop, signed in as somebody or nobody. */
export interface Stop extends Place {
  as?: Resident
  /** The way from the stop before, where that is `from` and stands as it was opened. */
  onward?: { from: Place['name']; reach: (page: Page) => Promise<void> }
}
