import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '#server/db/postgres/postmaster.ts'

const script = (name: string) =>
  pathToFileURL(join(import.meta.dirname, '../../scripts', name)).href

/** Runs a plan as `npm run test:deep` does; its minutes are over when it is sent a message. */
const RUNNER = `
  import { runParts } from '${script('deep/run-parts.mjs')}'
  import { openDeepState } from '${script('deep/state.mjs')}'
  import { reportParts } from '${script('deep/table.mjs')}'
  const { folder, plan } = JSON.parse(process.argv[1])
  const minutes = new AbortController()
  process.once('message', () => minutes.abort())
  const state = openDeepState(folder, { tree: 'a source' })
  const chunks = plan.filter((chunk) => !state.has(chunk))
  const means = { node: process.execPath, environment: {}, timeUp: minutes.signal }
  const { isInterrupted } = await runParts({ ...means, state, folder, chunks })
  const parts = [...new Set(plan.map(({ part }) => part))]
  process.exit(isInterrupted ? 130 : reportParts(state, parts, plan))`

/** A long one keeps a record, starts a program of its own and stops something at its end, as a database is stopped. */
const CHUNK = `
  const { appendFileSync, existsSync, writeFileSync } = require('node:fs')
  const { spawn } = require('node:child_process')
  const [, folder, name, kind] = process.argv
  const tell = (what) => appendFileSync(folder + '/events', name + ' ' + what + '\\n')
  const record = folder + '/' + name
  const isBegun = existsSync(record)
  tell(isBegun ? 'goes on' : 'begins')
  if (kind === 'fails') process.exit(1)
  if (kind === 'long' && !isBegun) {
    process.on('exit', () => tell('is stopped'))
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(record, JSON.stringify([process.pid, pid]))
    setInterval(() => {}, 1000)
  }`

type Chunk = { part: string; name: string; kind: 'passes' | 'fails' | 'long'; keeps?: boolean }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folio-deep-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function start(chunks: readonly Chunk[]) {
  const plan = chunks.map(({ part, name, kind, keeps = false }) => ({
    part,
    name,
    args: ['-e', CHUNK, folder, name, kind],
    keepsProgress: keeps,
  }))
  const given = JSON.stringify({ folder: join(folder, 'deep'), plan })
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUNNER, given], {
    // Databases that other runs left are looked for there, too.
    env: { ...process.env, FOLIO_DATA_DIR: folder, npm_lifecycle_event: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => written.push(data))
  }
  const ended = once(child, 'close').then(([code]) => ({
    code,
    said: String(Buffer.concat(written)),
  }))
  return { ended, timeIsUp: () => child.send('over'), interrupt: () => child.kill('SIGINT') }
}

const events = () =>
  existsSync(join(folder, 'events'))
    ? readFileSync(join(folder, 'events'), 'utf8').trimEnd().split('\n')
    : []

/** The processes of a long chunk, once it has begun. */
async function processesOf(name: string): Promise<number[]> {
  const record = join(folder, name)
  await expect.poll(() => existsSync(record) && readFileSync(record, 'utf8') !== '').toBe(true)
  return JSON.parse(readFileSync(record, 'utf8'))
}

/** Killed ones may still be on their way out. */
async function expectEnded(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
}

const PLAN: Chunk[] = [
  { part: 'code', name: 'quick', kind: 'passes' },
  { part: 'code', name: 'broken', kind: 'fails' },
  { part: 'mutation', name: 'whole-file', kind: 'long', keeps: true },
  { part: 'mutation', name: 'next-file', kind: 'passes', keeps: true },
]

test('minutes that are over end what runs, which is left and goes on in the next run', async () => {
  const first = start(PLAN)
  const processes = await processesOf('whole-file')
  first.timeIsUp()
  const { code, said } = await first.ended
  expect(events()).toEqual([
    'quick begins',
    'broken begins',
    'whole-file begins',
    'whole-file is stopped',
  ])
  await expectEnded(processes)
  expect(said).toMatch(/^code +2 +0 +\d+ +1 +1 +0$/m)
  expect(said).toMatch(/^mutation +0 +2 +0 +0 +0 +0$/m)
  expect(said).toMatch(/whole-file \(\d+ s\), sin terminar: queda para la próxima/)
  expect(said).toMatch(/^1 passed, 1 failed$/m)
  expect(code).toBe(1)

  const second = await start(PLAN).ended
  expect(events().slice(4)).toEqual(['whole-file goes on', 'next-file begins'])
  expect(second.said).toMatch(/^mutation +2 +0 +\d+ +2 +0 +0$/m)
  // What failed is not tried again.
  expect(second.said).toMatch(/^3 passed, 1 failed$/m)
  expect(second.code).toBe(1)
})

test('chunks side by side are ended together, and one that no such run can end says so', async () => {
  const run = start(['one', 'other'].map((name) => ({ part: 'fuzz', name, kind: 'long' as const })))
  const processes = [await processesOf('one'), await processesOf('other')].flat()
  run.timeIsUp()
  const { code, said } = await run.ended
  await expectEnded(processes)
  expect(said.match(/no cabe en estos minutos: aumenta --minutes/g)).toHaveLength(2)
  expect(said).toMatch(/^fuzz +0 +2 +0 +0 +0 +0$/m)
  expect(said).toMatch(/^0 passed, 0 failed$/m)
  expect(code).toBe(0)
})

test('Ctrl-C ends what runs and the whole run', async () => {
  const run = start(PLAN)
  const processes = await processesOf('whole-file')
  run.interrupt()
  expect(await run.ended).toMatchObject({ code: 130 })
  await expectEnded(processes)
  expect(events().at(-1)).toBe('whole-file is stopped')
  expect(events()).not.toContain('next-file begins')
})
