import { parseSync } from 'vite'

/** A small change of one expression of a file, made by rule. */
export interface Mutation {
  /** The expression, as a place in the source. */
  start: number
  end: number
  replacement: string
  /** What of a long expression differs; without it the whole does. */
  part?: { start: number; end: number; replacement: string }
}

/**
 * Changes of each comparison, logical operator, condition and query filter of a TypeScript source, in the order of the
 * source: a comparison takes in its limit or not, `&&` becomes `||`, a condition is always true or always false, a
 * negation is left out, a query's comparison moves or its whole filter is left out, in SQL a comparison moves, `and`
 * becomes `or` and the other way round, and a lock or a `not` is left out.
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const found: Mutation[] = []
  const program: unknown = parseSync(file, source, { lang: 'ts' }).program
  if (!isNode(program)) throw new Error(`${file} is not read`)
  visit(program, (node) => {
    for (const replacement of replacementsOf(node, source)) {
      found.push({ start: node.start, end: node.end, replacement })
    }
    found.push(...sqlMutations(node, source))
    if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return
    const { start, end } = childOf(node, 'test')
    for (const replacement of ['true', 'false']) found.push({ start, end, replacement })
  })
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** What names a mutation in a list of judged ones: its line of the source and the change. */
export function describeMutation(source: string, mutation: Mutation): string {
  const { start, end, replacement } = mutation.part ?? mutation
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

/** `query.where('day', '<=', today)`: without it, and with another comparison; of `eb('day', '<=', today)` the latter. */
function filterReplacements(node: Node, source: string): string[] {
  const callee = childOf(node, 'callee')
  if (callee.type === 'Identifier') return comparisonReplacements(node, source)
  if (callee.type !== 'MemberExpression') return []
  const [object, property] = [childOf(callee, 'object'), childOf(callee, 'property')]
  if (!FILTERS.has(String(property['name']))) return []
  return [source.slice(object.start, object.end), ...comparisonReplacements(node, source)]
}

/** The operator is the second argument. */
function comparisonReplacements(node: Node, source: string): string[] {
  const given = [node['arguments']].flat()
  const operator = isNode(given[1]) ? given[1] : undefined
  const comparison = operator?.['value']
  const others = typeof comparison === 'string' ? (QUERY_COMPARISONS[comparison] ?? []) : []
  return others.map((other) => {
    const before = source.slice(node.start, operator?.start)
    return `${before}'${other}'${source.slice(operator?.end, node.end)}`
  })
}

/** What is changed in the text of a query, by the word or sign that stands there. */
const SQL_CHANGES: readonly [RegExp, string][] = [
  [/(?<![-<>=])<(?![<>=-])/g, '<='],
  [/<=/g, '<'],
  [/(?<![-<>=])>(?![<>=-])/g, '>='],
  [/>=/g, '>'],
  [/<>/g, '='],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/(?<!\bis )\bnot (?!in\b|null\b)/g, ''],
  [/\bfor update( of \w+)?( skip locked)?/g, ''],
  [/\bskip locked\b/g, ''],
]

/** Of a query written as a template: `sql` or `sql.raw`. What is put into it is changed on its own. */
function sqlMutations(node: Node, source: string): Mutation[] {
  const template = sqlTemplate(node, source)
  if (template === null) return []
  const texts = [template['quasis']].flat().filter(isNode)
  return texts.flatMap((text) =>
    SQL_CHANGES.flatMap(([pattern, replacement]) =>
      [...source.slice(text.start, text.end).matchAll(pattern)].map((match) => {
        const start = text.start + match.index
        const end = start + match[0].length
        const [before, after] = [source.slice(node.start, start), source.slice(end, node.end)]
        return {
          start: node.start,
          end: node.end,
          replacement: `${before}${replacement}${after}`,
          part: { start, end, replacement },
        }
      }),
    ),
  )
}

function sqlTemplate(node: Node, source: string): Node | null {
  const isCalled = (callee: Node, name: string) => source.slice(callee.start, callee.end) === name
  if (node.type === 'TaggedTemplateExpression') {
    return isCalled(childOf(node, 'tag'), 'sql') ? childOf(node, 'quasi') : null
  }
  if (node.type !== 'CallExpression' || !isCalled(childOf(node, 'callee'), 'sql.raw')) return null
  const [given] = [node['arguments']].flat()
  return isNode(given) && given.type === 'TemplateLiteral' ? given : null
}
