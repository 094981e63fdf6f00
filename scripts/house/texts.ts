/** Each download brings the texts it shows: a screen whose part of the texts isn't fetched would show keys. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from 'vite'
import { type Finding, root } from './finding.ts'
import { isTest, sources as all, type Source } from './source.ts'

const parts = readParts()
const sources = new Map(
  all
    .filter(({ path }) => path.startsWith('src/web/') && !isTest(path))
    .map((source) => [source.path, source]),
)
const entries = [...sources.values()].flatMap(({ imports }) => imports.filter(isDownload))

export function findMissingTexts(): Finding[] {
  return ['src/web/main.tsx', ...new Set(entries.map(({ file }) => file ?? ''))]
    .filter((file) => sources.has(file))
    .flatMap(missingParts)
}

/** The first segment of every key of a part, and the file that brings the part. */
function readParts(): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(join(root, 'src/web/texts'))) {
    const spanish = readFileSync(join(root, 'src/texts/es', `web-${name}`), 'utf8')
    for (const [, key = ''] of spanish.matchAll(/^ {2}(\w+):/gm)) {
      found.set(key, `src/web/texts/${name}`)
    }
  }
  return found
}

/** What `import()` fetches apart: it is checked as an entry of its own. */
function isDownload({ names, file }: Source['imports'][number]): boolean {
  return names.includes('*') && file !== undefined && sources.has(file)
}

function missingParts(entry: string): Finding[] {
  const together = closure(entry)
  const missing = together.flatMap((source) =>
    [...partsShown(source)]
      .filter((part) => !together.some(({ path }) => path === part))
      .map((part) => `${entry}: ${source.path} shows texts of ${part}, which it doesn't import`),
  )
  return [...new Set(missing)]
}

/** What comes in one download: the entry and everything it imports in turn. */
function closure(entry: string): Source[] {
  const found = new Set<Source>()
  const pending = [entry]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const source = sources.get(path)
    if (source === undefined || found.has(source)) continue
    found.add(source)
    pending.push(
      ...source.imports.filter((used) => !isDownload(used)).map(({ file }) => file ?? ''),
    )
  }
  return [...found]
}

function partsShown(source: Source): Set<string> {
  const shown = new Set<string>()
  const note = (text: string): void => {
    const part = parts.get(/^(\w+)\./.exec(text)?.[1] ?? '')
    if (part !== undefined) shown.add(part)
  }
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') note(value)
    },
    TemplateElement: ({ value }) => note(value.raw),
  }).visit(source.parsed.program)
  return shown
}
