import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MUTANTS, type Mutant } from './mutants.ts'
import { seedsAimedAt } from './faults.ts'
import type { playSeeds, RunPlan, RunResult } from './run.ts'

export type MutantResult = RunResult & { name: string }

/**
 * Worlds with one planted fault after the other, or with those whose names have this in them: the engine
 * and the worlds are loaded anew for each, the file changed as it is loaded, so that nothing on the disk is.
 */
export async function playMutants(
  plan: Pick<RunPlan, 'databases' | 'stopsAtBreach'> & {
    seeds: number
    only: string
  },
  onPlayed: (result: MutantResult) => void,
): Promise<void> {
  const hooks = registerHooks({ resolve, load })
  try {
    for (const [index, { name, at }] of MUTANTS.entries()) {
      if (!name.includes(plan.only)) continue
      const loaded: unknown = await import(`./run.ts?mutant=${index}`)
      if (!plays(loaded)) throw new Error('run.ts has lost playSeeds')
      const seeds = seedsAimedAt(at, plan.seeds)
      onPlayed({ name, ...(await loaded.playSeeds({ ...plan, seeds })) })
    }
  } finally {
    hooks.deregister()
  }
}

function plays(loaded: unknown): loaded is { playSeeds: typeof playSeeds } {
  return typeof loaded === 'object' && loaded !== null && 'playSeeds' in loaded
}

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
/** What is the same for everybody is loaded once. */
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
  const mutant = index === undefined ? undefined : MUTANTS[Number(index)]
  const loaded = nextLoad(url, context)
  if (mutant === undefined || place !== `${root}/src/${mutant.file}`) return loaded
  return { ...loaded, source: planted(mutant, readFileSync(fileURLToPath(place), 'utf8')) }
}

function planted({ name, file, from, to, also }: Mutant, source: string): string {
  return [{ from, to }, also ?? []].flat().reduce((text, change) => {
    if (text.split(change.from).length !== 2)
      throw new Error(`${file} has changed: look at "${name}"`)
    return text.replace(change.from, () => change.to)
  }, source)
}
