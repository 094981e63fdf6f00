/**
 * node bench/start.mjs: a fresh clone in a temporary folder, installed and started as a stranger would.
 * Prints each figure beside its limit and fails when one is past it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const repository = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'folio-bench-'))
const checkout = join(folder, 'folio')
let missed = 0

try {
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = missed === 0 ? 0 : 1

async function measure() {
  execFileSync('git', ['clone', '--quiet', repository, checkout])
  await timed('installation', 'npm, the packages and Node', () => run(['scripts/node.mjs', '-v']))
  const first = await start()
  tell('first start to ready', first.readyMs, 'ms')
  const issuedMs = await untilIssued(first)
  tell('start to first issued document', issuedMs, 'ms', 60_000)
  await stop(first)
  const later = await start()
  tell('later start to ready', later.readyMs, 'ms', 5_000)
  await sleep(15_000)
  const { shared, resident } = memoryOf(later.process.pid)
  tell('memory of all processes at rest', Math.round(shared / 1024), 'MB', 600)
  tell('  with shared pages counted in each', Math.round(resident / 1024), 'MB')
  await stop(later)
}

async function start() {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), FOLIO_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  await until(180_000, async () => {
    if (child.exitCode !== null) throw new Error('npm start ended')
    const reply = await fetch(`${base}/readyz`).catch(() => undefined)
    return reply?.ok === true
  })
  return { process: child, base, began, readyMs: performance.now() - began }
}

async function stop({ process: child }) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}

/** Signs in as each demonstration character until one of them sees an issued document. */
async function untilIssued({ base, began }) {
  const { demo_logins: logins } = await ask(base, '/installation/')
  const tokens = []
  for (const { email, password } of logins) {
    const { access } = await ask(base, '/auth/jwt/create/', { email, password })
    tokens.push(access)
  }
  await until(120_000, async () => {
    for (const token of tokens) {
      const { documents } = await ask(base, '/documents/', undefined, token)
      if (documents.some(({ state }) => state === 'issued')) return true
    }
    return false
  })
  return performance.now() - began
}

async function ask(base, path, body, token) {
  const reply = await fetch(`${base}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function until(limitMs, isDone) {
  const limit = performance.now() + limitMs
  while (!(await isDone())) {
    if (performance.now() > limit) throw new Error(`not within ${limitMs / 1000} s`)
    await sleep(50)
  }
}

async function timed(name, what, work) {
  const began = performance.now()
  await work()
  tell(`${name} (${what})`, performance.now() - began, 'ms')
}

function tell(name, figure, unit, limit) {
  const over = limit !== undefined && figure > limit
  if (over) missed += 1
  const beside = limit === undefined ? '' : ` (at most ${limit})${over ? ' MISSED' : ''}`
  console.log(`${name}: ${Math.round(figure)} ${unit}${beside}`)
}

function run(args) {
  execFileSync('node', args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** In KB, of a process and all its descendants: shared pages divided among them, and counted in each. */
function memoryOf(pid) {
  const total = { shared: 0, resident: 0 }
  for (const one of [pid, ...descendants(pid)]) {
    const facts = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8')
    total.shared += Number(/^Pss:\s+(\d+)/m.exec(facts)?.[1] ?? 0)
    total.resident += Number(/^Rss:\s+(\d+)/m.exec(facts)?.[1] ?? 0)
  }
  return total
}

function descendants(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children.flatMap((child) => [child, ...descendants(child)])
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
