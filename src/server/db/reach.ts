import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Whose rows the queries of a piece of work may reach, whoever asks them: one organisation's, or those of no
 * tenant (null). Work outside of any reach is the workers', who see everything.
 */
export type Reach = {
  organisationId: number | null
  /** The transaction that everything asked meanwhile takes part in. */
  transaction?: DatabaseConnection
}

const reaches = new AsyncLocalStorage<Reach>()

export function currentReach(): Reach | undefined {
  return reaches.getStore()
}

export function withinOrganisation<T>(organisationId: number | null, work: () => T): T {
  return reaches.run({ organisationId }, work)
}

/** For what belongs to no tenant and yet happens during a call: leases and sessions at the SII. */
export function beyondOrganisations<T>(work: () => T): T {
  return reaches.exit(work)
}

/**
 * Everything that `work` asks of this database within its reach is one transaction, its own transactions
 * parts of it; nothing of it stays when `work` fails.
 */
export function inOneTransaction<T>(db: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  const reach = reaches.getStore()
  if (reach === undefined) throw new Error('Only the work of an organisation is bound together')
  return db
    .transaction()
    .execute((trx) =>
      trx
        .getExecutor()
        .provideConnection((transaction) => reaches.run({ ...reach, transaction }, work)),
    )
}
