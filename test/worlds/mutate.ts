import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileOf, plantedSource, type WorldMutant } from '../mutants/mutant.ts'
import { WORLD_MUTANTS } from './mutants.ts'
import type { playSeeds, RunPlan, RunResult } from './run.ts'

/**
 * Worlds with a planted fault: the engine and the worlds are loaded again for it, its file changed as it is loaded, so
 * that nothing on the disk is.
 */
export async function playMutant(mutant: WorldMutant, plan: RunPlan): Promise<RunResult> {
  const hooks = registerHooks({ resolve, load })
  try {
    const loaded: unknown = await import(`./run.ts?mutant=${WORLD_MUTANTS.indexOf(mutant)}`)
    if (!plays(loaded)) throw new Error('run.ts has lost playSeeds')
    return await loaded.playSeeds(plan)
  } finally {
    hooks.deregister()
  }
}

function plays(loaded: unknown): loaded is { playSeeds: typeof playSeeds } {
  return typeof loaded === 'object' && loaded !== null && 'playSeeds' in loaded
}

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
/** All other modules are the same for every fault and loaded once. */
const RELOADED = [`${root}/src/server/`, `${root}/test/worlds/`]

type Hooks = Parameters<typeof registerHooks>[0]

const resolve: Hooks['resolve'] = (specifier, context, nextResolve) => {
  const found = nextResolve(specifier, context)
  const mark = /\?mutant=\d+$/.exec(context.parentURL ?? '')?.[0]
  const isReloaded = RELOADED.some((folder) => found.url.startsWith(folder))
  return mark === undefined || !isReloaded ? found : { ...found, url: found.url + mark }
}

const load: Hooks['load'] = (url, context, nextLoad) => {
  const [place = '', index] = url.split('?mutant=')
  const mutant = index === undefined ? undefined : WORLD_MUTANTS[Number(index)]
  const loaded = nextLoad(url, context)
  const isIt = mutant !== undefined && place === pathToFileURL(fileOf(mutant)).href
  return isIt ? { ...loaded, source: plantedSource(mutant) } : loaded
}
