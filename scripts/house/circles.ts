/**
 * No circles: neither between files nor, in any folder of src, test, scripts and bench, between its rooms. A room is
 * what stands in a folder: a file of it, or a folder with all that is below. So each folder can be read from the bottom up.
 */
import { type Finding } from './finding.ts'
import { sources, type Source } from './source.ts'

/** What a room uses: for each other room one import that shows it. */
type Uses = Map<string, Map<string, string>>

export function findCircles(): Finding[] {
  return [...circlesOf(usesOfFiles(), 'files'), ...[...usesByFolder()].flatMap(roomCircles)]
}

function usesOfFiles(): Uses {
  const uses: Uses = new Map()
  for (const source of sources)
    for (const file of filesUsed(source)) note(uses, source.path, file, '')
  return uses
}

/** Each folder's rooms and what they use of each other; *.test.ts aside, which may look at everything. */
function usesByFolder(): Map<string, Uses> {
  const folders = new Map<string, Uses>()
  for (const source of sources.filter(({ path }) => isRead(path))) {
    for (const file of filesUsed(source)) {
      const [folder, here, there] = whereTheyPart(source.path, file)
      const uses = folders.get(folder) ?? new Map()
      folders.set(folder, uses)
      if (isRead(file)) note(uses, here, there, `${source.path} → ${file}`)
    }
  }
  return folders
}

function isRead(path: string): boolean {
  return !/\.test\.tsx?$|^src\/.*\/test-[a-z-]+\.ts$/.test(path)
}

function filesUsed(source: Source): string[] {
  return source.imports.flatMap(({ file }) => (file === undefined ? [] : [file]))
}

function note(uses: Uses, here: string, there: string, shown: string): void {
  const used = uses.get(here) ?? new Map<string, string>()
  uses.set(here, used)
  if (!used.has(there)) used.set(there, shown)
}

/** The deepest folder that holds both, and the room of each in it. */
function whereTheyPart(one: string, other: string): [folder: string, one: string, other: string] {
  const [left, right] = [one.split('/'), other.split('/')]
  const shared = left.findIndex((name, index) => name !== right[index])
  return [left.slice(0, shared).join('/'), left[shared] ?? '', right[shared] ?? '']
}

function roomCircles([folder, uses]: [string, Uses]): Finding[] {
  return circlesOf(uses, folder)
}

/** Walks from each room along what it uses; a way back to a room on the trail is a circle. */
function circlesOf(uses: Uses, where: string): Finding[] {
  const done = new Set<string>()
  const trail: string[] = []
  const found: Finding[] = []
  const visit = (room: string): void => {
    if (trail.includes(room)) {
      found.push(describe(where, [...trail.slice(trail.indexOf(room)), room], uses))
      return
    }
    if (done.has(room)) return
    trail.push(room)
    for (const used of uses.get(room)?.keys() ?? []) visit(used)
    trail.pop()
    done.add(room)
  }
  for (const room of uses.keys()) visit(room)
  return found
}

function describe(where: string, circle: string[], uses: Uses): Finding {
  const steps = circle.slice(1).map((room, index) => uses.get(circle[index] ?? '')?.get(room) ?? '')
  const shown = steps.filter((step) => step !== '').map((step) => `\n    ${step}`)
  return `${where}: circle ${circle.join(' → ')}${shown.join('')}`
}
