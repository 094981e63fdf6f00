import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { MUTANTS } from './mutants.ts'

/**
 * Imported before everything else by a process that is to run with one planted fault: the file is changed
 * as it is loaded, so that nothing on the disk is.
 */
const wanted = process.env['FOLIO_MUTANT']
const mutant = MUTANTS.find(({ name }) => name === wanted)
if (mutant === undefined) throw new Error(`No such mutant: ${wanted}`)
const { file, from, to } = mutant
const target = pathToFileURL(join(import.meta.dirname, '../../src', file)).href

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (url !== target) return loaded
    const source =
      typeof loaded.source === 'string'
        ? loaded.source
        : new TextDecoder().decode(loaded.source ?? undefined)
    if (source.split(from).length !== 2) throw new Error(`${file} has changed: look at the mutant`)
    return { ...loaded, source: source.replace(from, () => to) }
  },
})
