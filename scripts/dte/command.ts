import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dteTexts } from '#texts/dte.ts'
import { fill } from '#texts/translation.ts'
import type { Job, Terminal } from './job.ts'
import { printFile } from './print.ts'
import { showFile } from './show.ts'
import { verifyFile } from './verify.ts'
import { harmless } from './wording.ts'

const MISUSED = 2

/** Answers the exit code: 0 when all is well, 1 when a document or a file is not, 2 for a wrong command line. */
export async function runDte(args: string[], terminal: Terminal): Promise<number> {
  const order = readOrder(args)
  const texts = dteTexts[order?.values.lang === 'en' ? 'en' : 'es']
  const warn = (line: string): void => terminal.warn(harmless(line))
  const say = (line: string): void => terminal.say(harmless(line))
  if (order === null || order.files.length === 0) {
    for (const line of texts.usage.split('\n')) warn(line)
    return MISUSED
  }
  const keys = siiKeysOf(order.values['sii-key'], terminal.folder)
  if (typeof keys === 'string') {
    warn(fill(texts.unusableKey, { detail: keys }))
    return MISUSED
  }
  const job: Job = { ...terminal, say, warn, texts, verifying: { extraSiiKeys: keys } }
  let allWell = true
  for (const file of order.files) allWell = (await carryOut(order, file, job)) && allWell
  return allWell ? 0 : 1
}

async function carryOut({ name, values }: Order, file: string, job: Job): Promise<boolean> {
  if (name === 'verify') return verifyFile(file, job)
  if (name === 'show') return showFile(file, job)
  return printFile(file, { ...values, output: values.output ?? '' }, job)
}

type Order = NonNullable<ReturnType<typeof readOrder>>

const COMMANDS = ['verify', 'show', 'print'] as const

function readOrder(args: string[]) {
  const parsed = parsedOrNull(args)
  const [wanted, ...files] = parsed?.positionals ?? []
  const name = COMMANDS.find((command) => command === wanted)
  if (parsed === null || name === undefined) return null
  // One sheet's name is no place for the documents of two files.
  if (name === 'print' && (files.length > 1 || parsed.values.output === undefined)) return null
  return { name, files, values: parsed.values }
}

function parsedOrNull(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        cedible: { type: 'boolean', default: false },
        folio: { type: 'string' },
        office: { type: 'string' },
        resolution: { type: 'string' },
        'sii-key': { type: 'string', multiple: true, default: [] },
        lang: { type: 'string', default: 'es' },
      },
    })
  } catch {
    return null
  }
}

/** The keys, or the first text that names none. */
function siiKeysOf(named: string[], folder: string): Map<number, KeyObject> | string {
  const keys = new Map<number, KeyObject>()
  for (const text of named) {
    const [, idk, file] = /^(\d{1,9})=(.+)$/.exec(text) ?? []
    const key = file === undefined ? null : keyOrNull(resolve(folder, file))
    if (key === null) return text
    keys.set(Number(idk), key)
  }
  return keys
}

function keyOrNull(path: string): KeyObject | null {
  try {
    return createPublicKey(readFileSync(path))
  } catch {
    return null
  }
}
