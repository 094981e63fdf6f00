import type { Plugin } from 'vite'
import { MUTANTS } from './all.ts'
import { fileOf, plantedSource } from './mutant.ts'

/** Plants the fault that FOLIO_MUTANT names as its file is loaded by vitest; without the variable, nothing. */
export function plantMutant(): Plugin | null {
  const name = process.env['FOLIO_MUTANT']
  if (name === undefined) return null
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined) throw new Error(`No planted fault is called "${name}"`)
  const file = fileOf(mutant)
  return {
    name: 'folio-planted-fault',
    enforce: 'pre',
    load: (id) => (id.split('?')[0] === file ? plantedSource(mutant) : null),
    // Vitest keeps modules by the text of their file: it would load one kept from a run without the fault.
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (id.split('?')[0] === file ? false : null))
    },
  }
}
