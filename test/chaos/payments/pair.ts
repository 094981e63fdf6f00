import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { COMPILED, programFile } from '../worker-file.ts'
import type { Death, Order } from './order.ts'

/** One server that works and one that stands by: whoever is killed is followed at once. */
export interface Pair {
  /** Where the one that works listens; null while nobody does. */
  readonly url: string | null
  /** The one that stands by begins to work, and dies at that boundary. */
  work(death: Death | null): Promise<void>
  /** Once the one that works was killed: another works in its place. */
  replace(): Promise<void>
  readonly said: readonly string[]
  stop(): Promise<void>
}

interface Running {
  child: ChildProcess
  url: string
  /** By which signal it ended. */
  ended: Promise<string | null>
}

export async function startPair(order: Order): Promise<Pair> {
  const file = await programFile(join(import.meta.dirname, 'server.ts'))
  const said: string[] = []
  let next = start()
  let working = await start()
  let isGone = false

  async function start(): Promise<Running> {
    const env = { ...process.env, FOLIO_CHAOS: JSON.stringify(order), NODE_COMPILE_CACHE: COMPILED }
    const child = spawn(process.execPath, [file], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    const ended = once(child, 'exit').then(([, signal]) => String(signal))
    child.stderr.on('data', (text: Buffer) => void said.push(text.toString()))
    const [line] = await Promise.race([
      once(child.stdout, 'data'),
      ended.then((signal) => Promise.reject(new Error(`Ended by ${signal}: ${said.join('')}`))),
    ])
    return { child, url: String(line).trim(), ended }
  }

  const post = (path: string, body: object) => postTo(`${working.url}/_test/${path}`, body)
  return {
    said,
    get url() {
      return isGone ? null : working.url
    },
    work: async (death) => {
      await post('work', { death })
      if (death !== null) void working.ended.then(() => (isGone = true))
    },
    replace: async () => {
      const signal = await working.ended
      if (signal !== 'SIGKILL') throw new Error(`It ended by ${signal}: ${said.join('')}`)
      working = await next
      next = start()
      await post('work', { death: null })
      isGone = false
    },
    stop: async () => {
      const all = [working, await next]
      for (const { child } of all) child.kill('SIGKILL')
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** The status; null when it died meanwhile. */
export async function postTo(url: string, body: object): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
