import { spawn } from 'node:child_process'

/**
 * For the server, which gives what it is sending to the SII up to 90 s and its parts some seconds more: killed before,
 * it would leave that document uncertain.
 */
export const SERVER_STOP_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 25_000

/**
 * Runs a program in a process group of its own until it ends, and answers its exit code. Ctrl-C and
 * the other signals reach it exactly once, through us: at a terminal the whole foreground group would
 * get them, npm and this process included. From the first on it has `stopLimitMs` to end. Whatever the
 * program leaves running in its group is ended. With a `limitMs` it is killed then, and `isOverdue` says so. At
 * `timeUp`, an AbortSignal, it is asked to end as by Ctrl-C, and `isTimeUp` says so.
 */
export async function runUntilEnd(
  program,
  args,
  { stopLimitMs = STOP_LIMIT_MS, limitMs, timeUp, ...options } = {},
) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
    detached: true,
  })
  let asked
  let askedAt
  let impatience
  const forward = (signal) => {
    if (asked !== undefined) {
      // One Ctrl-C comes twice, from the terminal and from npm; a later one means now.
      if (performance.now() - askedAt > 1000) signalGroup(child.pid, 'SIGKILL')
      return
    }
    asked = signal
    askedAt = performance.now()
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    impatience = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), stopLimitMs)
  }
  for (const signal of forwarded) process.on(signal, forward)
  const orphaned = watchParent(() => forward('SIGTERM'))
  let isTimeUp = false
  const endInTime = () => {
    if (asked !== undefined) return
    isTimeUp = true
    forward('SIGINT')
  }
  if (timeUp?.aborted) endInTime()
  timeUp?.addEventListener('abort', endInTime)
  let isOverdue = false
  const limit =
    limitMs &&
    setTimeout(() => {
      isOverdue = true
      signalGroup(child.pid, 'SIGKILL')
    }, limitMs)
  const end = await ending(child)
  clearTimeout(limit)
  clearInterval(orphaned)
  clearTimeout(impatience)
  timeUp?.removeEventListener('abort', endInTime)
  signalGroup(child.pid, 'SIGKILL')
  for (const signal of forwarded) process.off(signal, forward)
  return { ...end, asked, isOverdue, isTimeUp }
}

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

// npm, when it is killed outright, tells nobody; that our parent has changed does.
function watchParent(leave) {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    leave()
  }, 1000)
  return watch
}

function ending(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code: code ?? 1, signal }))
  })
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}

/** Runs a program to its end, quietly; answers its exit code and all it wrote. A signal ends it and us. */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const written = []
    if (quietChildren.size === 0) for (const signal of forwarded) process.once(signal, endQuietly)
    quietChildren.add(child)
    child.stdout.on('data', (chunk) => written.push(chunk))
    child.stderr.on('data', (chunk) => written.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      quietChildren.delete(child)
      if (quietChildren.size === 0) for (const signal of forwarded) process.off(signal, endQuietly)
      resolve({ code: code ?? 1, output: Buffer.concat(written).toString() })
    })
  })
}

/** Several run side by side, and a signal must reach all of them before this process ends. */
const quietChildren = new Set()

function endQuietly(signal) {
  for (const child of quietChildren) child.kill(signal)
  process.exit(130)
}
