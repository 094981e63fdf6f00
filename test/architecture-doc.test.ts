import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const lines = page.split('\n')

/** Where a path may begin that is not written from the root. */
const STARTS = ['', 'src/server']
const DOCUMENTS = 'src/server/documents'

test('the page of the architecture names only files and folders that exist', () => {
  const named = lines
    .filter((line) => roomOf(line) === undefined)
    .flatMap((line) => [...line.matchAll(/`([^`\s]+\/[^`\s]*)`|\]\(([^)]+)\)/g)])
    .flatMap(([, path, link]) => alternativesOf(path ?? link ?? ''))
  expect(named.length).toBeGreaterThan(70)
  expect(named.filter((path) => !STARTS.some((start) => isThere(start, path)))).toEqual([])
})

test('the table of the rooms of a document names the files and functions of each', () => {
  const rooms = lines.flatMap((line) => {
    const room = roomOf(line)
    return room === undefined ? [] : [{ room, entries: line.split('|')[3] ?? '' }]
  })
  expect(rooms.length).toBeGreaterThan(10)
  const missing = rooms.flatMap(({ room, entries }) =>
    [...entries.matchAll(/`([^`]+\.ts)`(?: `(\w+)`)?(?:, `(\w+)`)?/g)].flatMap(
      ([entry, file = '', ...names]) => (has(join(room, file), names) ? [] : [`${room}: ${entry}`]),
    ),
  )
  expect(missing).toEqual([])
})

function roomOf(line: string): string | undefined {
  return /^\| `([a-z]+)\/` /.exec(line)?.[1]
}

/** `a/{b,c}.ts` is a/b.ts and a/c.ts. */
function alternativesOf(path: string): string[] {
  const [whole, inside] = /\{([^}]*)\}/.exec(path) ?? []
  if (whole === undefined || inside === undefined) return [path]
  return inside.split(',').flatMap((one) => alternativesOf(path.replace(whole, one)))
}

function isThere(start: string, path: string): boolean {
  return existsSync(join(root, start, path))
}

function has(path: string, names: (string | undefined)[]): boolean {
  if (!isThere(DOCUMENTS, path)) return false
  const text = readFileSync(join(root, DOCUMENTS, path), 'utf8')
  return names.every((name) => name === undefined || text.includes(`function ${name}(`))
}
