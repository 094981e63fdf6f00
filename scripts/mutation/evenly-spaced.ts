/** So many of them, from the first to the last at even distances; all where there are no more. */
export function evenlySpaced<T>(all: readonly T[], count: number): T[] {
  const share = Math.min(1, count / all.length)
  return all.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share))
}
