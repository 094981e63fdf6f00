import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'

export type Pattern = { at: string; source: string; flags: string }

const src = join(import.meta.dirname, '../../src')

/** Code that a stranger's text can't reach: the simulated world and what serves only tests. */
function servesTests(name: string): boolean {
  return /\.test\.tsx?$|(^|\/)test-|^simulators\/|\/fixtures\//.test(name)
}

/** Every pattern of the product: each literal, and each one that is built, with what isn't known of it as a digit. */
export function readPatterns(): Pattern[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !servesTests(name))
    .sort()
    .flatMap((name) => patternsOf(`src/${name}`, readFileSync(join(src, name), 'utf8')))
}

export function patternsOf(path: string, text: string): Pattern[] {
  const found: Pattern[] = []
  const { program } = parseSync(path, text)
  const constants = constantsOf(program)
  const add = (start: number, source: string, flags: string): void => {
    found.push({ at: `${path}:${text.slice(0, start).split('\n').length}`, source, flags })
  }
  const built = ({
    callee,
    arguments: given,
    start,
  }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [source, flags] = given.map((node) => textOf(node, constants))
    add(start, source ?? '', flags ?? '')
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags)
    },
    NewExpression: built,
    CallExpression: built,
  }).visit(program)
  return found
}

type Constants = Map<string, ESTree.Expression>

function constantsOf(program: ESTree.Program): Constants {
  const constants: Constants = new Map()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  return constants
}

const UNKNOWN = '7'

/** What an expression of text says. */
function textOf(node: ESTree.Node, constants: Constants): string {
  switch (node.type) {
    case 'Literal':
      return 'regex' in node ? node.regex.pattern : String(node.value)
    case 'Identifier': {
      const init = constants.get(node.name)
      return init === undefined ? UNKNOWN : textOf(init, constants)
    }
    case 'TemplateLiteral':
      return joined(node, constants, ({ value }) => value.cooked ?? value.raw)
    case 'TaggedTemplateExpression':
      return joined(node.quasi, constants, ({ value }) => value.raw)
    case 'BinaryExpression':
      return textOf(node.left, constants) + textOf(node.right, constants)
    case 'MemberExpression':
      return node.property.type === 'Identifier' && node.property.name === 'source'
        ? textOf(node.object, constants)
        : UNKNOWN
    default:
      return UNKNOWN
  }
}

function joined(
  { quasis, expressions }: ESTree.TemplateLiteral,
  constants: Constants,
  read: (part: ESTree.TemplateElement) => string,
): string {
  return quasis
    .map((part, n) => {
      const next = expressions[n]
      return read(part) + (next === undefined ? '' : textOf(next, constants))
    })
    .join('')
}
