import { companiesQuery, facturatorsQuery } from './api/queries.ts'
import { queryClient } from './query-client.ts'

/** Facturators and companies are loaded first (spec 2). */
export async function hasFacturator(): Promise<boolean> {
  const [{ facturators }] = await Promise.all([
    queryClient.ensureQueryData(facturatorsQuery()),
    // The further list the guard loads. Without it the screens show their own error.
    queryClient.prefetchQuery(companiesQuery()),
  ])
  return facturators.length > 0
}
