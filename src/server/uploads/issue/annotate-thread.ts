import { annotate, type ToAnnotate } from '../../sheets/annotate.ts'
import { Refused } from '../../sheets/table.ts'
import { serveWorkThread } from '../../sheets/work-thread.ts'
import { UPLOAD_LIMITS } from '../read-upload.ts'

serveWorkThread(async (file: ToAnnotate) => {
  try {
    return await annotate({ ...file, bytes: Buffer.from(file.bytes) }, UPLOAD_LIMITS)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
})
