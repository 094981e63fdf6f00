import { parseSync } from 'vite'

/** A small change of one expression of a file, made by rule. */
export interface Mutation {
  /** The expression, as a place in the source. */
  start: number
  end: number
  replacement: string
}

/**
 * Changes of each comparison, logical operator, condition and query filter of a TypeScript source, in the order of the
 * source: a comparison takes in its limit or not, `&&` becomes `||`, a condition is always true or always false, a
 * negation is left out, a query's comparison moves or its whole filter is left out.
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const found: Mutation[] = []
  const program: unknown = parseSync(file, source, { lang: 'ts' }).program
  if (!isNode(program)) throw new Error(`${file} is not read`)
  visit(program, (node) => {
    for (const replacement of replacementsOf(node, source)) {
      found.push({ start: node.start, end: node.end, replacement })
    }
    if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return
    const { start, end } = childOf(node, 'test')
    for (const replacement of ['true', 'false']) found.push({ start, end, replacement })
  })
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** What names a mutation in a list of judged ones: its line of the source and the change. */
export function describeMutation(source: string, { start, end, replacement }: Mutation): string {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const lineEnd = source.indexOf('\n', start)
  const line = source.slice(source.lastIndexOf('\n', start) + 1, lineEnd < 0 ? undefined : lineEnd)
  return `${oneLine(line)} | ${oneLine(source.slice(start, end))} => ${oneLine(replacement)}`
}

/**
 * The source in which one of these mutations is made while FOLIO_MUTATION is its number: `firstNumber` for the first,
 * and so on.
 */
export function withMutations(
  source: string,
  mutations: readonly Mutation[],
  firstNumber: number,
): string {
  const numbered = mutations.map((mutation, index) => ({
    ...mutation,
    number: firstNumber + index,
  }))
  return `${SWITCH}${rewrite(source, 0, source.length, numbered)}`
}

/** On the source's first line, so that line numbers stay. The numbers reached are recorded for the tests at work. */
const SWITCH =
  'const isMutatedHere = (number) => { globalThis.folioReachedMutations?.add(number); return process.env.FOLIO_MUTATION === String(number) };'

type Numbered = Mutation & { number: number }

/** Replaces the outermost expressions first; what lies inside of them is rewritten in their unchanged branch alone. */
function rewrite(source: string, from: number, to: number, mutations: Numbered[]): string {
  let text = ''
  let at = from
  let rest = mutations.toSorted((a, b) => a.start - b.start || b.end - a.end)
  while (rest.length > 0) {
    const [first] = rest
    if (first === undefined) break
    const { start, end } = first
    const own = rest.filter((one) => one.start === start && one.end === end)
    const inside = rest.filter((one) => one.start < end && !own.includes(one))
    rest = rest.filter((one) => one.start >= end)
    const choices = own.map(
      ({ number, replacement }) => `isMutatedHere(${number}) ? ${replacement} : `,
    )
    text += `${source.slice(at, start)}(${choices.join('')}${rewrite(source, start, end, inside)})`
    at = end
  }
  return text + source.slice(at, to)
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

function visit(node: Node, act: (node: Node) => void): void {
  act(node)
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one, act)
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    !value.type.startsWith('TSType') &&
    'start' in value
  )
}

function childOf(node: Node, field: string): Node {
  const child = node[field]
  if (!isNode(child)) throw new Error(`${node.type} has no ${field}`)
  return child
}

const COMPARISONS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}

const QUERY_COMPARISONS: Record<string, string[]> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '=': ['<>'],
  '<>': ['='],
  in: ['not in'],
  'not in': ['in'],
  is: ['is not'],
  'is not': ['is'],
}

function replacementsOf(node: Node, source: string): string[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression': {
      const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
      const others = COMPARISONS[String(node['operator'])] ?? []
      return others.map((other) => `(${textOf(left)} ${other} ${textOf(right)})`)
    }
    case 'LogicalExpression': {
      const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
      if (node['operator'] === '??') return []
      const other = node['operator'] === '&&' ? '||' : '&&'
      return [`((${textOf(left)}) ${other} (${textOf(right)}))`]
    }
    case 'UnaryExpression': {
      return node['operator'] === '!' ? [`(${textOf(childOf(node, 'argument'))})`] : []
    }
    case 'CallExpression':
      return filterReplacements(node, source)
    default:
      return []
  }
}

const FILTERS = new Set(['where', 'whereRef', 'having', 'on', 'onRef', 'forUpdate', 'forShare'])

/** `query.where('day', '<=', today)`: without it, and with another comparison. */
function filterReplacements(node: Node, source: string): string[] {
  const callee = childOf(node, 'callee')
  if (callee.type !== 'MemberExpression') return []
  const [object, property] = [childOf(callee, 'object'), childOf(callee, 'property')]
  if (!FILTERS.has(String(property['name']))) return []
  const given = [node['arguments']].flat()
  const without = source.slice(object.start, object.end)
  const operator = isNode(given[1]) ? given[1] : undefined
  const comparison = operator?.['value']
  const others = typeof comparison === 'string' ? (QUERY_COMPARISONS[comparison] ?? []) : []
  const changed = others.map((other) => {
    const before = source.slice(node.start, operator?.start)
    return `${before}'${other}'${source.slice(operator?.end, node.end)}`
  })
  return [without, ...changed]
}
