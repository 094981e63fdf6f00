/** Does the work for each: one that fails is told and stops no other. Answers for how many it was done. */
export async function eachOf<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  onFailure: (one: T, error: unknown) => void,
): Promise<number> {
  let done = 0
  for (const one of all) {
    try {
      await work(one)
      done += 1
    } catch (error) {
      onFailure(one, error)
    }
  }
  return done
}
