import { useQueryClient } from '@tanstack/react-query'
import { accessKey } from './use-together.ts'

/** What can be paid changed, or the time ran out: the list and the page say which. */
export function useLookAgain(token: string): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: accessKey(token) })
    void client.invalidateQueries({ queryKey: ['shared-document', token] })
  }
}
