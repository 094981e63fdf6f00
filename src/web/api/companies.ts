import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from './queries.ts'

/** Lists are of the whole organisation: with more than one company each row names its own. */
export function useHasSeveralCompanies(): boolean {
  return (useQuery(companiesQuery()).data?.length ?? 0) > 1
}
