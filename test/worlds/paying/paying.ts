import type { ConfirmedPayment } from '../../charges/untrue-fees.ts'
import { listen } from '#simulators/server.ts'
import { startPayments } from '#simulators/payments/payments.ts'
import { finishAtProviders } from '../../payments/faults/alone.ts'
import { factsOf } from '../../payments/faults/facts.ts'
import { worldAt } from '../../payments/stand-in-world.ts'
import type { Row } from '../database/remembered.ts'
import type { Actor } from '../stage.ts'
import type { Billing, Cast } from '../cast.ts'
import { isInjected } from '../worker.ts'
import { breachesOfMoney, findUntrueDues } from './money.ts'
import { createBank } from './bank.ts'
import { createPeople } from './people.ts'
import { createPost } from './post.ts'
import { createPaymentServer, type Envelope, type Server, type ServerNeeds } from './server.ts'
import type { PayingPlan } from './story.ts'

type Needs = Omit<ServerNeeds, 'simulators' | 'publicUrl' | 'rate' | 'onFailure'> & {
  seed: number
  cast: Cast
  plan: PayingPlan
  /** When requests to providers go wrong no more. */
  calmMs: number
  annul(billing: Billing): Promise<void>
  onFailure(actor: Actor, error: unknown): void
}

/** The part of a world that is about money: servers, pollers, payers, owners, providers and what these notify. */
export interface Paying {
  onKilled(actor: Actor): void
  /** Every payment as its provider has it. */
  confirmed(): ConfirmedPayment[]
  /** How many reminders left. */
  reminded(): number
  breaches(): Promise<string[]>
  close(): Promise<void>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export async function startPaying(needs: Needs): Promise<Paying> {
  const { stage, chance, database, cast, plan } = needs
  const inbox: Envelope[] = []
  const post = await listen({ port: 0, host: '127.0.0.1' }, async (arrival, response) => {
    const { path, query, headers, body } = arrival
    const full = query === '' ? path : `${path}?${query}`
    inbox.push({ path: full, headers, body: Buffer.from(body) })
    response.writeHead(200).end()
  })
  const simulators = await startPayments({
    now: stage.now,
    seed: `world ${needs.seed}`,
    world: worldAt(post.url),
  })
  simulators.mercadoPago.settings.refundsTakeTime = needs.seed % 2 === 0
  const found: string[] = []
  const endsMs = cast.startMs + needs.calmMs
  const made: ServerNeeds = {
    ...needs,
    simulators,
    publicUrl: post.url,
    rate: () => (stage.now() < endsMs ? plan.rate : 0),
    onFailure: report,
  }
  function report(actor: Actor, error: unknown): void {
    stage.note(`${actor.name} reports ${String(error)}`)
    if (!isInjected(actor, error)) found.push(`${actor.name}: ${String(error)}`)
  }

  let born = 0
  const create = (kind: string): Server => createPaymentServer(made, `${kind}${(born += 1)}`)
  let api = create('api')
  const pollers = new Map<Actor, Server>()
  function hirePoller(delayMs: number): void {
    const server = create('poller')
    pollers.set(server.actor, server)
    stage.later(delayMs, `${server.actor.name} starts`, () => void server.poll())
  }
  for (let count = 0; count < plan.pollers; count += 1) hirePoller(chance.between(0, MINUTE_MS))

  /** Lost, late, twice and in any order: whoever notifies promises nothing else. */
  async function notify(): Promise<void> {
    await simulators.advance()
    for (const envelope of inbox.splice(0)) {
      const times = chance.isTrue(plan.noticesDoubled) ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        if (chance.isTrue(plan.noticesLost)) continue
        stage.later(chance.between(0, 20 * MINUTE_MS), 'a provider notifies', () => {
          const server = api
          void server.take(envelope).catch((error: unknown) => report(server.actor, error))
        })
      }
    }
  }

  const bank = createBank({ ...needs, onFailure: report })
  const mails = createPost({ ...made, onFailure: report })
  const people = createPeople({
    stage,
    chance,
    database,
    simulators,
    bank,
    server: () => api,
    notify,
    onFailure: ({ actor }, error) => report(actor, error),
  })

  plan.deeds.forEach(({ atMs, billing, deed }) => {
    const known = cast.billings[billing]
    if (known === undefined) return
    stage.later(atMs - cast.startMs, `somebody ${deed.kind}`, async () => {
      const row = await issued(known)
      if (row === undefined) return
      if (deed.kind === 'annuls') void needs.annul(known).catch(reportUser)
      else void people.act(row, deed).catch(reportUser)
    })
  })
  const reportUser = (error: unknown) =>
    report({ name: 'user', isAlive: true, pausedUntilMs: 0 }, error)

  async function issued({ key }: Billing): Promise<Row | undefined> {
    const rows = await database.inspect(`select * from document where key = $1`, [key])
    return rows.find(({ state }) => state === 'issued' || state === 'annulled')
  }

  // What reminders would be sent of, what providers do with refunds, and what the bank brought, while all else goes on.
  for (let look = 1; look <= LOOKS; look += 1) {
    stage.later(look * BETWEEN_LOOKS_MS, 'somebody looks who owes', async () => {
      await finishRefunds()
      await bank.matchAgain()
      found.push(...(await findUntrueDues(database)))
    })
  }
  async function finishRefunds(): Promise<void> {
    const rows = await database.inspect(
      `select refund_ref from payment_refund_order where state = 'pending' order by id`,
    )
    finishAtProviders(
      simulators,
      rows.map(({ refund_ref: ref }) => String(ref)),
    )
  }

  return {
    onKilled: (actor) => {
      if (actor === api.actor) api = create('api')
      if (pollers.delete(actor)) hirePoller(chance.between(5_000, 20 * MINUTE_MS))
    },
    confirmed: () => factsOf(simulators),
    reminded: () => mails.reminded(),
    breaches: async () => [
      ...found,
      ...(await breachesOfMoney({ database, simulators, told: people.told })),
      ...(await findUntrueDues(database)),
      ...(await bank.breaches()),
      ...(await mails.breaches()),
    ],
    close: async () => {
      await simulators.close()
      await post.close()
    },
  }
}

/** Nearly as long as a world lasts. */
const LOOKS = 8
const BETWEEN_LOOKS_MS = 6 * HOUR_MS
