import { test, type Stage } from './stage.ts'
import { PHONE, WIDE, WIDTHS } from './visitor.ts'

/** Set for the deep run, which tests at both widths what npm test tests at one. */
const isDeep = process.env.FOLIO_DEEP === '1'

/** The widths of a describe block that has a single test. */
export function widthsOf(width: typeof WIDE | typeof PHONE): readonly number[] {
  return isDeep ? WIDTHS : [width]
}

/**
 * The `test` of a describe block that is repeated for each of WIDTHS: its tests are registered by turns at one of
 * them, which is set by their order, or at both in the deep run. What differs between the widths has the stage's own
 * `test`, and both.
 */
export function testsAt(
  width: number,
): (title: string, story: (stage: Stage) => Promise<void>) => void {
  const turns = [PHONE, WIDE]
  let count = 0
  return (title, story) => {
    const turn = turns[count % turns.length]
    count += 1
    if (isDeep || turn === width) test(title, story)
  }
}
