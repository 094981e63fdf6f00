import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * As `useMutation`, for a button or form whose second press before the answer would be one too many: a try of a password,
 * a mail, a refusal that the first press brought about. Pressed again it does nothing, even before the page is drawn
 * again.
 */
export function useMutateAlone<Data = unknown, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
) {
  const isUnderway = useRef(false)
  const mutation = useMutation<Data, Error, Variables, Context>({
    ...options,
    onSettled: (...settled) => {
      isUnderway.current = false
      return options.onSettled?.(...settled)
    },
  })
  const { mutate: send } = mutation
  const mutate: typeof send = useCallback(
    (...asked) => {
      if (isUnderway.current) return
      isUnderway.current = true
      send(...asked)
    },
    [send],
  )
  return { ...mutation, mutate }
}
