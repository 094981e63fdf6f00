import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { createCast, START_MS, type Cast } from './cast.ts'
import type { Chance } from './chance.ts'
import { aimOf, PAIRS, type Fault, type HistoryName, type Pair } from './faults.ts'
import { HISTORIES } from './histories.ts'
import type { Condition } from './conditions.ts'
import type { Mood } from './portal.ts'
import type { TroublePlan } from './trouble.ts'

/** What one seed makes of a world before it begins. */
export interface Story {
  cast: Cast
  workers: number
  trouble: TroublePlan
  /** When faults stop. */
  calmMs: number
  undoWindowMs: number
  personSlots: number
  /** Whether the key behind the SII's stamps is known; else no XML can be proved, and none is kept. */
  hasProvableXml: boolean
  moods: { atMs: number; mood: Mood; forMs: number }[]
  /** Somebody issues a look-alike of this billing at the portal, by hand. */
  byHand: { atMs: number; billing: number }[]
  /** Somebody presses a button about this billing. */
  presses: { atMs: number; billing: number }[]
  /** Whether somebody has what was issued annulled: boletas only. */
  annuls: boolean
  /** Where a worker stands when somebody tries to skip what it is about. */
  meddlesAt: readonly Boundary[]
  /** Whether what is about to be sent is made to say something else. */
  isFrozenAnew: boolean
  /** Whether somebody issues a look-alike by hand of whatever was just sent. */
  isCopied: boolean
  expiries: { atMs: number }[]
  /** When the SII's lists are read whole and every number on them is explained. */
  sweeps: { atMs: number }[]
  /** Which kinds of events it brings together. */
  conditions?: readonly Condition[]
  /** Whether nothing goes wrong but what its conditions bring about. */
  isCalm?: boolean
  /** By how much the clock of a worker is wrong for some time. */
  wrongClockMs?: number
  /** How a person looks after what waits for them: never, or this often. */
  attention: { everyMs: number; times: number }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The first seed of worlds that aim at several pairs: one shows what several others would. */
export const FIRST_CROWDED = 3_000_000_000
const MORE_AIMS = 10

export function createStory(seed: number, chance: Chance): Story {
  const whole = aimOf(seed)
  if (typeof whole === 'string') return historyOf(whole, chance)
  const aim = whole
  // Nothing is found although it was issued: where the list is slow.
  const isHidden = aim !== undefined && NOTHING_FOUND.has(aim.step) && chance.isTrue(0.4)
  const aims = aim === undefined ? [] : aimsFor(aim, chance, isHidden)
  const isCrowded = seed >= FIRST_CROWDED
  const isQuiet = chance.isTrue(0.25)
  const isAnnulled = aim !== undefined && isOfAnnulment(aim.step)
  const isBoletas = isAnnulled || isOfBoletas(aim) || (aim === undefined && chance.isTrue(0.2))
  const cast = createCast({
    chance,
    mostBillings: chance.weighted([
      [1, 4],
      [2, 4],
      [3, 2],
    ]),
    isAlike: isLostOnTheWay(aim) && chance.isTrue(0.5),
    wrongClave: aim?.step === 'clave refused' || chance.isTrue(0.05),
    wrongPassword: chance.isTrue(0.04),
    isBoletas,
  })
  const calmMs = chance.between(2 * HOUR_MS, 8 * HOUR_MS)
  const whenever = () => START_MS + 10 * MINUTE_MS + chance.between(0, calmMs)
  const billing = () => chance.below(cast.billings.length)
  return {
    cast,
    workers: workersFor(aim, chance),
    trouble: {
      aims: isCrowded ? [...aims, ...moreAims(isBoletas, chance)] : aims,
      rate: isQuiet ? 0 : chance.pick([0.005, 0.02, 0.05]),
      kinds: someOf(chance, ALL_FAULTS),
      budget: isQuiet ? 0 : chance.between(1, 8),
    },
    calmMs,
    undoWindowMs: chance.pick([0, 10, 30]) * MINUTE_MS,
    personSlots: chance.between(1, 2),
    hasProvableXml:
      aim?.step === 'event filed' || (aim?.step !== 'event fileRejected' && chance.isTrue(0.8)),
    moods: isHidden
      ? [{ atMs: START_MS, mood: 'slowList', forMs: 24 * HOUR_MS }]
      : moodsFor(aim, chance, whenever),
    // Of two boletas alike nobody could say which is ours: only facturas carry their number when they leave.
    byHand: isBoletas
      ? []
      : several(
          chance.weighted([
            [0, 6],
            [1, 3],
            [2, 1],
          ]),
          () => ({
            atMs: chance.isTrue(0.5) ? whenever() : START_MS + chance.between(15, 90) * MINUTE_MS,
            billing: billing(),
          }),
        ),
    presses: several(
      chance.weighted([
        [0, 5],
        [1, 3],
        [3, 2],
      ]),
      () => ({
        atMs: whenever(),
        billing: billing(),
      }),
    ),
    annuls: isBoletas && (isAnnulled || chance.isTrue(0.3)),
    meddlesAt: chance.isTrue(0.1) ? ['afterIntent', 'beforeLook'] : [],
    isFrozenAnew: false,
    isCopied: false,
    expiries: chance.isTrue(0.1) ? [{ atMs: whenever() }] : [],
    sweeps: [
      ...(chance.isTrue(0.15) ? [{ atMs: whenever() }] : []),
      ...(chance.isTrue(0.3) ? FIRST_NIGHT : []),
      ...LAST_NIGHT,
    ],
    attention: chance.weighted([
      [{ everyMs: 0, times: 0 }, 2],
      [{ everyMs: 30 * MINUTE_MS, times: 24 }, 3],
      [{ everyMs: 3 * HOUR_MS, times: 12 }, 3],
    ]),
  }
}

const night = (hours: number) => [{ atMs: START_MS + hours * HOUR_MS }]
/** Two in the morning, in Chile. The last one has tries enough for whoever was busy. */
const FIRST_NIGHT = night(17)
const LAST_NIGHT = [41, 41.5, 42].flatMap(night)

function isOfAnnulment(step: string): boolean {
  return step.startsWith('TMBANU') || /^event annul/.test(step)
}

function isOfBoletas(aim: Pair | undefined): boolean {
  return aim?.step.startsWith('TMB') === true
}

const MEDDLED_AT: Partial<Record<HistoryName, readonly Boundary[]>> = {
  'skipped when about to be sent': ['beforeIntent'],
  'left out while the portal fails': ['beforePreview'],
  'left out when it is on its way': ['afterIntent'],
}

/** Nothing else goes wrong in it, and people look after what waits for them. */
function historyOf(name: HistoryName, chance: Chance): Story {
  const mostBillings = chance.between(1, 4)
  const none = { isAlike: false, wrongClave: false, wrongPassword: false, isBoletas: false }
  return {
    cast: createCast({ chance, mostBillings, ...none }),
    workers: 2,
    trouble: { aims: [...HISTORIES[name]], rate: 0, kinds: [], budget: 0 },
    calmMs: 8 * HOUR_MS,
    undoWindowMs: 0,
    personSlots: 1,
    hasProvableXml: true,
    moods:
      name === 'the preview says something else'
        ? [{ atMs: START_MS, mood: 'changesPreview', forMs: 2 * HOUR_MS }]
        : [],
    byHand: [],
    presses: [],
    annuls: false,
    meddlesAt: MEDDLED_AT[name] ?? [],
    isCopied: name === 'one like it is issued by hand when it is lost',
    isFrozenAnew: name === 'frozen anew when about to be sent',
    expiries: [],
    sweeps: LAST_NIGHT,
    attention: { everyMs: 30 * MINUTE_MS, times: 24 },
  }
}

/** Then the number that was signed may become somebody else's. */
function isLostOnTheWay(aim: Pair | undefined): boolean {
  const lost: readonly Fault[] = ['drop-request', 'hang-request', 'error-before']
  return aim?.step === 'mipeSendXML.cgi' && lost.includes(aim.fault)
}

/** Somebody must be there to take over from whoever is stopped, and nobody where the lease must run out. */
function workersFor(aim: Pair | undefined, chance: Chance): number {
  if (aim?.step === 'event notSent') return 1
  return chance.between(aim?.fault.startsWith('paused') === true ? 2 : 1, 3)
}

const ALL_FAULTS = [...new Set(PAIRS.map(({ fault }) => fault))]

/** Each world knows some kinds of fault only, so that rare ones meet in some worlds at least. */
function someOf(chance: Chance, faults: readonly Fault[]): Fault[] {
  const share = chance.pick([0.15, 0.4, 1])
  return faults.filter(() => chance.isTrue(share))
}

function moodsFor(aim: Pair | undefined, chance: Chance, whenever: () => number): Story['moods'] {
  if (aim?.step === 'event failed') {
    return [{ atMs: START_MS, mood: 'refusesSignature', forMs: 24 * HOUR_MS }]
  }
  if (aim?.step === 'pause mark') {
    return [{ atMs: START_MS, mood: 'throttles', forMs: chance.between(60, 120) * MINUTE_MS }]
  }
  if (!chance.isTrue(0.25)) return []
  const mood = chance.pick(MOODS)
  const atMs = chance.isTrue(0.5) ? START_MS : whenever()
  return [{ atMs, mood, forMs: chance.between(30, 180) * MINUTE_MS }]
}

const MOODS = [
  'refusesSignature',
  'changesPreview',
  'maintenance',
  'noPdf',
  'slowList',
  'slowList',
  'throttles',
] as const

/** The pair itself, and what leads to its step when no ordinary day does. */
function aimsFor(pair: Pair, chance: Chance, isHidden: boolean): TroublePlan['aims'] {
  const at = (place: Pair['place'], step: string, fault: Fault, skip = 0) => ({
    pair: { place, step, fault },
    skip,
  })
  const own = { pair, skip: isUsual(pair.step) ? chance.below(3) : 0 }
  const lost = chance.pick(['drop-request', 'error-before', 'html-before', 'hang-request'] as const)
  if (AFTER_A_LOST_ANSWER.has(pair.step)) {
    const isLost = !isHidden && (NOTHING_FOUND.has(pair.step) || chance.isTrue(0.5))
    const fault = isLost ? lost : 'drop-answer'
    return [at('portal', 'mipeSendXML.cgi', fault), own]
  }
  switch (pair.step) {
    case 'event notSent':
      return [at('boundary', 'afterIntent', 'paused'), own]
    case 'event annulmentUncertain':
      return [at('portal', 'TMBANU_RecepcionAnulacion.cgi', 'drop-answer'), own]
    case 'renew':
      return [
        at('portal', 'mipeGenFacEx.cgi', 'slow-answer'),
        at('portal', 'mipeDisplayPreView.cgi', 'slow-answer'),
        at('portal', 'mipeGenXMLFirma.cgi', 'slow-answer'),
        own,
      ]
    case 'event held':
      return [at('portal', 'mipeSelEmpresa.cgi', 'error-before'), own]
    case 'setback again':
      return [
        at('portal', 'mipeSelEmpresa.cgi', 'error-before'),
        at('portal', 'mipeSelEmpresa.cgi', 'error-before'),
        own,
      ]
    default:
      return [own]
  }
}

/** Pairs that a world of this kind of document may come to. */
function moreAims(isBoletas: boolean, chance: Chance): TroublePlan['aims'] {
  const own = PAIRS.filter(
    ({ place, step }) =>
      place !== 'portal' || step.startsWith('TMB') === isBoletas || SHARED_STEPS.has(step),
  )
  return several(MORE_AIMS, () => ({ pair: chance.pick(own), skip: 0 }))
}

/** Of both kinds of documents: who comes to the SII logs in. */
const SHARED_STEPS = new Set([
  'IngresoRutClave.html',
  'CAutInicio.cgi',
  'siihome.cgi',
  'autTermino.cgi',
])

const AFTER_A_LOST_ANSWER = new Set([
  'autTermino.cgi',
  'event uncertain',
  'event fenced',
  'event looked',
  'event decisionNeeded',
  'afterFence',
  'beforeLook',
])
const NOTHING_FOUND = new Set(['event looked', 'event decisionNeeded'])

/** Met several times in a world, so that not only the first time is struck. */
function isUsual(step: string): boolean {
  return [
    'read',
    'next try',
    'session',
    'secret opened',
    'mipeGenFacEx.cgi',
    'claim',
    'release',
  ].includes(step)
}

function several<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}
