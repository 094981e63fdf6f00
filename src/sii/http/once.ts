/** Calling twice would burn a folio or issue twice: a mistake of ours, so it throws. */
export function once<A, R>(
  name: string,
  run: (argument: A) => Promise<R>,
): (argument: A) => Promise<R> {
  let isUsed = false
  return async (argument) => {
    if (isUsed) throw new Error(`${name} was called a second time`)
    isUsed = true
    return run(argument)
  }
}
