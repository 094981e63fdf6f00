/** How long files, functions and migrations are, and how full folders; what is past every measure is found. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Visitor, type ESTree } from 'vite'
import { type Finding, root } from './finding.ts'
import { at, isCode, isTest, sources as all, type Source } from './source.ts'

const fileLimit = 400
const functionLimit = 70
const renderLimit = 120
/** Of SQL, comments and blank lines not counted. */
const migrationLimit = 1000
/** What one look takes in. In src tests and styles stand beside their subject and don't count. */
const folderLimit = 24
// Lists by their nature: one of their files is found by its name.
const catalogues = ['src/domain/', 'src/contract/', 'src/texts/', 'src/web/ui/']

const sources = all.filter(({ path }) => isCode(path) && !isCatalogue(path))
const lengths = sources.map(({ text }) => text.split('\n').length - 1)
const functions = sources.flatMap(functionsOf)
const lines = lengths.reduce((sum, length) => sum + length, 0)
const folders = countFiles()
const migrations = measureMigrations()
const comments = sources.reduce((sum, source) => sum + commentLines(source), 0)

export function findTooLong(): Finding[] {
  return [...longFiles(), ...longFunctions(), ...longMigrations(), ...fullFolders()]
}

/** The figures of all that is measured, a line each. */
export function sizesText(): string {
  return [
    `files: ${figures(lengths)}`,
    `functions: ${figures(functions.map((one) => one.lines))}`,
    `SQL of a migration: ${figures(migrations.map((one) => one.lines))}`,
    `files of a folder: ${figures(folders.map(([, files]) => files.length))}`,
    `comments: ${((100 * comments) / Math.max(lines, 1)).toFixed(1)} % of ${lines} lines`,
  ].join('\n')
}

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

function fullFolders(): Finding[] {
  return folders.flatMap(([folder, files]) => {
    if (files.length <= folderLimit) return []
    return [`${folder}: ${files.length} files, at most ${folderLimit}`]
  })
}

/** Each folder with its own files, which in test are tests too. */
function countFiles(): [string, Source[]][] {
  const counted = all.filter(
    ({ path }) => path.startsWith('test/') || !(isTest(path) || path.startsWith('bench/')),
  )
  const folders = Map.groupBy(counted, ({ path }) => dirname(path))
  return [...folders].filter(([folder]) => !catalogues.some((one) => `${folder}/`.startsWith(one)))
}

function longMigrations(): Finding[] {
  const long = migrations.filter(({ lines }) => lines > migrationLimit)
  return long.map((one) => `${one.path}: ${one.lines} lines of SQL, at most ${migrationLimit}`)
}

function measureMigrations(): { path: string; lines: number }[] {
  const folder = 'src/server/db/migrations'
  return readdirSync(join(root, folder)).map((name) => {
    const text = readFileSync(join(root, folder, name), 'utf8')
    return { path: `${folder}/${name}`, lines: text.match(/^\s*(?!--)\S/gm)?.length ?? 0 }
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
