import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { testPostgres } from '#server/db/test-database.ts'
import { withTemplateOf } from '#server/db/test-postgres.ts'
import { fileOf, plantedSource, type Mutant } from '../../test/mutants/mutant.ts'

/** No module: it reaches a test by the template that its databases are copies of. */
export function isMigration({ file }: Mutant): boolean {
  return file.endsWith('.sql')
}

/** Processes of tests that start meanwhile copy a template in whose migrations the fault is planted. */
export async function inPlantedSchema<T>(mutant: Mutant, run: () => Promise<T>): Promise<T> {
  const sound = testPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'folio-migrations-'))
  try {
    await cp(dirname(fileOf(mutant)), folder, { recursive: true })
    await writeFile(join(folder, basename(mutant.file)), plantedSource(mutant))
    return await withTemplateOf(sound, folder, (postgres) => {
      process.env['FOLIO_TEST_POSTGRES'] = JSON.stringify(postgres)
      return run()
    })
  } finally {
    process.env['FOLIO_TEST_POSTGRES'] = JSON.stringify(sound)
    await rm(folder, { recursive: true })
  }
}
