import type { AST } from '@eslint-community/regexpp'
import { ANY, areDisjoint, charSetOf, type CharSet } from './char-set.ts'

/** Where a part of a pattern may begin and end, by the numbers of its characters. */
type Part = { first: Set<number>; last: Set<number>; mayBeEmpty: boolean }
type Graph = { sets: CharSet[]; follows: Set<number>[]; flags: AST.Flags; isPlain: boolean }

const MOST_CHARACTERS = 400

/**
 * Whether one text leads through a repetition in one way only: after each character at most one place of the pattern
 * takes the next (Glushkov's automaton), leaving for `next` among them. Each way back then ends at once.
 */
export function isDeterministic(node: AST.Quantifier, next: CharSet, flags: AST.Flags): boolean {
  const graph: Graph = { sets: [], follows: [], flags, isPlain: true }
  const body = partOf(node.element, graph)
  if (!graph.isPlain || body.mayBeEmpty || graph.sets.length > MOST_CHARACTERS) return false
  join(graph, body.last, body.first)
  const end = add(graph, next)
  join(graph, body.last, new Set([end]))
  if (!graph.isPlain) return false
  return [body.first, ...graph.follows].every((places) => areApart(graph, places))
}

function areApart({ sets }: Graph, places: Set<number>): boolean {
  let seen: CharSet = 0n
  for (const place of places) {
    const set = sets[place] ?? ANY
    if (!areDisjoint(seen, set)) return false
    seen |= set
  }
  return true
}

function add(graph: Graph, set: CharSet): number {
  graph.follows.push(new Set())
  return graph.sets.push(set) - 1
}

function join(graph: Graph, from: Set<number>, to: Set<number>): void {
  const { follows } = graph
  for (const place of from) {
    for (const next of to) {
      // The same step by two ways, as in (a+)+.
      if (follows[place]?.has(next)) graph.isPlain = false
      follows[place]?.add(next)
    }
  }
}

function empty(): Part {
  return { first: new Set(), last: new Set(), mayBeEmpty: true }
}

function partOf(node: AST.Element, graph: Graph): Part {
  switch (node.type) {
    case 'Assertion':
    case 'Backreference':
      graph.isPlain = false
      return empty()
    case 'Quantifier':
      return repeatedPart(node, graph)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
        .map(({ elements }) =>
          elements
            .map((element) => partOf(element, graph))
            .reduce((one, other) => inTurn(graph, one, other), empty()),
        )
        .reduce(eitherPart)
    default: {
      const place = new Set([add(graph, charSetOf(node, graph.flags))])
      return { first: place, last: place, mayBeEmpty: false }
    }
  }
}

function repeatedPart({ element, min, max }: AST.Quantifier, graph: Graph): Part {
  const whole = empty()
  const copies = max === Infinity ? Math.max(1, min) : max
  let former: Part | null = null
  for (let copy = 0; copy < copies && graph.sets.length <= MOST_CHARACTERS; copy += 1) {
    const part = partOf(element, graph)
    if (part.mayBeEmpty) graph.isPlain = false
    if (max === Infinity && copy === copies - 1) join(graph, part.last, part.first)
    if (former === null) whole.first = part.first
    // An optional copy is reached through the one before it only: a{1,3} is a(a(a)?)?.
    else join(graph, former.last, part.first)
    whole.last = copy < min ? part.last : union(whole.last, part.last)
    former = part
  }
  return { ...whole, mayBeEmpty: min === 0 }
}

function inTurn(graph: Graph, one: Part, other: Part): Part {
  join(graph, one.last, other.first)
  return {
    first: one.mayBeEmpty ? union(one.first, other.first) : one.first,
    last: other.mayBeEmpty ? union(one.last, other.last) : other.last,
    mayBeEmpty: one.mayBeEmpty && other.mayBeEmpty,
  }
}

function eitherPart(one: Part, other: Part): Part {
  return {
    first: union(one.first, other.first),
    last: union(one.last, other.last),
    mayBeEmpty: one.mayBeEmpty || other.mayBeEmpty,
  }
}

function union(one: Set<number>, other: Set<number>): Set<number> {
  return new Set([...one, ...other])
}
