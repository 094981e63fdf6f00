import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { keyInBrowser, keyInMemory, onePerKey } from './request-key.ts'

type Options<Data, Variables> = Omit<
  UseMutationOptions<Data, Error, Variables>,
  'mutationFn' | 'onSuccess' | 'onError' | 'onSettled' | 'onMutate'
> & {
  /** `key` is its idempotency key; of several calls, each takes its own from `partKey`. */
  mutationFn: (variables: Variables, key: string) => Promise<Data>
  onSuccess?: (data: Data, variables: Variables) => unknown
  onError?: (fault: Error, variables: Variables) => unknown
  onSettled?: (data: Data | undefined, fault: Error | null, variables: Variables) => unknown
  /** Under this name the key outlives the page. */
  keptAs?: string
  /**
   * Another content is another order, and takes another key. Without it, content that was changed after a lost answer is
   * refused under the key of the first, because what a form makes may have been made.
   */
  keyFollowsContent?: boolean
  /** The state of what is ordered about: once that is another, so is an order, although the last answer was lost. */
  about?: string | undefined
}

/**
 * For a button that makes or orders something: pressed twice, even before the page is drawn again, it is sent once,
 * and after a lost answer it is sent again as the same request.
 */
export function useMutateOnce<Data, Variables = void>({
  mutationFn,
  onSettled,
  keptAs,
  keyFollowsContent = false,
  about,
  ...options
}: Options<Data, Variables>) {
  const once = useMemo(
    () => onePerKey(keptAs === undefined ? keyInMemory() : keyInBrowser(keptAs)),
    [keptAs],
  )
  const lastAbout = useRef(about)
  useEffect(() => {
    if (lastAbout.current === about) return
    lastAbout.current = about
    once.renew()
  }, [about, once])
  const mutation = useMutation<Data, Error, { variables: Variables; key: string }>({
    ...options,
    mutationFn: ({ variables, key }) => mutationFn(variables, key),
    onSuccess: (data, { variables }) => options.onSuccess?.(data, variables),
    onError: (fault, { variables }) => options.onError?.(fault, variables),
    onSettled: async (data, fault, { variables }) => {
      once.end(fault)
      await onSettled?.(data, fault, variables)
    },
  })
  const { error, isError, isPending, isSuccess, reset } = mutation
  return {
    error,
    isError,
    isPending,
    isSuccess,
    reset,
    /** Another order from here on. */
    renew: once.renew,
    variables: mutation.variables?.variables,
    mutate: (variables: Variables) => {
      const key = once.begin(keyFollowsContent ? JSON.stringify(variables) : undefined)
      if (key !== null) mutation.mutate({ variables, key })
    },
  }
}

/** The key of one of several calls that one press makes. */
export function partKey(key: string, part: string): string {
  return `${key}.${part}`
}
