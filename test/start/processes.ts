import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'

/** Below the range that the system hands out: nobody takes it by chance before Folio does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** The living processes of a data folder: those that got it in their environment, or work inside it. */
export function processesOf(dataDir: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return false
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dataDir)) return true
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)
    } catch {
      return false
    }
  })
}
