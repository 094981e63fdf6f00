import type { SelectQueryBuilder } from 'kysely'

/** Whether there is a row at all. */
export async function finds<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<boolean> {
  return (await query.limit(1).execute()).length > 0
}
