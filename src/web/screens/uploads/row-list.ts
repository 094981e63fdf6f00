/** More of them say nothing: a document's rows are mostly one below the other. */
const MAX_PARTS = 4

/** '2', '2–9', '2, 5–7 …'. */
export function rowList(rows: readonly number[]): string {
  const parts: { first: number; last: number }[] = []
  for (const row of rows) {
    const part = parts.at(-1)
    if (part !== undefined && row === part.last + 1) part.last = row
    else parts.push({ first: row, last: row })
  }
  const shown = parts.slice(0, MAX_PARTS).map(({ first, last }) => {
    if (first === last) return String(first)
    return last === first + 1 ? `${first}, ${last}` : `${first}–${last}`
  })
  return shown.join(', ') + (parts.length > MAX_PARTS ? ' …' : '')
}
