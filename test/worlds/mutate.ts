import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileOf, plantedSource, type WorldMutant } from '../mutants/mutant.ts'
import type { WorldDatabase } from './database/database.ts'
import type { playPairs, playSeeds, RunPlan, RunResult } from './run.ts'
import type { WorldReport } from './world.ts'

/** Worlds with a planted fault. */
export function playMutant(mutant: WorldMutant, plan: RunPlan): Promise<RunResult> {
  return playChanged({ path: fileOf(mutant), source: plantedSource(mutant) }, plan)
}

/**
 * Worlds with another source of one file: the engine and the worlds are loaded again for it, the file changed as it is
 * loaded, so that nothing on the disk is.
 */
export function playChanged(change: ChangedFile, plan: RunPlan): Promise<RunResult> {
  return withChange(change, ({ playSeeds }) => playSeeds(plan))
}

/** The worlds of pairs with another source of one file; answers the broken ones. */
export function playPairsChanged(
  change: ChangedFile,
  databases: readonly WorldDatabase[],
): Promise<WorldReport[]> {
  return withChange(change, ({ playPairs }) => playPairs(databases))
}

async function withChange<T>(change: ChangedFile, play: (run: Run) => Promise<T>): Promise<T> {
  changes.push(change)
  const hooks = registerHooks({ resolve, load })
  try {
    const loaded: unknown = await import(`./run.ts?change=${changes.length - 1}`)
    if (!plays(loaded)) throw new Error('run.ts has lost playSeeds or playPairs')
    return await play(loaded)
  } finally {
    hooks.deregister()
  }
}

type Run = { playSeeds: typeof playSeeds; playPairs: typeof playPairs }

interface ChangedFile {
  /** Absolute. */
  path: string
  source: string
}

const changes: ChangedFile[] = []

function plays(loaded: unknown): loaded is Run {
  if (typeof loaded !== 'object' || loaded === null) return false
  return 'playSeeds' in loaded && 'playPairs' in loaded
}

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
/** All other modules are the same for every fault and loaded once. */
const RELOADED = [`${root}/src/domain/`, `${root}/src/server/`, `${root}/test/worlds/`]

type Hooks = Parameters<typeof registerHooks>[0]

const resolve: Hooks['resolve'] = (specifier, context, nextResolve) => {
  const found = nextResolve(specifier, context)
  const mark = /\?change=\d+$/.exec(context.parentURL ?? '')?.[0]
  const isReloaded = RELOADED.some((folder) => found.url.startsWith(folder))
  return mark === undefined || !isReloaded ? found : { ...found, url: found.url + mark }
}

const load: Hooks['load'] = (url, context, nextLoad) => {
  const [place = '', index] = url.split('?change=')
  const change = index === undefined ? undefined : changes[Number(index)]
  const loaded = nextLoad(url, context)
  const isIt = change !== undefined && place === pathToFileURL(change.path).href
  return isIt ? { ...loaded, source: change.source } : loaded
}
