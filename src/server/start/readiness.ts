import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import { asRead, isSkewed, readSkew } from '../database-clock.ts'
import { readMigrations } from '../db/migrate.ts'
import type { Schema } from '../db/schema.ts'
import type { ReadinessChecks } from '../http/health.ts'
import { openEnvelope, sealEnvelope } from '../vault/envelope.ts'
import type { KeyRing } from '../vault/key-ring.ts'

export type ReadinessNeeds = {
  db: Kysely<Schema>
  pool: Pool
  clock: Clock
  rings: readonly KeyRing[]
}

/** What must hold for this process to serve. The SII being away is its users' news, not our unreadiness. */
export function readinessChecks({ db, pool, clock, rings }: ReadinessNeeds): ReadinessChecks {
  return {
    database: async () => (await pool.query('select 1')).rowCount === 1,
    migrations: () => isMigrated(pool),
    key: async () => rings.every(keyWorks),
    clock: async () => !isSkewed(await readSkew({ db, clock, databaseClock: asRead })),
    timeZone: () => timeZonesAgree(pool, clock),
  }
}

async function isMigrated(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from schema_migration')
  return rowCount === (await readMigrations()).length
}

/** Each kind that it opens opens again after being sealed. */
function keyWorks(ring: KeyRing): boolean {
  return ring.opens.every((kind) => {
    const belonging = { organisationId: 0, kind }
    const envelope = sealEnvelope(ring, belonging, Buffer.from('ok'))
    return openEnvelope(ring, belonging, envelope).toString() === 'ok'
  })
}

/** Node's and PostgreSQL's time-zone data may differ by years; a day of Chile must be the same in both. */
async function timeZonesAgree(pool: Pool, clock: Clock): Promise<boolean> {
  const { rows } = await pool.query<{ day: string }>(
    `select (to_timestamp($1::float8 / 1000) at time zone 'America/Santiago')::date::text as day`,
    [clock.now()],
  )
  return rows[0]?.day === dayInChile(clock.now())
}
