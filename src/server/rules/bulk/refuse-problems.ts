import { InvalidInput, type FieldProblems } from '../../http/errors.ts'

/** Of each rule in the order of the request: nothing is stored of any of them. */
export function refuseProblems(
  views: readonly { id: number }[],
  problems: ReadonlyMap<number, FieldProblems>,
): void {
  if (problems.size === 0) return
  throw new InvalidInput({ rules: views.map(({ id }) => problems.get(id) ?? {}) })
}
