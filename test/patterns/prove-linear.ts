import { RegExpParser, type AST } from '@eslint-community/regexpp'
import { ANY, areDisjoint, charSetOf, complementOf, isWithin, NONE, setWhere } from './char-set.ts'
import type { CharSet } from './char-set.ts'
import { isDeterministic } from './deterministic.ts'

/**
 * How a search may arrive at a place of the pattern. `once`: at a bounded number of places of the text. Else at any,
 * but each time it has passed one character of each of `passed` before.
 */
type Arrival = { once: boolean; passed: Passed[] }
/**
 * `since`: what was taken after it by repetitions that end at one place only; none of them takes the character itself.
 */
type Passed = { set: CharSet; since: CharSet }
/** What may follow: the first characters, and whether the pattern may end without any further condition. */
type Next = { first: CharSet; mayFail: boolean }

export type Verdict = { kind: 'linear' } | { kind: 'unproved'; why: string }

class Unproved extends Error {}

const MOST_PASSED = 16
const MOST_COPIES = 12

/**
 * Proves that a search takes time linear in its text: each unlimited repetition is entered at few places, or its runs
 * can't overlap, because a character that it doesn't take stands right before each, or nothing after it can fail.
 */
export function proveLinear(source: string, flags: string): Verdict {
  const parser = new RegExpParser()
  const parsedFlags = parser.parseFlags(flags)
  const mode = { unicode: parsedFlags.unicode, unicodeSets: parsedFlags.unicodeSets }
  const pattern = parser.parsePattern(source, 0, source.length, mode)
  try {
    const start = { once: parsedFlags.sticky, passed: [] }
    alternatives(pattern.alternatives, start, { first: NONE, mayFail: false }, parsedFlags)
    return { kind: 'linear' }
  } catch (error) {
    if (error instanceof Unproved) return { kind: 'unproved', why: error.message }
    throw error
  }
}

function alternatives(
  all: AST.Alternative[],
  from: Arrival,
  next: Next,
  flags: AST.Flags,
): Arrival {
  return all.map(({ elements }) => sequence(elements, from, next, flags)).reduce(eitherOf)
}

function sequence(elements: AST.Element[], from: Arrival, next: Next, flags: AST.Flags): Arrival {
  return elements.reduce((arrival, element, n) => {
    const after = followedBy(elements.slice(n + 1), next, flags)
    return step(element, arrival, after, flags, elements[n + 1])
  }, from)
}

function step(
  node: AST.Element,
  from: Arrival,
  next: Next,
  flags: AST.Flags,
  following?: AST.Element,
): Arrival {
  switch (node.type) {
    case 'Assertion':
      return assertion(node, from, flags, following)
    case 'Quantifier':
      return node.max === Infinity
        ? loop(node, from, next, flags)
        : repeated(node, from, next, flags)
    case 'Group':
    case 'CapturingGroup':
      return alternatives(node.alternatives, from, next, flags)
    case 'Backreference':
      if (hasLoop(node.resolved)) throw new Unproved(`${node.raw} repeats a text without limit`)
      return from
    default:
      return passing(from, charSetOf(node, flags))
  }
}

function passing({ once, passed }: Arrival, set: CharSet): Arrival {
  const kept = passed.flatMap((one) => {
    if (one.since === NONE) return [one]
    return areDisjoint(one.set, set) ? [{ ...one, since: one.since | set }] : []
  })
  return { once, passed: [...kept, { set, since: NONE }].slice(-MOST_PASSED) }
}

function loop(node: AST.Quantifier, from: Arrival, next: Next, flags: AST.Flags): Arrival {
  const body = node.element
  const taken = charsOf(body, flags)
  const isOneSign = !hasLoop(body) && isSingle(body)
  if (!isOneSign && !isDeterministic(node, NONE, flags)) {
    throw new Unproved(`one text goes through ${node.raw} in several ways`)
  }
  const apart = from.passed.some(({ set }) => areDisjoint(set, taken))
  if (!from.once && !apart && next.mayFail) {
    throw new Unproved(`${node.raw} begins again at each character of its own run`)
  }
  const endsAtOnePlace = isDeterministic(node, next.first, flags)
  const nearest =
    node.min > 0
      ? [{ set: taken, since: NONE }]
      : from.passed
          .filter(({ since }) => since === NONE)
          .map(({ set, since }) => ({ set: set | taken, since }))
  const before = from.passed.flatMap(({ set, since }) =>
    endsAtOnePlace && areDisjoint(set, taken) ? [{ set, since: since | taken }] : [],
  )
  return {
    once: from.once && endsAtOnePlace,
    passed: [...before, ...nearest].slice(0, MOST_PASSED),
  }
}

function repeated(node: AST.Quantifier, from: Arrival, next: Next, flags: AST.Flags): Arrival {
  const copies = hasLoop(node.element) ? node.max : Math.max(1, node.min > 0 ? 1 : 0)
  if (copies > MOST_COPIES) throw new Unproved(`${node.raw} holds a repetition without limit`)
  const again = { first: next.first | firstOf([node.element], flags).first, mayFail: next.mayFail }
  let ending = from
  for (let copy = 0; copy < copies; copy += 1) {
    const after = copy + 1 < copies || !hasLoop(node.element) ? again : next
    const through = step(node.element, ending, after, flags)
    ending = copy < node.min ? through : eitherOf(through, ending)
  }
  return ending
}

/** Places of either; a bounded number of places takes nothing from what the others have passed. */
function eitherOf(one: Arrival, other: Arrival): Arrival {
  if (one.once && other.once) {
    return { once: true, passed: pairsOf(one.passed, other.passed) }
  }
  if (one.once) return other
  if (other.once) return one
  return { once: false, passed: pairsOf(one.passed, other.passed) }
}

function pairsOf(some: Passed[], others: Passed[]): Passed[] {
  const pairs = some.flatMap((one) =>
    others.map((other) => ({
      set: one.set | other.set,
      since: one.since | other.since,
      isOfBoth: one.set === other.set,
    })),
  )
  const useful = pairs.filter(({ set, since }) => set !== ANY && areDisjoint(set, since))
  const best = [...useful.filter(({ isOfBoth }) => isOfBoth), ...useful]
  return best.slice(0, MOST_PASSED).map(({ set, since }) => ({ set, since }))
}

const wordSet = setWhere(/\w/)
const lineEnds = setWhere(/[\n\r\u2028\u2029]/)

function assertion(
  node: AST.Assertion,
  from: Arrival,
  flags: AST.Flags,
  following: AST.Element | undefined,
): Arrival {
  if (node.kind === 'lookahead' || node.kind === 'lookbehind') return look(node, from, flags)
  if (node.kind === 'start') {
    return flags.multiline ? passing(from, lineEnds) : { once: true, passed: [] }
  }
  if (node.kind !== 'word' || node.negate || following === undefined) return from
  const first = firstOf([following], flags)
  const taken = charsOf(following, flags)
  return isWithin(first.first | taken, wordSet) ? passing(from, complementOf(wordSet)) : from
}

function look(node: AST.LookaroundAssertion, from: Arrival, flags: AST.Flags): Arrival {
  if (node.kind === 'lookahead') {
    alternatives(node.alternatives, from, { first: ANY, mayFail: true }, flags)
    return from
  }
  if (node.alternatives.some(hasLoop)) throw new Unproved(`${node.raw} looks back without limit`)
  const [only] = node.alternatives
  const [sign] = only?.elements ?? []
  const isOne = node.alternatives.length === 1 && only?.elements.length === 1
  if (!isOne || sign === undefined || !isSingle(sign)) return from
  const set = charsOf(sign, flags)
  return passing(from, node.negate ? complementOf(set) : set)
}

/** What `elements` may begin with, then what follows them. */
function followedBy(elements: AST.Element[], next: Next, flags: AST.Flags): Next {
  const own = firstOf(elements, flags)
  const first = own.mayBeEmpty ? own.first | next.first : own.first
  return { first, mayFail: next.mayFail || own.mayFail }
}

type First = { first: CharSet; mayBeEmpty: boolean; mayFail: boolean }

export function firstOf(elements: AST.Element[], flags: AST.Flags): First {
  let first = NONE
  let mayFail = false
  for (const element of elements) {
    const own = firstOfOne(element, flags)
    first |= own.first
    mayFail ||= own.mayFail
    if (!own.mayBeEmpty) return { first, mayBeEmpty: false, mayFail: true }
  }
  return { first, mayBeEmpty: true, mayFail }
}

function firstOfOne(node: AST.Element, flags: AST.Flags): First {
  switch (node.type) {
    case 'Assertion':
      return { first: NONE, mayBeEmpty: true, mayFail: true }
    case 'Backreference':
      return { first: ANY, mayBeEmpty: true, mayFail: true }
    case 'Quantifier': {
      const own = firstOf([node.element], flags)
      return node.min === 0 ? { first: own.first, mayBeEmpty: true, mayFail: false } : own
    }
    case 'Group':
    case 'CapturingGroup': {
      const each = node.alternatives.map(({ elements }) => firstOf(elements, flags))
      return {
        first: each.reduce((set, one) => set | one.first, NONE),
        mayBeEmpty: each.some((one) => one.mayBeEmpty),
        mayFail: each.every((one) => one.mayFail),
      }
    }
    default:
      return { first: charSetOf(node, flags), mayBeEmpty: false, mayFail: true }
  }
}

function isSingle(node: AST.Element): boolean {
  if (node.type === 'Character' || node.type === 'CharacterClass') return true
  return node.type === 'CharacterSet' || node.type === 'ExpressionCharacterClass'
}

/** Every character that some part of it may take. */
export function charsOf(node: AST.Element, flags: AST.Flags): CharSet {
  switch (node.type) {
    case 'Assertion':
      return NONE
    case 'Backreference':
      return ANY
    case 'Quantifier':
      return charsOf(node.element, flags)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
        .flatMap(({ elements }) => elements)
        .reduce((set, element) => set | charsOf(element, flags), NONE)
    default:
      return charSetOf(node, flags)
  }
}

function hasLoop(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasLoop)
  if (typeof node !== 'object' || node === null || !('type' in node)) return false
  if (node.type === 'Quantifier' && 'max' in node && node.max === Infinity) return true
  return ['alternatives', 'elements', 'element'].some(
    (part) => part in node && hasLoop(Reflect.get(node, part)),
  )
}
