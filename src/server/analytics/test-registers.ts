import type { PortalNeeds } from '../facturators/portal.ts'
import { readNextMonth } from './worker.ts'

const MOST_MONTHS = 200

/** As the reader does, one month after the other, until none is due. Answers how often something was done. */
export async function readDueRegisters(needs: PortalNeeds): Promise<number> {
  const reader = {
    ...needs,
    worker: 'reader',
    registerSpacingMs: 0,
    onReadingFailure: (error: unknown) => {
      throw error
    },
  }
  for (let months = 0; months < MOST_MONTHS; months += 1) {
    if (!(await readNextMonth(reader))) return months
  }
  throw new Error('The registers are never read to their end')
}
