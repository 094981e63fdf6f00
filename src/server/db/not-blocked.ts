import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * For what the workers do by themselves: not for an organisation whose owner suspended the use of their data
 * (own-data/blocking.ts). `organisation` is the column with its id.
 */
export function notBlocked(organisation: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from organisation blocked
    where blocked.id = ${sql.ref(organisation)} and blocked.blocked_at is not null)`
}
