import { join } from 'node:path'
import { createWorkThread } from '../../sheets/work-thread.ts'
import type { FileRead, FileToRead } from './read-file.ts'

/** Reads a file in a thread. One that takes too long or too much memory is refused as damaged. */
export const readInThread: (file: FileToRead) => Promise<FileRead> = createWorkThread(
  join(import.meta.dirname, 'reader-thread.ts'),
  { kind: 'refused', reason: 'damaged' },
)
