import { companiesQuery, facturatorsQuery } from './api/queries.ts'
import { queryClient } from './query-client.ts'

/** Facturators and companies are loaded first (spec 2). */
export async function hasFacturator(): Promise<boolean> {
  // The further list is asked for at the same time; the screens that show it wait for it themselves.
  void queryClient.prefetchQuery(companiesQuery())
  const { facturators } = await queryClient.ensureQueryData(facturatorsQuery())
  return facturators.length > 0
}
