import { useQuery } from '@tanstack/react-query'
import { companiesQuery, type Company } from '#web/api/queries.ts'

/** The company whose list is shown: the one the address names, else the first. */
export function useCompany(asked: string | null): {
  companies: Company[]
  company: Company | undefined
  error: Error | null
  refetch: () => void
} {
  const { data = [], error, refetch } = useQuery(companiesQuery())
  const company = data.find(({ id }) => String(id) === asked) ?? data[0]
  return { companies: data, company, error, refetch: () => void refetch() }
}
