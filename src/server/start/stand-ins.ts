import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { VerifyOptions } from '#dte/verify.ts'
import { siiOrigins, type SiiOrigins } from '#sii/sii.ts'
import { startIndicatorsSimulator } from '#simulators/indicators/indicators.ts'
import { demoPayer, demoPeople, demoWorld } from '#simulators/demonstration.ts'
import { startMailSimulator, type Providers } from '#simulators/mail/simulator.ts'
import { startPayer } from '#simulators/payer.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { googleProvider } from '../mailer/providers/google.ts'
import { microsoftProvider } from '../mailer/providers/microsoft.ts'
import type { MailProvider, ProviderName } from '../mailer/providers/provider.ts'
import { paymentProviders, type PaymentProviders } from '../payments/providers/providers.ts'
import { Secret } from '../vault/secret.ts'
import { FIRST_PORT, LAST_PORT, range } from './listen.ts'
import { startStandInPayments, type StandInPayments } from './payment-stand-ins.ts'
import { publishedKeys } from './published-keys.ts'
import type { Stops } from './stops.ts'

/** Where the outside is: the real one, or in the demonstration what stands in for it on this machine. */
export type Outside = {
  siiOrigins: SiiOrigins
  siiKeys: VerifyOptions
  mindicadorUrl: string | null
  smtpUrl: Secret
  mailboxUrl: string | null
  mailProviders: Partial<Record<ProviderName, MailProvider>>
  providers: PaymentProviders
  /** What stands in for the payment providers; null where they are the real ones. */
  payments: StandInPayments | null
}

export async function openOutside(config: Config, clock: Clock, stops: Stops): Promise<Outside> {
  if (config.environment === 'demonstration') return startStandIns(config, clock, stops)
  if (config.smtpUrl === null) throw new Error('A real installation has an SMTP_URL')
  return {
    siiOrigins: siiOrigins(),
    siiKeys: {},
    mindicadorUrl: null,
    smtpUrl: config.smtpUrl,
    mailboxUrl: null,
    mailProviders: realProviders(config, clock),
    providers: paymentProviders({ environment: 'real', baseUrls: {}, nowMs: clock.now }),
    payments: null,
  }
}

/** An address that is configured is used instead of the one built in. */
async function startStandIns(config: Config, clock: Clock, stops: Stops): Promise<Outside> {
  const { dataDir } = config
  const now = (): number => clock.now()
  const sii = await openSimulatedSii(config, now, stops)
  const indicators = await startIndicatorsSimulator({ port: 0, now })
  stops.add('simulatedIndicators', indicators.close)
  const mail = await startMailSimulator({
    folder: join(dataDir, 'mailbox'),
    now: () => instantText(now()),
    providers: {
      client: { id: DEMO_PROGRAM.clientId, secret: DEMO_PROGRAM.clientSecret.reveal() },
      redirectUris: (provider) => demoCallbacks(config, provider),
      mailboxes: demoPeople.flatMap(({ person: { email }, name }) => [{ email, name }]),
      nowMs: now,
      keepIn: dataDir,
    },
  })
  stops.add('simulatedMail', mail.close)
  const payments = await startStandInPayments(config, clock, stops)
  // Where mails arrive: their mailbox is of this process.
  if (config.role !== 'api') stops.add('simulatedPayer', startPayer(demoPayer, mail).stop)
  return {
    siiOrigins: siiOrigins(sii.url, config.siiHostUrls ?? {}),
    siiKeys: { extraSiiKeys: sii.keys },
    mindicadorUrl: `${indicators.url}/mindicador`,
    smtpUrl: config.smtpUrl ?? new Secret(mail.smtpUrl),
    mailboxUrl: config.smtpUrl === null ? mail.mailboxUrl : null,
    mailProviders: standInProviders(mail.providers, clock),
    providers: payments.providers,
    payments,
  }
}

/** Of invented mailboxes only: it opens nothing. */
const DEMO_PROGRAM = { clientId: 'folio-demo', clientSecret: new Secret('folio-demo') }

/** The provider compares letter by letter, and the port is known only once we listen: before that it is left out. */
function demoCallbacks({ port, publicUrl }: Config, provider: ProviderName): string[] {
  const ports = port === null ? range(FIRST_PORT, LAST_PORT) : [port]
  const local = ['http://localhost', ...ports.map((one) => `http://localhost:${one}`)]
  const origins = [publicUrl ?? [], local].flat()
  return origins.map((origin) => `${origin}/api/mailer/oauth/${provider}/callback/`)
}

function standInProviders(providers: Providers | null, clock: Clock): Outside['mailProviders'] {
  if (providers === null) return {}
  const of = (standIn: string) => ({ ...DEMO_PROGRAM, standIn, nowMs: clock.now })
  return {
    google: googleProvider(of(providers.google.url)),
    microsoft: microsoftProvider(of(providers.microsoft.url)),
  }
}

function realProviders({ mailPrograms }: Config, clock: Clock): Outside['mailProviders'] {
  const { google, microsoft } = mailPrograms
  const own = { standIn: null, nowMs: clock.now }
  return {
    ...(google && { google: googleProvider({ ...google, ...own }) }),
    ...(microsoft && { microsoft: microsoftProvider({ ...microsoft, ...own }) }),
  }
}

/** One that runs elsewhere publishes the key that stamps its documents; without it nothing could be filed. */
async function openSimulatedSii(
  { siiBaseUrl, dataDir }: Config,
  now: () => number,
  stops: Stops,
): Promise<{ url: string; keys: Map<number, KeyObject> }> {
  if (siiBaseUrl !== null) return { url: siiBaseUrl, keys: await publishedKeys(siiBaseUrl) }
  const stateFile = join(dataDir, 'simulated-sii.json')
  const built = await startSiiSimulator({ port: 0, world: demoWorld, now, stateFile })
  stops.add('simulatedSii', built.close)
  const { idk, publicKey } = built.admin.authority()
  return { url: built.url, keys: new Map([[idk, publicKey]]) }
}
