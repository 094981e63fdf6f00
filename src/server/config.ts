import { join } from 'node:path'
import { isIP } from 'node:net'
import type { EmissionWindow } from '#domain/window.ts'
import { hostUrlsIn, type SiiHost } from '#sii/sii.ts'
import { start } from '#texts/es/start.ts'
import { fill } from '#texts/translation.ts'
import { KEY_BYTES } from './vault/key-ring.ts'
import { Secret } from './vault/secret.ts'

export type Config = {
  environment: 'demonstration' | 'real'
  role: 'both' | 'api' | 'worker'
  host: string
  /** Null: 3000, or the next free one. */
  port: number | null
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  dataDir: string
  /** Null in the demonstration only: made once and kept in the data folder. */
  keys: { vault: Secret; token: Secret; previous: Secret[] } | null
  /** Null: the real SII, or in the demonstration the built-in simulated one. */
  siiBaseUrl: string | null
  /** Single hosts of the simulated SII asked elsewhere: 'www1' and its address. */
  siiHostUrls: Partial<Record<SiiHost, string>> | null
  /** Null in the demonstration only: the built-in mailbox. */
  smtpUrl: Secret | null
  mailFrom: string
  /** Who gets what is written to us; null: whoever the mails come from. */
  supportEmail: string | null
  /** Name, RUT and address of whose service it is, for the legal texts. */
  operator: string | null
  /** The number shown on the public pages for conversations. */
  supportWhatsapp: string
  /** Signs our own mail; null: it leaves unsigned. */
  dkim: Dkim | null
  /** Our program's number and secret at each provider of mailboxes; null: it is not offered. */
  mailPrograms: Record<'google' | 'microsoft', MailProgram | null>
  /** Null in the demonstration only: where it listens. */
  publicUrl: string | null
  undoWindowMs: number
  window: EmissionWindow
  trustedProxies: string[]
}

type Dkim = { domain: string; selector: string; privateKey: Secret }
type MailProgram = { clientId: string; clientSecret: Secret }

/** Every wrong variable at once, in Spanish, never with a value that may be secret. */
export class ConfigFault extends Error {
  constructor(faults: readonly Fault[]) {
    const { heading, wrong } = start.config
    super([heading, ...faults.map((fault) => fill(wrong, fault))].join('\n'))
  }
}

type Fault = { name: string; expected: string }
type Environment = Record<string, string | undefined>

/** Reads the environment's variables, once, at start. Throws ConfigFault. An empty one counts as absent. */
export function readConfig(environment: Environment): Config {
  const read = reader(environment)
  const kind = read.choice('FOLIO_ENVIRONMENT', ['demonstration', 'real'], start.config.environment)
  const isReal = kind === 'real'
  const config: Config = {
    environment: kind,
    role: read.choice('FOLIO_ROLE', ['both', 'api', 'worker'], start.config.role),
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.parsed('PORT', start.config.port, parsePort),
    databaseUrl: read.parsed('DATABASE_URL', start.config.databaseUrl, parsePostgres),
    dataDir: read.text('FOLIO_DATA_DIR') ?? join(import.meta.dirname, '../../.data'),
    keys: readKeys(read),
    siiBaseUrl: read.parsed('SII_BASE_URL', start.config.siiBaseUrl, parseUrl(['http:', 'https:'])),
    siiHostUrls: read.parsed('SII_HOST_URLS', start.config.siiHostUrls, hostUrlsIn),
    smtpUrl: secretOrNull(
      read.parsed('SMTP_URL', start.config.smtpUrl, parseUrl(['smtp:', 'smtps:'])),
    ),
    mailFrom:
      read.parsed('MAIL_FROM', start.config.mailFrom, parseSender) ?? 'Folio <hola@folio.example>',
    supportEmail: read.parsed('SUPPORT_EMAIL', start.config.supportEmail, parseAddress),
    operator: read.text('LEGAL_OPERATOR') ?? null,
    supportWhatsapp:
      read.parsed('SUPPORT_WHATSAPP', start.config.supportWhatsapp, parsePhone) ??
      '+56 9 0000 0000',
    dkim: readDkim(read),
    mailPrograms: {
      google: readProgram(read, 'GOOGLE'),
      microsoft: readProgram(read, 'MICROSOFT'),
    },
    publicUrl: read.parsed('PUBLIC_URL', start.config.publicUrl, parseOrigin),
    undoWindowMs:
      read.parsed('UNDO_WINDOW_SECONDS', start.config.undoWindow, parseSeconds) ??
      (isReal ? 30 * 60_000 : 20_000),
    window:
      read.parsed('EMISSION_WINDOW', start.config.emissionWindow, parseWindow) ??
      (isReal ? { fromHour: 9, toHour: 18 } : { fromHour: 0, toHour: 24 }),
    trustedProxies:
      read.parsed('TRUSTED_PROXIES', start.config.trustedProxies, parseAddresses) ?? [],
  }
  if (isReal) checkReal(config, read)
  else checkDemonstration(config, read)
  if (read.faults.length > 0) throw new ConfigFault(read.faults)
  return config
}

const NEEDED_FOR_REAL = [
  'FOLIO_KEY',
  'FOLIO_TOKEN_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  // Ley 21.719 and 19.496: whoever serves says who they are and how they are reached.
  'LEGAL_OPERATOR',
  'SUPPORT_WHATSAPP',
]

/** Real means nothing simulated and nothing missing (D-44). */
function checkReal(config: Config, read: Reader): void {
  const { missingForReal, siiBaseUrlReal, publicUrlReal, databaseUrlForRole } = start.config
  for (const name of NEEDED_FOR_REAL) {
    if (read.text(name) === undefined) read.fault(name, missingForReal)
  }
  if (config.siiBaseUrl !== null) read.fault('SII_BASE_URL', siiBaseUrlReal)
  if (config.siiHostUrls !== null) read.fault('SII_HOST_URLS', siiBaseUrlReal)
  if (config.publicUrl !== null && !config.publicUrl.startsWith('https:')) {
    read.fault('PUBLIC_URL', publicUrlReal)
  }
  if (config.role !== 'both' && config.databaseUrl === null) {
    read.fault('DATABASE_URL', databaseUrlForRole)
  }
}

/** Nothing of the demonstration leaves this machine. */
function checkDemonstration(config: Config, read: Reader): void {
  const { siiBaseUrlDemonstration, smtpUrlDemonstration, roleOfDemonstration } = start.config
  if (config.siiBaseUrl !== null && !isThisMachine(config.siiBaseUrl)) {
    read.fault('SII_BASE_URL', siiBaseUrlDemonstration)
  }
  if (!Object.values(config.siiHostUrls ?? {}).every(isThisMachine)) {
    read.fault('SII_HOST_URLS', siiBaseUrlDemonstration)
  }
  if (config.smtpUrl !== null && !isThisMachine(config.smtpUrl.reveal())) {
    read.fault('SMTP_URL', smtpUrlDemonstration)
  }
  const isShared = config.databaseUrl !== null && config.siiBaseUrl !== null
  if (config.role !== 'both' && !isShared) read.fault('FOLIO_ROLE', roleOfDemonstration)
}

type Reader = {
  faults: Fault[]
  fault(name: string, expected: string): void
  text(name: string): string | undefined
  choice<T extends string>(name: string, known: readonly [T, ...T[]], expected: string): T
  parsed<T>(name: string, expected: string, parse: (text: string) => T | null): T | null
}

function reader(environment: Environment): Reader {
  const faults: Fault[] = []
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const fault = (name: string, expected: string): void => void faults.push({ name, expected })
  return {
    faults,
    fault,
    text,
    choice: (name, known, expected) => {
      const given = text(name) ?? known[0]
      const found = known.find((one) => one === given)
      if (found === undefined) fault(name, expected)
      return found ?? known[0]
    },
    parsed: (name, expected, parse) => {
      const given = text(name)
      if (given === undefined) return null
      const value = parse(given)
      if (value === null) fault(name, expected)
      return value
    },
  }
}

/** Both keys or none: half a pair would leave the other to be made up. */
function readKeys(read: Reader): Config['keys'] {
  const { key, previousKeys, keysEqual, missingForReal } = start.config
  const vault = read.parsed('FOLIO_KEY', key, parseKey)
  const token = read.parsed('FOLIO_TOKEN_KEY', key, parseKey)
  const previous = read.parsed('FOLIO_KEY_PREVIOUS', previousKeys, parseKeys) ?? []
  if (vault && token && vault.reveal() === token.reveal()) read.fault('FOLIO_TOKEN_KEY', keysEqual)
  if (vault && token) return { vault, token, previous }
  if (vault && read.text('FOLIO_TOKEN_KEY') === undefined)
    read.fault('FOLIO_TOKEN_KEY', missingForReal)
  if (token && read.text('FOLIO_KEY') === undefined) read.fault('FOLIO_KEY', missingForReal)
  return null
}

/** The key is PEM; its line breaks may be written \n. */
function readDkim(read: Reader): Dkim | null {
  const found = together(read, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'])
  const [domain, selector, key] = found ?? []
  if (domain === undefined || selector === undefined || key === undefined) return null
  return { domain, selector, privateKey: new Secret(key.replaceAll('\\n', '\n')) }
}

function readProgram(read: Reader, provider: 'GOOGLE' | 'MICROSOFT'): MailProgram | null {
  const names = [`${provider}_OAUTH_CLIENT_ID`, `${provider}_OAUTH_CLIENT_SECRET`]
  const [clientId, clientSecret] = together(read, names) ?? []
  if (clientId === undefined || clientSecret === undefined) return null
  return { clientId, clientSecret: new Secret(clientSecret) }
}

/** Variables that only serve together: all of them or none. */
function together(read: Reader, names: readonly string[]): string[] | null {
  const values = names.flatMap((name) => read.text(name) ?? [])
  if (values.length === names.length) return values
  const missing = values.length === 0 ? [] : names.filter((name) => read.text(name) === undefined)
  const expected = fill(start.config.together, { names: names.join(', ') })
  for (const name of missing) read.fault(name, expected)
  return null
}

function parseKey(text: string): Secret | null {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 && Buffer.from(text, 'base64').length === KEY_BYTES ? new Secret(text) : null
}

function parseKeys(text: string): Secret[] | null {
  const keys = text.split(',').map((part) => parseKey(part.trim()))
  return keys.every((key) => key !== null) ? keys : null
}

function secretOrNull(text: string | null): Secret | null {
  return text === null ? null : new Secret(text)
}

function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}

function parsePostgres(text: string): string | null {
  return parseUrl(['postgres:', 'postgresql:'])(text)
}

function parseUrl(protocols: readonly string[]): (text: string) => string | null {
  return (text) => {
    const url = URL.parse(text)
    return url && protocols.includes(url.protocol) && url.hostname !== '' ? text : null
  }
}

function parseOrigin(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.pathname === '/' && url.search === '' && url.username === '' ? url.origin : null
}

function parseSender(text: string): string | null {
  return /^([^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : null
}

function parseAddress(text: string): string | null {
  return /^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(text) ? text : null
}

function parsePhone(text: string): string | null {
  return /^\+\d[\d ]{6,18}\d$/.test(text) ? text : null
}

function parseSeconds(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 86_400 ? Number(text) * 1000 : null
}

function parseWindow(text: string): EmissionWindow | null {
  const [, from, to] = /^(\d{2})(?::00)?-(\d{2})(?::00)?$/.exec(text) ?? []
  const window = { fromHour: Number(from), toHour: Number(to) }
  return window.fromHour < window.toHour && window.toHour <= 24 ? window : null
}

function parseAddresses(text: string): string[] | null {
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.every((address) => isIP(address.replace(/\/\d{1,3}$/, '')) > 0)
    ? addresses
    : null
}

function isThisMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
