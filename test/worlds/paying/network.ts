import type { PaymentProvider } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import type { Chance } from '../chance.ts'
import { die } from '../database/gated-database.ts'
import type { Actor, Stage } from '../stage.ts'

export interface WayNeeds {
  stage: Stage
  chance: Chance
  actor: Actor
  /** How often something goes wrong on the way: none once calm has begun. */
  rate(): number
}

const WAY_FAULTS = [
  'drop',
  'lost',
  'late',
  'twice',
  'slow',
  'killed-before',
  'killed-after',
] as const
const HOUR_MS = 60 * 60_000

/** Providers as one process reaches them: it stops before a request leaves, and anything may happen to it on the way. */
export function overNetwork(providers: PaymentProviders, needs: WayNeeds): PaymentProviders {
  const { stage, chance, actor } = needs

  async function exchange<T>(call: string, ask: () => Promise<T>, lost: T): Promise<T> {
    await stage.park(actor, `asks ${call}`, chance.between(50, 400))
    const served = () => stage.real(ask())
    const fault = chance.isTrue(needs.rate()) ? chance.pick(WAY_FAULTS) : null
    if (fault !== null) stage.note(`${actor.name} ${call} !${fault}`)
    switch (fault) {
      case 'drop':
        return lost
      case 'lost':
        await served()
        return lost
      case 'late':
        stage.later(chance.between(1_000, HOUR_MS), `${call} arrives late`, async () => {
          await ask()
        })
        return lost
      case 'killed-before':
        return die(needs)
      case 'killed-after':
        await served()
        return die(needs)
      case 'twice':
        await served()
        return served()
      case 'slow': {
        const answer = await served()
        await stage.park(actor, `${call} is slow`, chance.between(1_000, HOUR_MS / 4))
        return answer
      }
      case null: {
        const answer = await served()
        await stage.park(actor, `reads ${call}`, chance.between(50, 2_000))
        return answer
      }
    }
  }

  const away = { kind: 'unavailable', cause: 'lost' } as const
  const unknown = { kind: 'unknown', cause: 'lost' } as const
  const wrapped = (provider: PaymentProvider): PaymentProvider => {
    const { name, fetchRefund } = provider
    return {
      ...provider,
      createCheckout: (connection, order) =>
        exchange(`${name} create`, () => provider.createCheckout(connection, order), unknown),
      settle: (connection, refs) =>
        exchange(`${name} settle`, () => provider.settle(connection, refs), away),
      fetchState: (connection, refs) =>
        exchange(`${name} state`, () => provider.fetchState(connection, refs), away),
      refund: (connection, refs, order) =>
        exchange(`${name} refund`, () => provider.refund(connection, refs, order), unknown),
      fetchRefund:
        fetchRefund &&
        ((connection, refs, ref) =>
          exchange(`${name} refund state`, () => fetchRefund(connection, refs, ref), away)),
    }
  }
  return {
    transbank: wrapped(providers.transbank),
    khipu: wrapped(providers.khipu),
    fintoc: wrapped(providers.fintoc),
    mercadoPago: wrapped(providers.mercadoPago),
  }
}
