/** Kinds of events that do harm mostly in pairs. */
export const CONDITIONS = {
  evening: 'the world begins when UTC is tomorrow',
  yearEnd: 'the day is the last of the year',
  stopAtIntent: 'a stop comes when the intent is about to be written',
  sharedNumbers: 'a nota made by hand has the number of a factura',
  boletaByHand: 'a boleta is issued by hand',
  clientChanged: 'one client is renamed and another leaves its rule',
  limitedRule: 'a rule of two emissions is planned month by month',
  disputedUf: 'two sources of the UF differ for some time',
  priceChanged: 'a price is changed between two tries',
  longList: 'the list of the SII has more than one page',
  sharedPerson: 'one person is connected in two organisations',
  restored: 'a rule is paused, and resumed with what the pause stopped',
  outage: 'the SII is away all day',
  annulled: 'a boleta is annulled at the SII once it is issued',
  clientAdded: 'a client is put into a rule on the day of its emission',
  changedInEvening: 'a rule is changed in the evening, and what waits gets that and the next date',
  oneOff: 'documents are ordered alone beside the rules, one of them edited before its day',
  uploaded: 'documents of a file are ordered, paused and resumed beside the rules',
  movedRun: 'a day of many documents is moved to the next one in the evening, and approved there',
} as const

export type Condition = keyof typeof CONDITIONS

export const CONDITION_NAMES: readonly Condition[] = Object.keys(CONDITIONS).filter(isCondition)

function isCondition(name: string): name is Condition {
  return Object.hasOwn(CONDITIONS, name)
}

/** A world and what it brings together. */
export interface PairWorld {
  seed: number
  conditions: readonly Condition[]
}

/** Each pair that can happen, in one of them at least. */
const FIXED: readonly (readonly Condition[])[] = [
  [
    'evening',
    'yearEnd',
    'limitedRule',
    'disputedUf',
    'priceChanged',
    'restored',
    'annulled',
    'movedRun',
    'oneOff',
    'uploaded',
  ],
  [
    'stopAtIntent',
    'sharedNumbers',
    'boletaByHand',
    'clientChanged',
    'priceChanged',
    'longList',
    'annulled',
    'movedRun',
    'oneOff',
    'uploaded',
  ],
  [
    'evening',
    'boletaByHand',
    'limitedRule',
    'longList',
    'sharedPerson',
    'outage',
    'annulled',
    'oneOff',
    'uploaded',
  ],
  ['yearEnd', 'stopAtIntent', 'sharedNumbers', 'clientChanged', 'disputedUf', 'outage'],
  [
    'stopAtIntent',
    'sharedNumbers',
    'clientChanged',
    'limitedRule',
    'sharedPerson',
    'restored',
    'clientAdded',
    'changedInEvening',
    'movedRun',
    'oneOff',
    'uploaded',
  ],
  [
    'boletaByHand',
    'disputedUf',
    'priceChanged',
    'sharedPerson',
    'restored',
    'outage',
    'annulled',
    'clientAdded',
    'changedInEvening',
  ],
  [
    'evening',
    'yearEnd',
    'stopAtIntent',
    'sharedNumbers',
    'clientChanged',
    'longList',
    'clientAdded',
    'changedInEvening',
  ],
  ['yearEnd', 'sharedNumbers', 'disputedUf', 'longList', 'sharedPerson', 'restored'],
  ['evening', 'yearEnd', 'boletaByHand', 'disputedUf', 'priceChanged', 'restored'],
]

/** By place in the list: a seed with which all of its events come. The others have their place, counted from 1. */
const SEEDS: Readonly<Record<number, number>> = { 1: 33, 3: 40 }

export const PAIR_WORLDS: readonly PairWorld[] = FIXED.map((conditions, at) => ({
  seed: SEEDS[at] ?? at + 1,
  conditions,
}))

/** Pairs that cannot happen, each with its reason. */
export const STRUCK: Readonly<Record<string, string>> = {
  'outage + movedRun':
    'nothing is issued on a day on which the SII is away, so that the next one is many times nothing',
}

export function pairsOf(conditions: readonly Condition[]): string[] {
  return CONDITION_NAMES.flatMap((one, at) =>
    CONDITION_NAMES.slice(at + 1)
      .filter((other) => conditions.includes(one) && conditions.includes(other))
      .map((other) => pairName(one, other)),
  )
}

function pairName(one: Condition, other: Condition): string {
  return `${one} + ${other}`
}

/** In how many worlds each pair was lived. */
export function countPairs(lived: readonly (readonly Condition[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of lived.flatMap(pairsOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

export function emptyCells(counts: ReadonlyMap<string, number>): string[] {
  return pairsOf(CONDITION_NAMES).filter((name) => !counts.has(name) && !(name in STRUCK))
}

/** A triangle: each line a condition, each column another one before it. */
export function pairTable(counts: ReadonlyMap<string, number>): string {
  const width = 18
  const cells = (line: Condition, at: number) =>
    CONDITION_NAMES.slice(0, at).map((column) => {
      const name = pairName(column, line)
      return name in STRUCK ? '-' : String(counts.get(name) ?? 0)
    })
  const lines = CONDITION_NAMES.map((line, at) =>
    [line.padEnd(width), ...cells(line, at).map((cell) => cell.padStart(4))].join(''),
  )
  const struck = Object.entries(STRUCK).map(([name, why]) => `- ${name}: ${why}`)
  return [...lines, ...struck].join('\n')
}
