import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/**
 * The address's query, and a way to change it in place. The address follows a change only once its guards have been
 * asked, so a second change begins from what the first asked for: the address would not say it yet.
 */
export function useAddressQuery(): [
  URLSearchParams,
  (change: (query: URLSearchParams) => URLSearchParams) => void,
] {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const asked = useRef<string | null>(null)
  const change = async (next: (query: URLSearchParams) => URLSearchParams) => {
    const search = next(new URLSearchParams(asked.current ?? window.location.search)).toString()
    asked.current = search
    await navigate({ search }, { replace: true, preventScrollReset: true })
    if (asked.current === search) asked.current = null
  }
  return [query, (next) => void change(next)]
}
