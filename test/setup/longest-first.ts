import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest: begun last, one of them would run alone while the other processors wait. Those with a
 * process of their own stand before all that share one, because a shared process ends when one of them is next, and
 * another loads every module again.
 */
const LONGEST = [
  'test/e2e/walks/walk-rules',
  'test/e2e/walks/walk-documents',
  'test/e2e/walks/walk-account',
  'test/start/npm-start',
  'test/e2e/walks/walk-failures',
  'test/e2e/first-factura',
  'test/e2e/payments/paying',
  'test/e2e/walks/walk-uploads',
  'test/e2e/public/landing',
  'test/e2e/mail/mail-story',
  'test/worlds/worlds',
  'test/worlds/paying/paying',
  'test/walls/matrix',
  'test/chaos/chaos',
  'test/chaos/payments/kills',
  'test/walls/statements',
  'test/engine/issue/faults',
  'test/worlds/pairs',
]

/** Begins with the longest files; a machine without records of earlier runs would begin with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(`${path}.test.ts`))
  return place < 0 ? LONGEST.length : place
}
