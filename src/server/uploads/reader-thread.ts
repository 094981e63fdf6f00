import { serveWorkThread } from '../sheets/work-thread.ts'
import { readUpload } from './read-upload.ts'

serveWorkThread(readUpload)
