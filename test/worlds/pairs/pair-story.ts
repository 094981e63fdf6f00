import { addDays, chileInstant } from '#domain/day.ts'
import type { Chance } from '../chance.ts'
import { PAIRS } from '../faults.ts'
import type { Story } from '../story.ts'
import { CONDITION_NAMES, type PairWorld } from '../conditions.ts'
import { createPairCast } from './pair-cast.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A world in which nothing else goes wrong. */
export function createPairStory({ conditions }: PairWorld, hasEndingRules = false): Story {
  const cast = createPairCast(conditions, hasEndingRules)
  const hour = (at: number) => chileInstant(cast.day, 0, 0) + at * HOUR_MS
  const isAway = conditions.includes('outage')
  return {
    cast,
    workers: 2,
    trouble: {
      aims: conditions.includes('stopAtIntent')
        ? [
            {
              pair: { place: 'boundary', step: 'beforeIntent', fault: 'paused' },
              skip: 0,
              pauseMs: [1_500, 3_000],
            },
          ]
        : [],
      rate: 0,
      kinds: [],
      budget: 0,
    },
    calmMs: hour(20),
    undoWindowMs: 10 * MINUTE_MS,
    personSlots: 2,
    hasProvableXml: true,
    moods: isAway
      ? [{ atMs: hour(9), mood: 'maintenance', forMs: 11 * HOUR_MS }]
      : conditions.includes('priceChanged')
        ? [{ atMs: hour(9), mood: 'refusesSignature', forMs: 2 * HOUR_MS }]
        : [],
    byHand: [],
    presses: [],
    annuls: false,
    meddlesAt: [],
    isFrozenAnew: false,
    isCopied: false,
    expiries: [],
    sweeps: [26, 49.5, 50, 50.5].map((at) => ({ atMs: hour(at) })),
    attention: { everyMs: HOUR_MS, times: 60 },
    conditions,
    isCalm: true,
  }
}

/** Two organisations, evenings, pauses, outages, and whatever else by chance that can happen beside an outage. */
export function randomPairWorld(seed: number, chance: Chance): PairWorld {
  const always = new Set(['evening', 'sharedPerson', 'restored', 'outage'])
  const possible = CONDITION_NAMES.filter((name) => name !== 'movedRun')
  const conditions = possible.filter((name) => always.has(name) || chance.isTrue(0.4))
  return { seed, conditions }
}

/** Of a random world: outages at any hour, faults at any step, a wrong clock, and rules that end on its day. */
export function troubledStory(world: PairWorld, chance: Chance): Story {
  const story = createPairStory(world, true)
  const { cast } = story
  const midnightMs = chileInstant(cast.day, 0, 0)
  const outages = Array.from({ length: chance.between(1, 3) }, () => ({
    atMs: midnightMs + chance.between(0, 30 * 60) * MINUTE_MS,
    mood: 'maintenance' as const,
    forMs: chance.between(20, 14 * 60) * MINUTE_MS,
  }))
  return {
    ...story,
    isCalm: false,
    workers: chance.between(1, 3),
    trouble: {
      ...story.trouble,
      rate: chance.pick([0, 0.005, 0.02]),
      kinds: [...new Set(PAIRS.map(({ fault }) => fault))].filter(() => chance.isTrue(0.4)),
      budget: chance.between(0, 6),
    },
    calmMs: chileInstant(addDays(cast.day, 1), 16, 0),
    // More than the two seconds that are allowed, and less than what leases and outages are counted in.
    wrongClockMs: chance.pick([-4_000, 5_000]),
    undoWindowMs: chance.pick([0, 10, 30]) * MINUTE_MS,
    moods: outages,
    presses: Array.from({ length: chance.between(0, 4) }, () => ({
      atMs: midnightMs + chance.between(8 * 60, 30 * 60) * MINUTE_MS,
      billing: chance.below(cast.billings.length),
    })),
    annuls: true,
    attention: { everyMs: chance.pick([1, 3]) * HOUR_MS, times: 60 },
  }
}
