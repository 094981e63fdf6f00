import { useRef, useState } from 'react'

export interface Chosen {
  /** Of those that are listed now, in their order. */
  ids: number[]
  isChosen: (id: number) => boolean
  /** With `isRange`, everything between the last one and this becomes as this. */
  toggle: (id: number, isRange: boolean) => void
  choose: (ids: readonly number[]) => void
}

/** What a person has ticked in a list. What leaves the list, by a filter or for good, is not chosen while it is away. */
export function useChosen(listed: readonly number[], first: readonly number[] = []): Chosen {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(first))
  const last = useRef<number | null>(null)
  return {
    ids: listed.filter((id) => chosen.has(id)),
    isChosen: (id) => chosen.has(id),
    toggle: (id, isRange) => {
      const isOn = !chosen.has(id)
      const between = isRange ? rangeOf(listed, last.current, id) : [id]
      last.current = id
      setChosen((now) => {
        const next = new Set(now)
        for (const one of between) {
          if (isOn) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    choose: (ids) => {
      last.current = null
      setChosen(new Set(ids))
    },
  }
}

/** Both ends included; only the second where the first is no longer listed. */
export function rangeOf(listed: readonly number[], from: number | null, to: number): number[] {
  const ends = [listed.indexOf(from ?? to), listed.indexOf(to)].toSorted((a, b) => a - b)
  const [first = -1, second = -1] = ends
  return first === -1 ? [to] : listed.slice(first, second + 1)
}
