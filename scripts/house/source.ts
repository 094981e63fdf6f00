import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync, Visitor, type ESTree, type ParseResult } from 'vite'
import { root } from './finding.ts'

/** A file of ours, read and parsed. `path` is from the root of the repository. */
export type Source = {
  path: string
  text: string
  parsed: ParseResult
  /** Every module it names, types included, resolved when it is a file of ours. */
  imports: Import[]
}

export type Import = {
  request: string
  /** From the root; undefined for a package. */
  file: string | undefined
  /** Names taken from it; '*' for all of them (a namespace, `export *`, `import()`). */
  names: string[]
  start: number
}

function readSources(): Source[] {
  const roots = ['src', 'test', 'scripts', 'bench']
  const inFolders = roots.flatMap((folder) => filesUnder(join(root, folder)))
  const configs = readdirSync(root).filter((name) => name.endsWith('.ts'))
  return [...inFolders, ...configs.map((name) => join(root, name))].map(readSource)
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('test/')
}

export function isCode(path: string): boolean {
  return path.startsWith('src/') && !isTest(path)
}

export function at(source: Source, start: number): string {
  return `${source.path}:${source.text.slice(0, start).split('\n').length}`
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name))
    .sort()
}

function readSource(absolute: string): Source {
  const path = relative(root, absolute)
  const text = readFileSync(absolute, 'utf8')
  const parsed = parseSync(path, text)
  return { path, text, parsed, imports: importsOf(path, text, parsed) }
}

function importsOf(path: string, text: string, { module, program }: ParseResult): Import[] {
  const made = (request: string, names: string[], start: number): Import => {
    return { request, file: resolveRequest(path, request), names, start }
  }
  const statics = module.staticImports.map(({ moduleRequest, entries, start }) =>
    made(
      moduleRequest.value,
      entries.map(({ importName }) => nameOf(importName)),
      start,
    ),
  )
  const passedOn = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, importName }) =>
      moduleRequest === null ? [] : [made(moduleRequest.value, [nameOf(importName)], start)],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const [, request] =
      /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? []
    return request === undefined ? [] : [made(request, ['*'], start)]
  })
  const types: Import[] = []
  new Visitor({
    TSImportType({ source, qualifier, start }) {
      types.push(made(source.value, [firstName(qualifier)], start))
    },
  }).visit(program)
  return [...statics, ...passedOn, ...dynamic, ...types, ...mentioned(path, text, made)]
}

function nameOf({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === 'Default') return 'default'
  return kind === 'Name' ? (name ?? '*') : '*'
}

/** Of `import('./x.ts').A.B` the name that the module exports: A. */
function firstName(qualifier: ESTree.TSImportType['qualifier']): string {
  if (qualifier === null) return '*'
  return qualifier.type === 'Identifier' ? qualifier.name : firstName(qualifier.left)
}

/** A worker or a set-up file is named by a string. */
function mentioned(
  path: string,
  text: string,
  made: (request: string, names: string[], start: number) => Import,
): Import[] {
  const before = path.includes('/')
    ? String.raw`URL\(|join\(import\.meta\.dirname, `
    : String.raw`\[`
  const literals = text.matchAll(new RegExp(`(?<=(?:${before})['"])[^'"*\n]+\\.tsx?(?=['"])`, 'g'))
  return [...literals].map((match) => made(relativeTo(path, match[0]), ['*'], match.index))
}

function relativeTo(path: string, name: string): string {
  return existsSync(join(root, dirname(path), name)) && !name.startsWith('.') ? `./${name}` : name
}

function resolveRequest(from: string, request: string): string | undefined {
  if (request.startsWith('#')) return `src/${request.slice(1)}`
  if (request.startsWith('.')) return join(dirname(from), request.replace(/\?.*$/, ''))
  return undefined
}

/** All of them, read once for all checks of a process. */
export const sources: readonly Source[] = readSources()
