import { connectionCache } from '#server/payments/attempts/notices/connection-cache.ts'
import type { AttemptNeeds } from '#server/payments/attempts/needs.ts'
import { pollDue } from '#server/payments/attempts/poll.ts'
import { createReturns } from '#server/payments/attempts/return.ts'
import type { Arrived } from '#server/payments/attempts/returned-as.ts'
import { takeNotice } from '#server/payments/attempts/notices/webhook-routes.ts'
import { paymentProviders } from '#server/payments/providers/providers.ts'
import { createLinks } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import type { PaymentSimulators } from '#simulators/payments/payments.ts'
import { baseUrlsOf } from '../../payments/stand-in-world.ts'
import { ring, VAULT_KEY } from '../cast.ts'
import type { Chance } from '../chance.ts'
import type { WorldDatabase } from '../database/database.ts'
import { gatedDatabase } from '../database/gated-database.ts'
import { RESTS, type Actor, type Stage } from '../stage.ts'
import type { Trouble } from '../trouble.ts'
import { clockFor } from '../worker.ts'
import { overNetwork } from './network.ts'

export interface ServerNeeds {
  stage: Stage
  chance: Chance
  trouble: Trouble
  database: WorldDatabase
  simulators: PaymentSimulators
  publicUrl: string
  rate(): number
  onFailure(actor: Actor, error: unknown): void
}

/** What a provider has sent to one of our addresses. */
export interface Envelope {
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** One process of the product that takes calls about payments, or reads states. */
export interface Server {
  actor: Actor
  needs: AttemptNeeds
  arrive(orderId: string, arrived: Arrived): Promise<string>
  take(envelope: Envelope): Promise<void>
  /** Looks at what is due, for ever. */
  poll(): Promise<never>
}

const links = createLinks(new Secret(VAULT_KEY))

export function createPaymentServer(made: ServerNeeds, name: string): Server {
  const { stage, chance, trouble, database, simulators, publicUrl } = made
  const actor: Actor = { name, isAlive: true, pausedUntilMs: 0 }
  const clock = clockFor(stage, actor)
  const gate = { stage, chance, trouble, actor, onDone: () => undefined }
  const needs: AttemptNeeds = {
    db: gatedDatabase(database, gate),
    clock,
    vault: createVault(ring, clock),
    links,
    publicUrl: () => publicUrl,
    installation: { demonstration: true },
    providers: overNetwork(
      paymentProviders({
        environment: 'demonstration',
        nowMs: clock.now,
        baseUrls: baseUrlsOf(simulators),
      }),
      { stage, chance, actor, rate: made.rate },
    ),
  }
  const known = connectionCache(needs)
  const returns = createReturns(needs)
  const report = (_about: object, error: unknown) => made.onFailure(actor, error)

  async function rest(): Promise<void> {
    const dueMs = await stage.real(nextDue(database))
    const waitMs = Math.max(dueMs - stage.now(), 1_000) + chance.between(0, 2_000)
    await stage.park(actor, RESTS, waitMs)
  }

  return {
    actor,
    needs,
    arrive: (orderId, arrived) => returns.arrive(orderId, arrived),
    take: async ({ path, headers, body }) => {
      const [address = '', query = ''] = path.split('?')
      const found = await known(address.split('/').at(-1) ?? '')
      if (found === null) return
      const onNotice = () => stage.wakeAll()
      const asked = { headers, body, query: Object.fromEntries(new URLSearchParams(query)) }
      await takeNotice({ ...needs, onNotice }, found, asked)
    },
    poll: async () => {
      for (;;) {
        const done = await pollDue({ ...needs, onFailure: report }).catch((error: unknown) => {
          made.onFailure(actor, error)
          return 0
        })
        if (done === 0) await rest()
      }
    },
  }
}

const DUES = `select least(
    (select min(greatest(poll_at, coalesce(claimed_until, poll_at))) from payment_attempt),
    (select min(claimed_until) from payment_attempt),
    (select min(next_try_at) from payment_notice where processed_at is null),
    (select min(poll_at) from payment_refund_order where ended_at is null)) as due`

/** When there may be something to read: what a poller that asks every second would find out by itself. */
async function nextDue(database: WorldDatabase): Promise<number> {
  const [row] = await database.inspect(DUES)
  const due = row?.['due']
  return typeof due === 'string' ? Date.parse(due) : Number.POSITIVE_INFINITY
}
