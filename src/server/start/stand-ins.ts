import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { VerifyOptions } from '#dte/verify.ts'
import { siiOrigins, type SiiOrigins } from '#sii/sii.ts'
import { startIndicatorsSimulator } from '#simulators/indicators/indicators.ts'
import { startMailSimulator } from '#simulators/mail/simulator.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { world } from '#simulators/world.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { Secret } from '../vault/secret.ts'
import { publishedKeys } from './published-keys.ts'
import type { Stops } from './stops.ts'

/** Where the outside is: the real one, or in the demonstration what stands in for it on this machine. */
export type Outside = {
  siiOrigins: SiiOrigins
  siiKeys: VerifyOptions
  mindicadorUrl: string | null
  smtpUrl: Secret
  mailboxUrl: string | null
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
  })
  stops.add('simulatedMail', mail.close)
  return {
    siiOrigins: siiOrigins(sii.url, config.siiHostUrls ?? {}),
    siiKeys: { extraSiiKeys: sii.keys },
    mindicadorUrl: `${indicators.url}/mindicador`,
    smtpUrl: config.smtpUrl ?? new Secret(mail.smtpUrl),
    mailboxUrl: config.smtpUrl === null ? mail.mailboxUrl : null,
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
  const built = await startSiiSimulator({ port: 0, world, now, stateFile })
  stops.add('simulatedSii', built.close)
  const { idk, publicKey } = built.admin.authority()
  return { url: built.url, keys: new Map([[idk, publicKey]]) }
}
