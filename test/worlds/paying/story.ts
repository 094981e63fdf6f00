import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { PayerEnd } from '../../payments/checkouts.ts'
import { START_MS } from '../cast.ts'
import type { Chance } from '../chance.ts'
import { createStory, type Story } from '../story.ts'
import { PROVIDERS, withPayments } from './cast.ts'

/** What people do about one document's payment. */
export type Deed =
  | { kind: 'pays'; provider: ProviderName; how: PayerEnd; returns: 'never' | 'once' | 'twice' }
  | { kind: 'declares' }
  /** Its owner answers everything that was declared. */
  | { kind: 'decides'; word: 'confirm' | 'reject' }
  | { kind: 'records' }
  | { kind: 'refunds' }
  /** Its client transfers what is open to the company's account. */
  | { kind: 'transfers' }
  | { kind: 'uploads'; days: 'all' | 'last' }
  /** What came too much is given back by hand, or left to its client. */
  | { kind: 'settles'; how: 'givesBack' | 'leaves' }
  /** Its factura is lowered by a nota de crédito, or its client muted. */
  | { kind: 'lowers' }
  | { kind: 'mutes' }
  /** Has it annulled at the SII: boletas only. */
  | { kind: 'annuls' }

export interface PayingPlan {
  deeds: { atMs: number; billing: number; deed: Deed }[]
  /** Servers that take calls; as many that only read states. */
  pollers: number
  /** How often a request to a provider goes wrong. */
  rate: number
  /** How often a notice never comes, or comes twice. */
  noticesLost: number
  noticesDoubled: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Neighbouring seeds aim at neighbouring steps of issuing: a few of these aim all over it. */
const APART = 61

/** A world of issuing, as others are, whose documents are paid while others are issued. */
export function createPayingStory(seed: number, chance: Chance): Story & { paying: PayingPlan } {
  const story = createStory(seed * APART, chance)
  const deeds = story.cast.billings.flatMap(({ person, company }, billing) =>
    Array.from({ length: chance.between(2, 6) }, () => ({
      atMs: START_MS + chance.between(30 * MINUTE_MS, 20 * HOUR_MS),
      billing,
      deed: deedBy(chance, person === company),
    })).flatMap((one) => withNeighbour(chance, one)),
  )
  return {
    ...story,
    cast: withPayments(story.cast, chance),
    // Boletas are annulled by a deed, after they were paid or before.
    annuls: false,
    paying: {
      deeds,
      pollers: chance.between(1, 2),
      rate: chance.pick([0, 0.1, 0.3]),
      noticesLost: chance.pick([0, 0.4, 1]),
      noticesDoubled: chance.pick([0, 0.4]),
    },
  }
}

/** What makes a deed meet another: somebody is paying what is annulled, and a bank's money is in a statement later. */
function withNeighbour<One extends { atMs: number; deed: Deed }>(
  chance: Chance,
  one: One,
): (One & { deed: Deed })[] {
  switch (one.deed.kind) {
    case 'annuls':
      return [begunBefore(chance, one), one]
    case 'records':
    case 'transfers':
      return [one, uploadedAfter(chance, one)]
    default:
      return [one]
  }
}

function uploadedAfter<One extends { atMs: number }>(
  chance: Chance,
  one: One,
): One & { deed: Deed } {
  const days = chance.pick(['all', 'last'] as const)
  return {
    ...one,
    atMs: one.atMs + chance.between(MINUTE_MS, 5 * HOUR_MS),
    deed: { kind: 'uploads', days },
  }
}

/** Somebody is paying what is annulled meanwhile. */
function begunBefore<One extends { atMs: number }>(chance: Chance, one: One): One & { deed: Deed } {
  const provider = chance.pick(PROVIDERS)
  return {
    ...one,
    atMs: one.atMs - chance.between(0, 2 * MINUTE_MS),
    deed: { kind: 'pays', provider, how: 'pays', returns: 'once' },
  }
}

function deedBy(chance: Chance, isOfBoletas: boolean): Deed {
  const pays = (): Deed => ({
    kind: 'pays',
    provider: chance.pick(PROVIDERS),
    how: chance.weighted([
      ['pays', 6],
      ['isRefused', 1],
      ['givesUp', 1],
    ]),
    returns: chance.pick(['never', 'once', 'twice'] as const),
  })
  return chance.weighted<() => Deed>([
    [pays, 6],
    [() => ({ kind: 'declares' }), 2],
    [() => ({ kind: 'decides', word: chance.pick(['confirm', 'reject'] as const) }), 2],
    [() => ({ kind: 'records' }), 1],
    [() => ({ kind: 'refunds' }), 2],
    [() => ({ kind: 'transfers' }), 2],
    [() => ({ kind: 'uploads', days: chance.pick(['all', 'last'] as const) }), 3],
    [() => ({ kind: 'settles', how: chance.pick(['givesBack', 'leaves'] as const) }), 1],
    [() => (isOfBoletas ? { kind: 'annuls' } : pays()), 2],
    [() => (isOfBoletas ? pays() : { kind: 'lowers' }), 1],
    [() => (chance.isTrue(0.5) ? pays() : { kind: 'mutes' }), 1],
  ])()
}
