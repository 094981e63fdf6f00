import type { Kysely } from 'kysely'
import { start } from '#texts/es/start.ts'
import { fill } from '#texts/translation.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Schema } from '../db/schema.ts'

/** The database was made in the other environment; its message is Spanish and for the terminal. */
export class EnvironmentDiffers extends Error {
  constructor(made: string, asked: string) {
    super(fill(start.fault.environmentDiffers, { made, asked }))
  }
}

/** A new database takes the environment; one of the other environment is refused. */
export async function claimEnvironment(
  db: Kysely<Schema>,
  clock: Clock,
  environment: Config['environment'],
): Promise<void> {
  await db
    .insertInto('installation')
    .values({ environment, created_at: instantText(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await db.selectFrom('installation').select('environment').executeTakeFirstOrThrow()
  if (made.environment !== environment) throw new EnvironmentDiffers(made.environment, environment)
}
