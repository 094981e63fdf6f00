import type { Plugin } from 'vite'
import { MUTANTS } from './all.ts'
import { fileOf, plantedSource } from './mutant.ts'

/**
 * Plants the fault that FOLIO_MUTANT names as its file is loaded by vitest; an empty name plants none yet, and without
 * the variable there is no such plugin.
 */
export function plantMutant(): Plugin | null {
  if (process.env['FOLIO_MUTANT'] === undefined) return null
  const files = new Set(MUTANTS.map(fileOf))
  const pathOf = (id: string) => id.split('?')[0] ?? ''
  return {
    name: 'folio-planted-fault',
    enforce: 'pre',
    load: (id) => {
      const planted = plantedNow()
      return planted !== null && pathOf(id) === fileOf(planted) ? plantedSource(planted) : null
    },
    // Vitest keeps modules by the text of their file: it would load one kept from a run without the fault.
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (files.has(pathOf(id)) ? false : null))
    },
  }
}

/** It changes from run to run of one vitest. */
function plantedNow() {
  const name = process.env['FOLIO_MUTANT'] ?? ''
  if (name === '') return null
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined) throw new Error(`No planted fault is called "${name}"`)
  return mutant
}
