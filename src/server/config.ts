import { join } from 'node:path'
import type { EmissionWindow } from '#domain/window.ts'
import type { Operator } from '#domain/operator.ts'
import { formatRut, parseRut } from '#domain/rut.ts'
import { hostUrlsIn, type SiiHost } from '#sii/sii.ts'
import { start } from '#texts/es/start.ts'
import { fill } from '#texts/translation.ts'
import {
  isEncryptedSmtp,
  isThisMachine,
  parseAddress,
  parseKey,
  parseKeys,
  parseOrigin,
  parsePhone,
  parsePort,
  parsePostgres,
  parseSeconds,
  parseSender,
  parseUrl,
  parseWindow,
  secretOrNull,
} from './config-values.ts'
import type { ProviderName } from './payments/providers/connection.ts'
import { parseProxies } from './trusted-proxies.ts'
import { sealingRing, type KeyRing } from './vault/key-ring.ts'
import { WORKER_KINDS } from './vault/kinds.ts'
import { Secret } from './vault/secret.ts'

export type Config = {
  environment: 'demonstration' | 'real'
  role: 'both' | 'api' | 'worker'
  host: string
  /** Null: 3000, or the next free one. */
  port: number | null
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** The same database by a role that sees one organisation at a time; null: that role is taken on by the other one. */
  databaseUrlApi: string | null
  dataDir: string
  /** Null in the demonstration only: made once and kept in the data folder. */
  keys: ConfiguredKeys | null
  /** Null: the real SII, or in the demonstration the built-in simulated one. */
  siiBaseUrl: string | null
  /** Single hosts of the simulated SII asked elsewhere: 'www1' and its address. */
  siiHostUrls: Partial<Record<SiiHost, string>> | null
  /** Of stand-ins of the payment providers, in the demonstration alone: what isn't named is built in. */
  paymentUrls: Partial<Record<ProviderName, string>>
  /** Null in the demonstration only: the built-in mailbox. */
  smtpUrl: Secret | null
  mailFrom: string
  /** Who gets what is written to us; null: whoever the mails come from. */
  supportEmail: string | null
  /** Whose service it is, as the legal texts and the foot of the public pages name them. */
  operator: Operator
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

const OPERATOR_NAMES = ['LEGAL_NAME', 'LEGAL_RUT', 'LEGAL_ADDRESS'] as const

/** A process has the keys of its role (docs/decisions/0012); the others are null. */
export type ConfiguredKeys = {
  /** Signs sessions and the links of mails. */
  token: Secret
  /** Of the secrets that workers open; null for a process that serves calls only. */
  vault: Secret | null
  previous: Secret[]
  /** Of the secrets of second factors; null for a process that only works. */
  secondFactor: Secret | null
  previousSecondFactor: Secret[]
  /** Of the keys of payment connections, which every process opens. */
  payment: Secret
  previousPayment: Secret[]
  /** The public keys by which a process without `vault` seals what workers open. */
  sealing: KeyRing | null
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
  const role = read.choice('FOLIO_ROLE', ['both', 'api', 'worker'], start.config.role)
  const config: Config = {
    environment: kind,
    role,
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.parsed('PORT', start.config.port, parsePort),
    databaseUrl: read.parsed('DATABASE_URL', start.config.databaseUrl, parsePostgres),
    databaseUrlApi: read.parsed('DATABASE_URL_API', start.config.databaseUrl, parsePostgres),
    dataDir: read.text('FOLIO_DATA_DIR') ?? join(import.meta.dirname, '../../.data'),
    keys: readKeys(read, role, isReal),
    siiBaseUrl: read.parsed('SII_BASE_URL', start.config.siiBaseUrl, parseUrl(['http:', 'https:'])),
    siiHostUrls: read.parsed('SII_HOST_URLS', start.config.siiHostUrls, hostUrlsIn),
    paymentUrls: readPaymentUrls(read),
    smtpUrl: secretOrNull(
      read.parsed('SMTP_URL', start.config.smtpUrl, parseUrl(['smtp:', 'smtps:'])),
    ),
    mailFrom:
      read.parsed('MAIL_FROM', start.config.mailFrom, parseSender) ?? 'Folio <hola@folio.example>',
    supportEmail: read.parsed('SUPPORT_EMAIL', start.config.supportEmail, parseAddress),
    operator: readOperator(read, isReal),
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
    trustedProxies: read.parsed('TRUSTED_PROXIES', start.config.trustedProxies, parseProxies) ?? [],
  }
  if (isReal) checkReal(config, read)
  else checkDemonstration(config, read)
  if (read.faults.length > 0) throw new ConfigFault(read.faults)
  return config
}

const KEYS_OF_ROLE = {
  both: ['FOLIO_TOKEN_KEY', 'FOLIO_KEY', 'FOLIO_SECOND_FACTOR_KEY', 'FOLIO_PAYMENT_KEY'],
  api: ['FOLIO_TOKEN_KEY', 'FOLIO_SECOND_FACTOR_KEY', 'FOLIO_PAYMENT_KEY', 'FOLIO_SEALING_KEYS'],
  worker: ['FOLIO_TOKEN_KEY', 'FOLIO_KEY', 'FOLIO_PAYMENT_KEY'],
} as const
/** Keys that a process must not hold, because it has no use for what they open. */
const FOREIGN_KEYS = {
  both: ['FOLIO_SEALING_KEYS'],
  api: ['FOLIO_KEY', 'FOLIO_KEY_PREVIOUS'],
  worker: ['FOLIO_SECOND_FACTOR_KEY', 'FOLIO_SECOND_FACTOR_KEY_PREVIOUS'],
} as const

const NEEDED_FOR_REAL = [
  'DATABASE_URL',
  'DATABASE_URL_API',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  // Ley 21.719 and 19.496: the service says who runs it and how they are reached.
  ...OPERATOR_NAMES,
  'SUPPORT_WHATSAPP',
]

/** Real means nothing simulated and nothing missing. */
function checkReal(config: Config, read: Reader): void {
  const { siiBaseUrlReal, publicUrlReal, smtpUrlReal } = start.config
  read.needed(NEEDED_FOR_REAL)
  // PUBLIC_URL is https and Folio speaks http, so a proxy stands before every process that serves.
  if (config.role !== 'worker') read.needed(['TRUSTED_PROXIES'])
  if (config.siiBaseUrl !== null) read.fault('SII_BASE_URL', siiBaseUrlReal)
  if (config.siiHostUrls !== null) read.fault('SII_HOST_URLS', siiBaseUrlReal)
  for (const [provider, name] of PAYMENT_URLS) {
    if (config.paymentUrls[provider] !== undefined) read.fault(name, start.config.paymentUrlReal)
  }
  if (config.publicUrl !== null && !config.publicUrl.startsWith('https:')) {
    read.fault('PUBLIC_URL', publicUrlReal)
  }
  if (config.smtpUrl !== null && !isEncryptedSmtp(config.smtpUrl)) {
    read.fault('SMTP_URL', smtpUrlReal)
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
  for (const [provider, name] of PAYMENT_URLS) {
    const url = config.paymentUrls[provider]
    if (url !== undefined && !isThisMachine(url)) {
      read.fault(name, start.config.paymentUrlDemonstration)
    }
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
  /** Each that is absent is a fault. */
  needed(names: readonly string[]): void
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
    needed(names) {
      const reasons: Readonly<Record<string, string>> = start.config.missing
      for (const name of names) {
        if (text(name) === undefined) fault(name, reasons[name] ?? start.config.missingForReal)
      }
    },
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

/** All keys of the role or none: part of them would leave the others to be made up. */
function readKeys(read: Reader, role: Config['role'], isReal: boolean): Config['keys'] {
  const { key, previousKeys, keysEqual, sealingKeys, foreignKey } = start.config
  const parsed = (name: string) => read.parsed(name, key, parseKey)
  const previous = (name: string) => read.parsed(name, previousKeys, parseKeys) ?? []
  const vault = parsed('FOLIO_KEY')
  const token = parsed('FOLIO_TOKEN_KEY')
  const secondFactor = parsed('FOLIO_SECOND_FACTOR_KEY')
  const payment = parsed('FOLIO_PAYMENT_KEY')
  const sealing = read.parsed('FOLIO_SEALING_KEYS', sealingKeys, (text) =>
    sealingRing(text, WORKER_KINDS),
  )
  const keys = {
    vault,
    secondFactor,
    sealing,
    previous: previous('FOLIO_KEY_PREVIOUS'),
    previousSecondFactor: previous('FOLIO_SECOND_FACTOR_KEY_PREVIOUS'),
    previousPayment: previous('FOLIO_PAYMENT_KEY_PREVIOUS'),
  }
  const named = {
    FOLIO_KEY: vault,
    FOLIO_TOKEN_KEY: token,
    FOLIO_SECOND_FACTOR_KEY: secondFactor,
    FOLIO_PAYMENT_KEY: payment,
  }
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(named)) {
    if (value && seen.has(value.reveal())) read.fault(name, keysEqual)
    if (value) seen.add(value.reveal())
  }
  const given = [...Object.values(named), sealing].some((one) => one !== null)
  if (!given && !isReal) return null
  read.needed(KEYS_OF_ROLE[role])
  for (const name of FOREIGN_KEYS[role]) {
    if (read.text(name) !== undefined) read.fault(name, foreignKey)
  }
  return token === null || payment === null ? null : { token, payment, ...keys }
}

const PAYMENT_URLS = [
  ['transbank', 'TRANSBANK_BASE_URL'],
  ['khipu', 'KHIPU_BASE_URL'],
  ['fintoc', 'FINTOC_BASE_URL'],
  ['mercadoPago', 'MERCADO_PAGO_BASE_URL'],
] as const satisfies readonly (readonly [ProviderName, string])[]

function readPaymentUrls(read: Reader): Config['paymentUrls'] {
  const { siiBaseUrl } = start.config
  const urls: Config['paymentUrls'] = {}
  for (const [provider, name] of PAYMENT_URLS) {
    const url = read.parsed(name, siiBaseUrl, parseUrl(['http:', 'https:']))
    if (url !== null) urls[provider] = url
  }
  return urls
}

/** In the real environment a missing one is named with everything else that is missing there. */
function readOperator(read: Reader, isReal: boolean): Operator {
  const [name, address] = [read.text('LEGAL_NAME'), read.text('LEGAL_ADDRESS')]
  const rut = read.parsed('LEGAL_RUT', start.config.legalRut, parseRut)
  if (name !== undefined && rut !== null && address !== undefined) {
    return { name, rut: formatRut(rut), address }
  }
  if (!isReal) together(read, OPERATOR_NAMES)
  return start.demonstrationOperator
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
