import { hash, verify } from '@node-rs/argon2'
import { Throttled } from '../../http/errors.ts'

/** Argon2id with 19 MiB and two passes, a few at a time: each takes a processor and its memory. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Takes as long for an account that doesn't exist: give null for its hash. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

export async function createPasswordHasher(
  limits: PoolLimits = POOL,
  cost: HashCost = COST,
): Promise<PasswordHasher> {
  const pool = boundedPool(limits)
  const nobody = await hash('no account has this', cost)
  return {
    hash: (password) => pool(() => hash(password, cost)),
    verify: async (passwordHash, password) => {
      const right = await pool(() => verify(passwordHash ?? nobody, password))
      return right && passwordHash !== null
    },
  }
}

/** Memory in KiB, passes and threads of one hash; a verification costs what its hash did. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const POOL: PoolLimits = { running: 4, waiting: 200 }
const BUSY_SECONDS = 5

export type PoolLimits = { running: number; waiting: number }

/** Runs up to `running` at once, keeps up to `waiting` more in line, and turns the rest away. */
function boundedPool({ running, waiting }: PoolLimits): <T>(work: () => Promise<T>) => Promise<T> {
  let active = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) throw new Throttled(BUSY_SECONDS)
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      active += 1
    }
    try {
      return await work()
    } finally {
      // Whoever is next takes over this place; else it becomes free.
      const next = line.shift()
      if (next) next()
      else active -= 1
    }
  }
}
