/** What no file may hold: the machine's clock, casts, unfinished work, Spanish outside the texts. */
import { Visitor, type ESTree } from 'vite'
import { type Finding } from './finding.ts'
import { at, isCode, isTest, sources, type Source } from './source.ts'

function nodesFound(source: Source): Finding[] {
  const found: Finding[] = []
  const report = (node: { start: number }, what: string): void => {
    found.push(`${at(source, node.start)}: ${what}`)
  }
  const visitor = new Visitor({
    NewExpression(node) {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0) clock(node)
    },
    MemberExpression(node) {
      if (isNamed(node.object, 'Date') && isNamed(node.property, 'now')) clock(node)
      if (isTest(source.path) && isHeldBack(node)) report(node, 'every test runs')
    },
    TSAsExpression(node) {
      if (!mayCast(source, node)) report(node, 'a cast outside the file that makes the type')
    },
    Literal(node) {
      if (typeof node.value === 'string') text(node, node.value)
    },
    TemplateElement(node) {
      text(node, node.value.raw)
    },
    JSXText(node) {
      text(node, node.value)
    },
  })
  const clock = (node: { start: number }): void => {
    if (isCode(source.path) && !source.path.endsWith('/clock.ts')) report(node, 'ask clock.ts')
  }
  const text = (node: { start: number }, value: string): void => {
    if (holdsTexts(source.path) || !spanishWord.test(value)) return
    report(node, `Spanish outside src/texts: ${value.trim().slice(0, 60)}`)
  }
  visitor.visit(source.parsed.program)
  return found
}

const spanishWord = /[a-z][áéíóúñ]|[áéíóúñ][a-z]|[¿¡]/i

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function isHeldBack({ object, property }: ESTree.MemberExpression): boolean {
  const tests = ['test', 'it', 'describe'].some((name) => isNamed(object, name))
  return tests && ['skip', 'only', 'todo', 'fails'].some((name) => isNamed(property, name))
}

/** `as const`, and the makers of checked types: the file that declares the type may cast to it. */
function mayCast(source: Source, { typeAnnotation: type }: ESTree.TSAsExpression): boolean {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
  const { name } = type.typeName
  return name === 'const' || new RegExp(`^export type ${name}\\b`, 'm').test(source.text)
}

/**
 * The texts themselves, whoever plays a Chilean outside (simulators, tests, the sample), and names
 * that the law or the SII gives (domain, dte, sii).
 */
function holdsTexts(path: string): boolean {
  return !/^src\/(contract|server|web)\//.test(path) || isTest(path) || path.endsWith('/sample.ts')
}

function wordsFound(source: Source): Finding[] {
  if (source.path === 'scripts/house/code.ts') return []
  return forbidden.flatMap(({ pattern, why, where }) => {
    if (where !== undefined && !where(source.path)) return []
    return [...source.text.matchAll(pattern)].map((match) => `${at(source, match.index)}: ${why}`)
  })
}

type Forbidden = { pattern: RegExp; why: string; where?: (path: string) => boolean }

const forbidden: Forbidden[] = [
  { pattern: /\b(TODO|FIXME)\b/g, why: 'finish it or leave it out' },
  { pattern: /(oxlint|eslint)-disable|@ts-(ignore|expect-error|nocheck)/g, why: 'mend it' },
  { pattern: /(?<=['"`(])\/(work|tmp|home|root)\//g, why: 'a path of one machine' },
  { pattern: /\.\.\/shared/g, why: 'lies outside the repository', where: (path) => !isTest(path) },
]

export function findForbidden(): Finding[] {
  return sources.flatMap((source) => [...nodesFound(source), ...wordsFound(source)])
}
