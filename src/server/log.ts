import { createHmac, randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { pino, type Logger } from 'pino'

export type LogOptions =
  /** A file, so that the console stays clean; the last one is kept when it grows too large. */
  { kind: 'file'; path: string } | { kind: 'console' }

/** Structured lines without secrets: what has a secret's name is masked, RUTs and e-mails are hashed. */
export function createLogger(options: LogOptions): Logger {
  if (options.kind === 'file') setAside(options.path)
  const destination =
    options.kind === 'file'
      ? pino.destination({ dest: options.path, mkdir: true, sync: true, mode: 0o600 })
      : pino.destination({ dest: 1, sync: true })
  return pino(
    {
      base: { pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      // Instead of pino's own, which would write the error before it is cleaned.
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (level) => ({ level }),
        log: (line) => (line instanceof SafeLine ? line.fields : cleanFields(line, 0)),
      },
    },
    { write: onceATurn(destination) },
  )
}

const MOST_HELD_CHARACTERS = 8 * 1024

/** What goes well in one turn of the program is written at its end, with one call of the system. */
function onceATurn(destination: ReturnType<typeof pino.destination>): (line: string) => void {
  let held = ''
  const flush = (): void => {
    const lines = held
    held = ''
    if (lines !== '') destination.write(lines)
  }
  process.once('exit', flush)
  return (line) => {
    if (held === '') setImmediate(flush)
    held += line
    if (!line.startsWith('{"level":"info"') || held.length > MOST_HELD_CHARACTERS) flush()
  }
}

/** Fields none of which anybody outside can choose: nothing of them needs cleaning. */
export class SafeLine {
  readonly fields: Record<string, string | number>

  constructor(fields: Record<string, string | number>) {
    this.fields = fields
  }
}

const LARGEST_BYTES = 20 * 1024 * 1024

function setAside(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_BYTES) renameSync(path, `${path}.1`)
}

const MASK = '[secreto]'
const DEEPEST = 6
const MOST_ITEMS = 50
const LONGEST_TEXT = 4_000

/** Copies a value for the log; nothing unsafe survives, whatever put it in. */
export function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '…'
  if (value instanceof Error) return cleanError(value, depth)
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => clean(item, depth + 1))
  return cleanFields(value, depth)
}

function cleanFields(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ITEMS)
      .map(([name, item]: [string, unknown]) => [
        name,
        isSecretName(name) ? MASK : clean(item, depth + 1),
      ]),
  )
}

/** The database's `detail` quotes whole rows, so of an error only what says where and which is kept. */
function cleanError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? String(error.code) : undefined
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    stack: cleanText(error.stack ?? error.message),
    ...(error.cause === undefined ? {} : { cause: clean(error.cause, depth + 1) }),
  }
}

function isSecretName(name: string): boolean {
  return /pass|clave|token|secret|cookie|authorization|api_?key|smtp|database_?url/i.test(name)
}

// Not inside a longer word: a request's id has such digits too.
const RUT = /(?<![\w-])\d{1,2}\.?\d{3}\.?\d{3}-?[\dkK](?![\w-])/g
// From its first character on alone: else each later one of a long word would be tried as the first.
const EMAIL = /(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g
const CREDENTIALS_IN_URL = /\/\/[^\s/@:]+:[^\s/@]+@/g

function cleanText(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(CREDENTIALS_IN_URL, '//')
    .replace(EMAIL, (found) => `correo:${shortHash(found.toLowerCase())}`)
    .replace(RUT, (found) => `rut:${shortHash(found.replace(/[.-]/g, '').toUpperCase())}`)
}

// Keyed anew at each start: lines of one run can be connected, and a list of all RUTs can't undo it.
const hashKey = randomBytes(32)

/** What tells one caller or account from another in the lines of one run, and is neither. */
export function hashForLog(text: string): string {
  return shortHash(text.toLowerCase())
}

function shortHash(text: string): string {
  return createHmac('sha256', hashKey).update(text).digest('hex').slice(0, 10)
}
