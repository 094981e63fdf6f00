import { parentPort } from 'node:worker_threads'
import { readUpload, type UploadToRead } from './read-upload.ts'

/** What the thread is sent. */
export interface ToRead {
  id: number
  upload: UploadToRead
}

parentPort?.on('message', ({ id, upload }: ToRead) => {
  parentPort?.postMessage({ id, read: readUpload(upload) })
})
