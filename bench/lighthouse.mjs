/**
 * node bench/lighthouse.mjs [RUNS] [NAME]: the landing and the first screen of who is signed in as Lighthouse sees
 * them, each the median of five runs, beside what they must reach. Wants a machine that does nothing else.
 * Lighthouse is brought into .cache the first time: at 185 MB it is no part of the installation.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findBrowser } from '../scripts/browser.mjs'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The least of each category, in their order; null where nothing is asked. */
const VISITS = [
  { name: 'landing, desktop', path: '/', form: 'desktop', least: [100, 100, 100, 100] },
  { name: 'landing, phone', path: '/', form: 'mobile', least: [95, 100, 100, 100] },
  { name: 'signed in, desktop', path: '/dashboard', form: 'desktop', least: [85, 100, null, null] },
  { name: 'signed in, phone', path: '/dashboard', form: 'mobile', least: [85, 100, null, null] },
]

const root = join(import.meta.dirname, '..')
const runs = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'folio-lighthouse-'))
const { lighthouse, desktop, puppeteer } = await bring()
const site = await start()
try {
  const tokens = await signIn(site.base)
  const wanted = VISITS.filter(({ name }) => name.includes(process.argv[3] ?? ''))
  for (const visit of wanted) await judge(visit, tokens)
} finally {
  site.process.kill('SIGINT')
  await site.ended
  rmSync(folder, { recursive: true, force: true })
}

async function judge({ name, path, form, least }, tokens) {
  const scores = CATEGORIES.map(() => [])
  const weak = new Map()
  for (let run = 0; run < runs; run += 1) {
    const { categories, audits } = await visit(path, form, path === '/' ? null : tokens)
    CATEGORIES.forEach((id, index) => {
      scores[index].push(Math.round((categories[id].score ?? 0) * 100))
      for (const { id: audit, weight } of categories[id].auditRefs) {
        const { score, title, displayValue = '' } = audits[audit]
        if (weight > 0 && score !== null && score < 0.9) weak.set(audit, `${title} ${displayValue}`)
      }
    })
  }
  const medians = scores.map((all) => all.toSorted((a, b) => a - b)[all.length >> 1])
  const isMissed = medians.some((score, index) => score < (least[index] ?? 0))
  if (isMissed) process.exitCode = 1
  const beside = medians.map(
    (score, index) => `${CATEGORIES[index]} ${score} (${least[index] ?? '–'})`,
  )
  console.log(`${name}: ${beside.join(', ')}${isMissed ? ' MISSED' : ''}`)
  for (const what of weak.values()) console.log(`    ${what}`)
}

/** One look in a browser of its own, with the session already there where one is wanted. */
async function visit(path, form, tokens) {
  const browser = await puppeteer.launch({ executablePath: site.chrome, args: FLAGS })
  try {
    const page = await browser.newPage()
    if (tokens !== null) {
      await page.goto(`${site.base}/robots.txt`)
      await page.evaluate((text) => localStorage.setItem('folio.session', text), tokens)
    }
    const flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' }
    const config = form === 'desktop' ? desktop : undefined
    const result = await lighthouse(`${site.base}${path}`, flags, config, page)
    return result.lhr
  } finally {
    await browser.close()
  }
}

async function start() {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), FOLIO_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const base = `http://127.0.0.1:${port}`
  for (let waited = 0; ; waited += 1) {
    const reply = await fetch(`${base}/readyz`).catch(() => undefined)
    if (reply?.ok === true) break
    if (waited > 180 || child.exitCode !== null) throw new Error('npm start did not get ready')
    await sleep(1_000)
  }
  // Until the demonstration has its rules and first documents, and its worker rests.
  await sleep(45_000)
  return { process: child, ended, base, chrome: await findBrowser(process.execPath) }
}

async function signIn(base) {
  const { demo_logins: logins } = await (await fetch(`${base}/api/installation/`)).json()
  const { email, password } = logins[0]
  const reply = await fetch(`${base}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!reply.ok) throw new Error(`No session: ${reply.status}`)
  return JSON.stringify(await reply.json())
}

async function bring() {
  const home = join(root, '.cache/lighthouse')
  if (!existsSync(join(home, 'node_modules/lighthouse'))) {
    mkdirSync(home, { recursive: true })
    const install = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefix',
      home,
      LIGHTHOUSE,
    ]
    execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const { resolve } = createRequire(join(home, 'node_modules/lighthouse/package.json'))
  const load = (name) => import(pathToFileURL(resolve(name)).href)
  const { default: lighthouse, desktopConfig: desktop } = await load('lighthouse')
  const { default: puppeteer } = await load('puppeteer-core')
  return { lighthouse, desktop, puppeteer }
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
