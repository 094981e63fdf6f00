import { join } from 'node:path'
import { createWorkThread } from '../sheets/work-thread.ts'
import type { RuleFileRead, RuleFileToRead } from './read-rule-file.ts'

/** Reads a file of rules in a thread. One that takes too long or too much memory is refused as damaged. */
export const readInThread: (file: RuleFileToRead) => Promise<RuleFileRead> = createWorkThread(
  join(import.meta.dirname, 'reader-thread.ts'),
  { kind: 'refused', reason: 'damaged' },
)
