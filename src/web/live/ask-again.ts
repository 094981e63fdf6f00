import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * What these stand for changed. A first answer that is still on its way may be older than the
 * change, and TanStack Query would keep it: it is asked for once more when it has come.
 */
export function askAgain(client: QueryClient, ...changed: QueryFilters[]): void {
  for (const filters of changed) {
    const first = client
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.status === 'pending')
    void client.invalidateQueries(filters)
    for (const query of first) {
      const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      void query.promise?.then(again, again)
    }
  }
}
