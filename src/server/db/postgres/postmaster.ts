import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Stops the server that works in this cluster, if one does, and forgets a dead one's pid file. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const pid = runningPid(cluster)
  if (pid !== undefined) await stopProcess(pid)
  rmSync(pidFile(cluster), { force: true })
}

/** Fast shutdown (sessions are ended, a checkpoint is written), then ever less politely. */
export async function stopProcess(pid: number): Promise<void> {
  for (const [signal, waitMs] of politeToRude) {
    if (!send(pid, signal)) return
    const limit = performance.now() + waitMs
    while (performance.now() < limit) {
      if (!isAlive(pid)) return
      await sleep(10)
    }
  }
}

const politeToRude = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** True once the server says in its pid file that it takes connections. */
export function isReady(cluster: string, pid: number): boolean {
  const lines = pidFileLines(cluster)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * The pid of a server that survived the Folio that started it. A number alone proves nothing, since
 * pids are reused (in a container even the same one): the process must be working in this cluster.
 */
export function runningPid(cluster: string): number | undefined {
  const pid = Number(pidFileLines(cluster)[0])
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? pid : undefined
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  return send(pid, 0) && !isZombie(pid)
}

/** A port that was free on the loopback a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'))
        else resolve(address.port)
      })
    })
  })
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

// Under a container whose first process reaps nobody, a stopped orphan stays as a zombie.
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

function pidFileLines(cluster: string): string[] {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return []
  }
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
