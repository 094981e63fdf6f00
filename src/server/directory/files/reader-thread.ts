import { serveWorkThread } from '../../sheets/work-thread.ts'
import { readDirectoryFile } from './read-file.ts'

serveWorkThread(readDirectoryFile)
