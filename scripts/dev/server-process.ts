import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type ServerProcess = {
  start(environment: Record<string, string>): void
  /** Replaces the process; changes saved while that happens bring one more. */
  restart(): void
  /** Ends when the newest process answers, or has ended by itself. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** One save may write several files. */
const SAVE_MS = 40
const POLL_MS = 25

/** The server in a process of its own, always on the same port. */
export function createServerProcess(at: { root: string; port: number }): ServerProcess {
  let environment: Record<string, string> = {}
  let child: ChildProcess | null = null
  let wasShown = false
  let isStopping = false
  let isDue = false
  let work: Promise<void> = Promise.resolve()

  async function replace(): Promise<void> {
    await sleep(SAVE_MS)
    isDue = false
    if (isStopping) return
    const begun = performance.now()
    await end(child)
    child = launch(at, environment)
    // Its address and login are shown once.
    if (!wasShown) child.stdout?.on('data', (text: Buffer) => void process.stdout.write(text))
    const answers = await untilAnswering(child, at.port)
    if (!answers) return say('El servidor se detuvo; al guardar un archivo suyo vuelve a partir.')
    if (wasShown) say(`Servidor reiniciado en ${Math.round(performance.now() - begun)} ms.`)
    wasShown = true
  }

  function restart(): void {
    if (isDue || isStopping) return
    isDue = true
    work = work.then(replace)
  }

  return {
    start: (given) => {
      environment = given
      restart()
    },
    restart,
    ready: () => work,
    stop: async () => {
      isStopping = true
      await end(child)
      await work
    },
  }
}

function launch(
  { root, port }: { root: string; port: number },
  environment: Record<string, string>,
): ChildProcess {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './scripts/leash.mjs']
  const child = spawn(process.execPath, [...flags, 'src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // Files that did not change are not compiled again.
      NODE_COMPILE_CACHE: join(root, '.cache/dev-compiled'),
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.resume()
  return child
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  child.stdout?.removeAllListeners('data').resume()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function untilAnswering(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const reply = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => null)
    if (reply?.ok === true) return true
    await sleep(POLL_MS)
  }
  return false
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
