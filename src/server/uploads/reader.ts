import { join } from 'node:path'
import { createWorkThread } from '../sheets/work-thread.ts'
import type { UploadRead, UploadToRead } from './read-upload.ts'

/** Reads an uploaded file in a thread. One that takes too long or too much memory is refused as damaged. */
export const readInThread: (upload: UploadToRead) => Promise<UploadRead> = createWorkThread(
  join(import.meta.dirname, 'reader-thread.ts'),
  { kind: 'refused', reason: 'damaged', count: null },
)
