/** The texts by which the members of one list are looked up, and how many of them are in it. */
interface Groups<T> {
  seen: number
  members: Map<string, T[]>
}

/**
 * Looks up members by a text that never changes, of a list to which members are only added: as fast as a table
 * kept beside it, with nothing to keep right. A list that got shorter is read again.
 */
export function groupedBy<T extends object>(
  keyOf: (one: T) => string,
): (list: readonly T[], key: string) => readonly T[] {
  const known = new WeakMap<readonly T[], Groups<T>>()
  return (list, key) => {
    const found = known.get(list)
    const groups =
      found && found.seen <= list.length ? found : { seen: 0, members: new Map<string, T[]>() }
    if (groups !== found) known.set(list, groups)
    for (; groups.seen < list.length; groups.seen += 1) {
      const one = list[groups.seen]
      if (one !== undefined) add(groups.members, keyOf(one), one)
    }
    return groups.members.get(key) ?? []
  }
}

function add<T>(members: Map<string, T[]>, key: string, one: T): void {
  const group = members.get(key)
  if (group === undefined) members.set(key, [one])
  else group.push(one)
}
