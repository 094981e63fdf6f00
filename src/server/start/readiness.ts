import type { Pool } from 'pg'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import { readMigrations } from '../db/migrate.ts'
import type { ReadinessChecks } from '../http/health.ts'
import { openEnvelope, sealEnvelope } from '../vault/envelope.ts'
import type { KeyRing } from '../vault/key-ring.ts'

export type ReadinessNeeds = { pool: Pool; clock: Clock; ring: KeyRing }

/** What must hold for this process to serve. The SII being away is its users' news, not our unreadiness. */
export function readinessChecks({ pool, clock, ring }: ReadinessNeeds): ReadinessChecks {
  return {
    database: async () => (await pool.query('select 1')).rowCount === 1,
    migrations: () => isMigrated(pool),
    key: async () => keyWorks(ring),
    clock: () => clocksAgree(pool, clock),
    timeZone: () => timeZonesAgree(pool, clock),
  }
}

async function isMigrated(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from schema_migration')
  return rowCount === (await readMigrations()).length
}

function keyWorks(ring: KeyRing): boolean {
  const belonging = { organisationId: 0, kind: 'readiness' }
  const envelope = sealEnvelope(ring, belonging, Buffer.from('ok'))
  return openEnvelope(ring, belonging, envelope).toString() === 'ok'
}

/** Leases and limits are written with our clock and compared with other processes' clocks. */
const MOST_SKEW_MS = 5_000

async function clocksAgree(pool: Pool, clock: Clock): Promise<boolean> {
  const { rows } = await pool.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::text as ms',
  )
  return Math.abs(Number(rows[0]?.ms) - clock.now()) <= MOST_SKEW_MS
}

/** Node's and PostgreSQL's time-zone data may differ by years; a day of Chile must be the same in both. */
async function timeZonesAgree(pool: Pool, clock: Clock): Promise<boolean> {
  const { rows } = await pool.query<{ day: string }>(
    `select (to_timestamp($1::float8 / 1000) at time zone 'America/Santiago')::date::text as day`,
    [clock.now()],
  )
  return rows[0]?.day === dayInChile(clock.now())
}
