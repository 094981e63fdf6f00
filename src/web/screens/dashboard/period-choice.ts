/** In months. */
export const PERIODS = [6, 12, 24] as const
const DEFAULT_PERIOD = 12

export interface Choice<Company> {
  company: Company | null
  months: number
}

/** What stands in the address; the first company and twelve months where nothing does. */
export function readChoice<Company extends { id: number }>(
  query: URLSearchParams,
  companies: readonly Company[],
): Choice<Company> {
  const company = query.get('company')
  const months = Number(query.get('months'))
  return {
    company:
      company === null
        ? (companies[0] ?? null)
        : (companies.find(({ id }) => String(id) === company) ?? null),
    months: PERIODS.find((period) => period === months) ?? DEFAULT_PERIOD,
  }
}
