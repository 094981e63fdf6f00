import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const runScript = pathToFileURL(join(import.meta.dirname, '../../scripts/run.mjs')).href

/** Runs a program as `npm start` does, on a clock that goes on by the milliseconds it is sent. */
const STARTER = `
  import { mock } from 'node:test'
  import { runUntilEnd, SERVER_STOP_LIMIT_MS } from '${runScript}'
  mock.timers.enable({ apis: ['setTimeout'] })
  process.on('message', (ms) => {
    mock.timers.tick(ms)
    console.log('later')
  })
  const stopLimitMs = process.argv[1] === 'server' ? SERVER_STOP_LIMIT_MS : undefined
  const options = { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], stopLimitMs }
  const { code, signal } = await runUntilEnd(process.execPath, ['-e', process.argv[2]], options)
  console.log(signal ?? code)
  process.exit(0)`

/** Asked to end, it works on until it reads that what it sends was answered; any other line it repeats. */
const PROGRAM = `
  process.on('SIGINT', () => console.log('asked'))
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    if (line === 'answered') process.exit(7)
    console.log(line)
  })
  console.log('started')`

interface Starter {
  process: ChildProcess
  nextLine: () => Promise<unknown>
  write: (line: string) => void
}

const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGTERM')
})

async function askedToEnd(kind: 'server' | 'other'): Promise<Starter> {
  const args = ['--input-type=module', '-e', STARTER, kind, PROGRAM]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] })
  started.push(child)
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('no pipes')
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value
  expect(await nextLine()).toBe('started')
  child.kill('SIGINT')
  expect(await nextLine()).toBe('asked')
  return { process: child, nextLine, write: (line) => void stdin.write(`${line}\n`) }
}

async function stillLives(starter: Starter): Promise<void> {
  starter.write('still here')
  expect(await starter.nextLine()).toBe('still here')
}

async function wait({ process, nextLine }: Starter, ms: number): Promise<void> {
  process.send(ms)
  expect(await nextLine()).toBe('later')
}

test('a server that is sending is waited for, and its own exit code is answered', async () => {
  const starter = await askedToEnd('server')
  await wait(starter, 119_999)
  await stillLives(starter)
  starter.write('answered')
  expect(await starter.nextLine()).toBe('7')
})

test.each([
  ['server', 120_000],
  ['other', 25_000],
] as const)('one that does not end is killed: %s, after %i ms', async (kind, limitMs) => {
  const starter = await askedToEnd(kind)
  await wait(starter, limitMs - 1)
  await stillLives(starter)
  await wait(starter, 1)
  expect(await starter.nextLine()).toBe('SIGKILL')
})
