/** What the browser has to fetch before each page can be used, in KB of gzip, against what is allowed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { conclude, root } from './finding.ts'

const chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
type Chunk = z.output<typeof chunk>

const manifest = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(join(root, '.cache/web-manifest.json'), 'utf8')))
const web = join(root, 'build/web')

const sitePage = ['src/web/site/main.ts']
const program = [chunkNamed('program')]
/** What comes with every session: the menus, the live line and the first screen, the dashboard. */
const session = [chunkNamed('session')]
const screens = program
  .flatMap((name) => chunkOf(name).dynamicImports)
  .filter((name) => name.includes('/screens/'))

const lines = [
  ['landing, script', scripts(sitePage) + kilobytes('color-scheme.js'), 12],
  ['landing, page with its styles', heaviestPage(), 30],
  ['program, script', scripts(program), 200],
  ['first load of who is signed in, script', scripts([...program, ...session]), 300],
  ...heaviest('heaviest screen, script', (files) => scripts(files), 350),
  ['first load of who is signed in, styles', styles([...program, ...session]), 20],
  ...heaviest('heaviest screen, styles', (files) => styles(files), 22),
] as const

for (const [what, weight, most] of lines) {
  console.log(`${what}: ${weight.toFixed(1)} of ${most} KB`)
}
// What the public pages run would run in the program too.
const isMixed = reached(program).includes(chunkOf(sitePage[0] ?? ''))
conclude([
  ...(isMixed ? ['The program fetches the code of the public pages'] : []),
  ...lines
    .filter(([, weight, most]) => weight > most)
    .map(([what, weight, most]) => `${what}: ${weight.toFixed(1)} KB, at most ${most}`),
])

function heaviest(what: string, weigh: (files: string[]) => number, most: number) {
  const weighed = screens.map((screen) => {
    return { screen, weight: weigh([...program, ...session, screen]) }
  })
  const [top] = weighed.sort((a, b) => b.weight - a.weight)
  if (top === undefined) throw new Error('The program has no screens')
  return [[`${what} (${top.screen})`, top.weight, most]] as const
}

function scripts(names: string[]): number {
  return sum(reached(names).map(({ file }) => file))
}

function styles(names: string[]): number {
  return sum(reached(names).flatMap(({ css }) => css))
}

/** With everything they import in turn. */
function reached(names: string[]): Chunk[] {
  const found = new Map<string, Chunk>()
  const pending = [...names]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue
    found.set(name, chunkOf(name))
    pending.push(...chunkOf(name).imports)
  }
  return [...found.values()]
}

function chunkOf(name: string): Chunk {
  const found = manifest[name]
  if (found === undefined) throw new Error(`The build knows no ${name}`)
  return found
}

/** One of those that vite.config.ts makes; its own page is empty beside it and not in the record. */
function chunkNamed(wanted: string): string {
  const [found] = Object.entries(manifest).find(([, { name }]) => name === wanted) ?? []
  if (found === undefined) throw new Error(`The build has no file ${wanted}`)
  return found
}

function sum(files: string[]): number {
  return [...new Set(files)].reduce((total, file) => total + kilobytes(file), 0)
}

function kilobytes(file: string): number {
  return gzipSync(readFileSync(join(web, file)), { level: 9 }).length / 1024
}

function heaviestPage(): number {
  const folder = join(root, 'build/site')
  const weights = readdirSync(folder).map(
    (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024,
  )
  return Math.max(...weights)
}
