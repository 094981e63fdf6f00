import { withinOrganisation } from '../db/reach.ts'

/** An export with more is refused instead of cut. */
const MAX_PAGES = 100_000

/** The rows with a file, `size` of them in memory at a time: `read` answers those whose id comes after, by their ids. */
export async function* filePages<Row extends { id: number }>(
  organisationId: number,
  size: number,
  read: (after: number, size: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last = 0
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const after = last
    const found = await withinOrganisation(organisationId, () => read(after, size))
    yield* found
    const final = found.at(-1)
    if (final === undefined || found.length < size) return
    last = final.id
  }
  throw new Error('Too many files')
}
