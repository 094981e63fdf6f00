import { join } from 'node:path'
import type { Plugin } from 'vite'
import { withMutations } from './mutations.ts'
import { mutatedFile, MUTATED_FILES } from './targets.ts'

const root = join(import.meta.dirname, '../..')

/** Loads the files that FOLIO_MUTATED names (paths with commas between them) with all their mutations, switched off. */
export function prepareMutations(): Plugin | null {
  const named = process.env['FOLIO_MUTATED']?.split(',') ?? []
  if (named.length === 0) return null
  const byPath = new Map(
    MUTATED_FILES.filter((file) => named.includes(file)).map((file) => [join(root, file), file]),
  )
  return {
    name: 'folio-mutations',
    enforce: 'pre',
    load: (id) => {
      const file = byPath.get(id.split('?')[0] ?? '')
      if (file === undefined) return null
      const { source, mutations } = mutatedFile(file)
      return withMutations(source, mutations, mutations[0]?.number ?? 0)
    },
    // Vitest keeps modules by the text of their file: it would load one kept from a run without mutations.
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (byPath.has(id.split('?')[0] ?? '') ? false : null))
    },
  }
}
