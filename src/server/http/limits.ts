import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { Throttled } from './errors.ts'

/** How often something may be tried; whoever is over it waits, nobody is locked out for good. */
export type Limits = {
  /** Counts one try; throws Throttled when the window is full. */
  consume(name: LimitName, key: string): Promise<void>
  /** Forgets the tries: the right password was given. */
  clear(name: LimitName, key: string): Promise<void>
}

export type LimitName = keyof typeof LIMITS

const MINUTE = 60
const HOUR = 60 * MINUTE

// Per network (an address may be a whole office behind one router) and per account.
const LIMITS = {
  loginNetwork: { tries: 60, seconds: 15 * MINUTE, network: true },
  loginAccount: { tries: 10, seconds: 15 * MINUTE, network: false },
  registerNetwork: { tries: 10, seconds: HOUR, network: true },
  mailNetwork: { tries: 20, seconds: HOUR, network: true },
  mailAccount: { tries: 4, seconds: HOUR, network: false },
  credentialsAccount: { tries: 10, seconds: HOUR, network: false },
} as const

export type LimitsOptions = {
  /** Everybody in a demonstration may come from one address. */
  networkFactor?: number
}

/** Counts in PostgreSQL, for all processes together. Its table is made when missing. */
export async function postgresLimits(pool: Pool, options: LimitsOptions = {}): Promise<Limits> {
  await pool.query('CREATE SCHEMA IF NOT EXISTS limits')
  const limiters = await Promise.all(
    names().map((name) => postgresLimiter(pool, name, triesOf(name, options))),
  )
  return limitsOf(new Map(names().map((name, index) => [name, limiters[index]])))
}

/** Counts in this process alone. */
export function memoryLimits(options: LimitsOptions = {}): Limits {
  return limitsOf(
    new Map(
      names().map((name) => [
        name,
        new RateLimiterMemory({ points: triesOf(name, options), duration: LIMITS[name].seconds }),
      ]),
    ),
  )
}

function names(): LimitName[] {
  return [
    'loginNetwork',
    'loginAccount',
    'registerNetwork',
    'mailNetwork',
    'mailAccount',
    'credentialsAccount',
  ]
}

function triesOf(name: LimitName, { networkFactor = 1 }: LimitsOptions): number {
  const { tries, network } = LIMITS[name]
  return network ? tries * networkFactor : tries
}

function postgresLimiter(
  pool: Pool,
  name: LimitName,
  points: number,
): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const limiter: RateLimiterPostgres = new RateLimiterPostgres(
      {
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'limits',
        tableName: 'tries',
        keyPrefix: name,
        points,
        duration: LIMITS[name].seconds,
      },
      (error?: Error) => (error ? reject(error) : resolve(limiter)),
    )
  })
}

function limitsOf(limiters: Map<LimitName, RateLimiterAbstract | undefined>): Limits {
  return {
    async consume(name, key) {
      try {
        await limiters.get(name)?.consume(hashed(key))
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) throw new Throttled(rejection.msBeforeNext / 1000)
        throw rejection
      }
    },
    async clear(name, key) {
      await limiters.get(name)?.delete(hashed(key))
    },
  }
}

/** Addresses and e-mails aren't kept, only told apart. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 32)
}
