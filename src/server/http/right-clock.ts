import type { Kysely } from 'kysely'
import { isSkewed, readSkew, type ClockNeeds } from '../database-clock.ts'
import type { Schema } from '../db/schema.ts'
import { Refused } from './errors.ts'

/**
 * Refuses what would date documents by a clock that differs from the database's: at midnight, or at the closing hour, it
 * would give them another date than a person is to see. Nothing has changed then.
 */
export async function requireRightClock(needs: ClockNeeds & { db: Kysely<Schema> }): Promise<void> {
  if (isSkewed(await readSkew(needs))) throw new Refused(503, 'clockDiffers')
}
