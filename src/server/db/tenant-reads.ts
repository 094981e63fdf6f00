import { PostgresAdapter } from 'kysely'
import type { PoolClient } from 'pg'
import { Carrier } from './carrier.ts'
import { TenantRead, type Asked, type Rows } from './tenant-read.ts'

/** Asks within an organisation's reach, or in no tenant's (null). */
export type TenantReads = (asked: Asked) => Promise<Rows>

/** Tells a database of two reaches from others, and carries what its tenants read. */
export class ReachAdapter extends PostgresAdapter {
  readonly reads: TenantReads

  constructor(reads: TenantReads) {
    super()
    this.reads = reads
  }
}

/** So long what waits may leave with a carrier that is out; then another one goes. */
const LONGEST_TRIP_MS = 3
/** Behind a slow read wait at most those that left with it. */
const MOST_TOGETHER = 32

/**
 * What is read at about the same moment leaves together in one packet and is answered together: the system's
 * calls cost more than the reads. Each is a transaction of its own; one that fails leaves the others alone.
 */
export function tenantReads(most: number, connect: () => Promise<PoolClient>): TenantReads {
  const waiting: TenantRead[] = []
  let carriers = 0
  let isCalled = false

  function call(): void {
    if (isCalled || carriers >= most) return
    isCalled = true
    const go = (): void => {
      isCalled = false
      if (waiting.length > 0) void carry()
    }
    if (carriers === 0) setImmediate(go)
    else setTimeout(go, LONGEST_TRIP_MS)
  }

  async function carry(): Promise<void> {
    carriers += 1
    try {
      await carryAll(await connect(), waiting)
    } catch (error) {
      for (const read of waiting.splice(0)) read.fail(error)
    }
    carriers -= 1
    if (waiting.length > 0) call()
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      const read = new TenantRead(asked, (error, rows) => {
        if (error === undefined) resolve(rows)
        else reject(error)
      })
      waiting.push(read)
      call()
    })
}

async function carryAll(client: PoolClient, waiting: TenantRead[]): Promise<void> {
  const carrier = carriers.get(client) ?? new Carrier(client)
  carriers.set(client, carrier)
  try {
    while (waiting.length > 0 && !carrier.isBroken) {
      await carrier.carry(waiting.splice(0, MOST_TOGETHER))
    }
  } finally {
    client.release(carrier.isBroken)
  }
}

const carriers = new WeakMap<PoolClient, Carrier>()
