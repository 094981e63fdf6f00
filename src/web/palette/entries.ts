import { matches } from '#domain/search-text.ts'

export const GROUPS = ['create', 'go', 'rules', 'clients', 'documents'] as const
export type Group = (typeof GROUPS)[number]

/** One line of the palette, and where it leads. */
export interface Entry {
  key: string
  group: Group
  label: string
  hint: string
  to: string
  /** What else it is found by. */
  also?: string
}

/** Of each group. More are found by writing more. */
export const MOST_IN_GROUP = 6

/** Without a search the places and what can be made; with one, the best of everything, group by group. */
export function findEntries(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim()
  return GROUPS.flatMap((group) => {
    if (wanted === '' && group !== 'create' && group !== 'go') return []
    const own = entries.filter((entry) => entry.group === group)
    // The server found the documents by more than they show.
    if (group === 'documents') return own.slice(0, MOST_IN_GROUP)
    return own
      .filter((entry) => isWanted(entry, wanted))
      .slice(0, wanted === '' ? own.length : MOST_IN_GROUP)
  })
}

function isWanted({ label, hint, also = '' }: Entry, text: string): boolean {
  return text === '' || matches(`${label} ${hint} ${also}`, text)
}
