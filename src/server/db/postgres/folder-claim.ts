import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { StartFault } from '../../start-fault.ts'

/** Gives the folder up. */
export type Release = () => Promise<void>

/**
 * Holds a folder for this process alone until it releases it or ends, however it ends.
 * The claim is a socket in Linux's abstract space, named after the folder's device and inode: the
 * kernel drops it with the process, so there is no stale lock file to judge after a kill or reboot.
 */
export async function claimFolder(folder: string): Promise<Release> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new StartFault('dataFolderInUse', folder) : error)
    })
    server.listen(claimName(folder), resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function claimName(folder: string): string {
  const { dev, ino } = statSync(folder)
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)
  return `\0folio-${name}`
}
