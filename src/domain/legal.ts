import { day, type Day } from './day.ts'

/** Of the terms, with their mandate to act at the SII, and the privacy policy: one version is of all of them. */
export interface LegalVersion {
  version: number
  /** The date at the head of the pages. */
  announced: Day
  /** For who had accepted another one: their terms promise NOTICE_DAYS in between. */
  inForce: Day
}

export const NOTICE_DAYS = 30

/** The oldest first. What each changed is told by texts/legal.ts. */
export const LEGAL_VERSIONS: readonly LegalVersion[] = [
  { version: 1, announced: day(2026, 11, 23), inForce: day(2026, 11, 23) },
  { version: 2, announced: day(2026, 11, 27), inForce: day(2026, 12, 27) },
]

/** What somebody accepts now is on record by it. */
export const LEGAL_VERSION = 2
