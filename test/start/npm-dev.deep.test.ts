import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, processesOf } from './processes.ts'

const root = join(import.meta.dirname, '../..')
/** A busy machine takes many times longer. */
const timeout = 120_000

test('npm run dev restarts the server when its file is saved and leaves nothing after Ctrl-C', async () => {
  const { url, dataDir, written, interrupt } = await npmRunDev()
  const isLive = () => isAnswering(`${url}/livez`)
  await expect.poll(isLive, { timeout }).toBe(true)
  await expect.poll(written, { timeout }).toContain('ana@folio.example')
  const login = await fetch(`${url}/login`)
  expect(await login.text()).toContain('/@vite/client')
  const landing = await fetch(url)
  expect(await landing.text()).toContain('Comenzar sin suscripción')

  const before = serversOf(dataDir)
  const save = () => {
    utimesSync(join(root, 'src/server/clock.ts'), new Date(), new Date())
    return written()
  }
  // More than once: the watcher may still be reading the tree at the first.
  await expect.poll(save, { timeout, interval: 3_000 }).toContain('Servidor reiniciado')
  await expect.poll(isLive, { timeout }).toBe(true)
  expect(serversOf(dataDir)).not.toEqual(before)

  expect(await interrupt(), written()).toBe(0)
  await expect.poll(() => processesOf(dataDir), { timeout }).toEqual([])
})

/** Started on a data folder and a port of its own. */
async function npmRunDev() {
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-dev-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      FOLIO_DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(() => child.exitCode)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  const interrupt = () => {
    child.kill('SIGINT')
    return ended
  }
  return { url: `http://127.0.0.1:${port}`, dataDir, written: () => text, interrupt }
}

async function isAnswering(url: string): Promise<boolean> {
  const reply = await fetch(url).catch(() => undefined)
  return reply?.ok === true
}

function serversOf(dataDir: string): string[] {
  return processesOf(dataDir).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts'),
  )
}
