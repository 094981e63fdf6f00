/** How long files and functions are. Prints the figures; fails only on what is past every measure. */
import { Visitor, type ESTree } from 'vite'
import { at, conclude, isCode, readSources, type Finding, type Source } from './source.ts'

const fileLimit = 400
const functionLimit = 70
const renderLimit = 120

const sources = readSources().filter(({ path }) => isCode(path) && !isCatalogue(path))
const lengths = sources.map(({ text }) => text.split('\n').length - 1)
const functions = sources.flatMap(functionsOf)
const lines = lengths.reduce((sum, length) => sum + length, 0)
const comments = sources.reduce((sum, source) => sum + commentLines(source), 0)

console.log(`files: ${figures(lengths)}`)
console.log(`functions: ${figures(functions.map((one) => one.lines))}`)
console.log(`comments: ${((100 * comments) / Math.max(lines, 1)).toFixed(1)} % of ${lines} lines`)
conclude([...longFiles(), ...longFunctions()])

/** Lists of texts and generated types are as long as they have to be. */
function isCatalogue(path: string): boolean {
  return path.startsWith('src/texts/') || path === 'src/server/db/schema.ts'
}

function longFiles(): Finding[] {
  return sources.flatMap(({ path, text }) => {
    const length = text.split('\n').length - 1
    return length > fileLimit ? [`${path}: ${length} lines`] : []
  })
}

type Measured = { where: string; lines: number; limit: number }

function longFunctions(): Finding[] {
  const long = functions.filter((one) => one.lines > one.limit)
  return long.map((one) => `${one.where}: a function of ${one.lines} lines`)
}

function functionsOf(source: Source): Measured[] {
  const found: Measured[] = []
  const measure = (node: ESTree.Node): void => {
    const text = source.text.slice(node.start, node.end)
    const limit =
      source.path.endsWith('.tsx') && /<[A-Za-z>]/.test(text) ? renderLimit : functionLimit
    found.push({ where: at(source, node.start), lines: text.split('\n').length, limit })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    // A one-line arrow is an expression, not a function in the sense of the figures.
    ArrowFunctionExpression: (node) => node.body.type === 'BlockStatement' && measure(node),
  }).visit(source.parsed.program)
  return found
}

function commentLines({ parsed }: Source): number {
  return parsed.comments.reduce((sum, { value }) => sum + value.split('\n').length, 0)
}

function figures(numbers: number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  const share = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  return `${sorted.length}, median ${share(0.5)}, 90th percentile ${share(0.9)}, longest ${share(1)}`
}
