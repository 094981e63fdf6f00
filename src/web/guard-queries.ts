import { attentionQuery } from './api/agenda.ts'
import { companiesQuery, facturatorsQuery } from './api/queries.ts'
import { queryClient } from './query-client.ts'
import { noteConnections } from './session/newcomer.ts'

/** Facturators and companies are loaded first. */
export async function hasFacturator(): Promise<boolean> {
  // The others are asked for at the same time; what shows them waits for them itself.
  void queryClient.prefetchQuery(companiesQuery())
  void queryClient.prefetchQuery(attentionQuery())
  const { facturators } = await queryClient.ensureQueryData(facturatorsQuery())
  noteConnections(facturators.length)
  return facturators.length > 0
}
