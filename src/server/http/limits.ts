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
  /** Counts one try and answers how many are left; throws Throttled when the window is full. */
  consume(name: LimitName, key: string): Promise<number>
  /** Forgets the tries: the right password was given. */
  clear(name: LimitName, key: string): Promise<void>
}

export type LimitName = keyof typeof LIMITS

/** The same, for what goes on in another way when the window is full. */
export async function isWithin(limits: Limits, name: LimitName, key: string): Promise<boolean> {
  try {
    await limits.consume(name, key)
    return true
  } catch (refusal) {
    if (refusal instanceof Throttled) return false
    throw refusal
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

// Per network (an address may be a whole office behind one router) and per account.
const LIMITS = {
  loginNetwork: { tries: 60, seconds: 15 * MINUTE, network: true },
  // From one network; the other, wider one is against many networks guessing at one account.
  loginAccount: { tries: 10, seconds: 15 * MINUTE, network: false },
  loginAnywhere: { tries: 100, seconds: HOUR, network: false },
  // With the password known six digits are all that is left to guess.
  codeAnywhere: { tries: 10, seconds: HOUR, network: false },
  // A browser that has signed in to this account before, by its cookie.
  loginDevice: { tries: 30, seconds: HOUR, network: false },
  codeDevice: { tries: 10, seconds: HOUR, network: false },
  // Of one account in all such browsers together: each log-in makes another one.
  codeDevices: { tries: 30, seconds: HOUR, network: false },
  // Where its owner has signed in before. Wide enough for the owner's mistakes beside those of others who came from there.
  loginPlace: { tries: 30, seconds: HOUR, network: false },
  codePlace: { tries: 10, seconds: HOUR, network: false },
  registerNetwork: { tries: 10, seconds: HOUR, network: true },
  // From one network, which may be a stranger's: the owner of the address keeps tries of their own.
  registerAddress: { tries: 4, seconds: HOUR, network: false },
  // Each is a mail to an address that may be another person's.
  registerMail: { tries: 8, seconds: HOUR, network: false },
  // Asked for in a browser that has signed in before.
  mailDevice: { tries: 10, seconds: HOUR, network: false },
  mailNetwork: { tries: 20, seconds: HOUR, network: true },
  // Of the links in those mails.
  linkNetwork: { tries: 60, seconds: HOUR, network: true },
  // Each writes to an address of the caller's choice.
  newEmailAccount: { tries: 4, seconds: HOUR, network: false },
  // Each document's own number is bounded besides (deliveries/again.ts).
  mailAgainAccount: { tries: 100, seconds: 24 * HOUR, network: false },
  contactNetwork: { tries: 10, seconds: HOUR, network: true },
  // From one network, as `registerAddress`; and the mails that tell an address its message arrived.
  contactAddress: { tries: 3, seconds: HOUR, network: false },
  contactMail: { tries: 3, seconds: HOUR, network: false },
  // Of shared documents' addresses: those that are, and those that aren't. An office of many payers has one network, and a
  // page that waits for a payment makes a dozen requests in its first minute.
  sharedNetwork: { tries: 3_000, seconds: 15 * MINUTE, network: true },
  sharedLink: { tries: 300, seconds: 15 * MINUTE, network: false },
  sharedMissNetwork: { tries: 30, seconds: 15 * MINUTE, network: true },
  // Of one document's address: a mistake corrected a few times.
  declarationLink: { tries: 10, seconds: HOUR, network: false },
  voucherLink: { tries: 10, seconds: HOUR, network: false },
  // Each makes a checkout at a provider.
  attemptLink: { tries: 30, seconds: HOUR, network: false },
  // Each mails a code to an address of the client's, and brings five tries at guessing one.
  payerCodeDocument: { tries: 4, seconds: HOUR, network: false },
  payerCodeClient: { tries: 8, seconds: HOUR, network: false },
  payerCodeAddress: { tries: 6, seconds: HOUR, network: false },
  payerCodeNetwork: { tries: 30, seconds: HOUR, network: true },
  // Each asks a provider whether it takes keys.
  connectionAccount: { tries: 60, seconds: HOUR, network: false },
  // Each reads a file of thousands of rows and compares it with all that is open.
  statementAccount: { tries: 120, seconds: HOUR, network: false },
  // Each reads a file of thousands of rows.
  uploadAccount: { tries: 300, seconds: HOUR, network: false },
  // Each reads a stored one again: as its cells are corrected, and as clients of it are found.
  uploadReadAccount: { tries: 3_000, seconds: HOUR, network: false },
  // The password or a code again, from a session.
  identityAccount: { tries: 10, seconds: 15 * MINUTE, network: false },
  // What makes something or may lead to issuing: a whole office clicking, not a program gone astray.
  issuingAccount: { tries: 1_000, seconds: HOUR, network: false },
  // Names behind RUTs aren't for collecting.
  lookUpAccount: { tries: 300, seconds: HOUR, network: false },
  // A page looks every few seconds while registers are read, and may stand open in many windows.
  analysisAccount: { tries: 3_600, seconds: HOUR, network: false },
  // Each brings every document of months, as an answer or a workbook.
  registerDocumentsAccount: { tries: 120, seconds: HOUR, network: false },
  // Each makes the SII be asked a few times.
  readAgainAccount: { tries: 60, seconds: HOUR, network: false },
  exportAccount: { tries: 5, seconds: 24 * HOUR, network: false },
  credentialsAccount: { tries: 10, seconds: HOUR, network: false },
} as const

export type LimitsOptions = {
  /** Everybody in a demonstration may come from one address. */
  networkFactor?: number
}

/** Counts in PostgreSQL, for all processes together. */
export function postgresLimits(pool: Pool, options: LimitsOptions = {}): Limits {
  return limitsOf(
    (name) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'limits',
        tableName: 'tries',
        tableCreated: true,
        clearExpiredByTimeout: false,
        ...limiterOptions(name, options),
      }),
  )
}

/** For the nightly sweep. */
export async function forgetOldTries(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from limits.tries where expire < $1', [nowMs])
}

/** Counts in this process alone. */
export function memoryLimits(options: LimitsOptions = {}): Limits {
  return limitsOf((name) => new RateLimiterMemory(limiterOptions(name, options)))
}

const names = Object.keys(LIMITS).filter(isLimitName)

function isLimitName(text: string): text is LimitName {
  return Object.hasOwn(LIMITS, text)
}

function limiterOptions(name: LimitName, { networkFactor = 1 }: LimitsOptions) {
  const { tries, seconds, network } = LIMITS[name]
  return { keyPrefix: name, duration: seconds, points: network ? tries * networkFactor : tries }
}

function limitsOf(make: (name: LimitName) => RateLimiterAbstract): Limits {
  const limiters = new Map(names.map((name) => [name, make(name)]))
  return {
    async consume(name, key) {
      try {
        const counted = await limiters.get(name)?.consume(hashed(key))
        return counted?.remainingPoints ?? 0
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
