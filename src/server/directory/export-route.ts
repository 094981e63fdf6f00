import type { Kysely } from 'kysely'
import { z } from 'zod'
import { DIRECTORY_EXPORT_PATH, DIRECTORY_LISTS } from '#contract/directory.ts'
import { idInPath } from '#contract/fields.ts'
import { dayInChile, timeInChile } from '#domain/day.ts'
import { directoryTexts } from '#texts/directory.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { BytesRoute } from '../http/bytes.ts'
import { NotFound } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { requireCompany } from './client-list.ts'
import { readStoredClients, readStoredProducts } from './files/stored.ts'
import { directoryWorkbook, type Stored } from './files/write-file.ts'

const exportParams = z.object({ company_id: idInPath, list: z.enum(DIRECTORY_LISTS) })

export interface ExportNeeds {
  db: Kysely<Schema>
  clock: Clock
  limits: Limits
}

/** A company's clients with their contacts, or its products, as an .xlsx. */
export function directoryExportRoute({ db, clock, limits }: ExportNeeds): BytesRoute {
  return {
    path: DIRECTORY_EXPORT_PATH,
    async handle({ session, params, language }) {
      const asked = exportParams.safeParse(params)
      if (!asked.success) throw new NotFound()
      const { organisationId } = session
      const { list, company_id: companyId } = asked.data
      await limits.consume('uploadAccount', `organisation:${organisationId}`)
      const of = { organisationId, companyId }
      await requireCompany(db, of)
      const stored: Stored =
        list === 'clients'
          ? { list, clients: await readStoredClients(db, of, { isLocked: false }) }
          : { list, products: await readStoredProducts(db, of, { isLocked: false }) }
      const now = clock.now()
      const { hour, minute } = timeInChile(now)
      const [year = 0, month = 0, day = 0] = dayInChile(now).split('-').map(Number)
      return {
        bytes: directoryWorkbook(stored, { at: { year, month, day, hour, minute }, language }),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: directoryTexts(language).files[list],
        download: true,
      }
    },
  }
}
