import { join } from 'node:path'
import type { VerifyOptions } from '#dte/verify.ts'
import { startIndicatorsSimulator } from '#simulators/indicators/indicators.ts'
import { startMailSimulator } from '#simulators/mail/simulator.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { world } from '#simulators/world.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { Secret } from '../vault/secret.ts'
import type { Stops } from './stops.ts'

/** Where the outside is: the real one, or in the demonstration what stands in for it on this machine. */
export type Outside = {
  /** Null: the SII's own hosts. */
  siiBaseUrl: string | null
  siiKeys: VerifyOptions
  mindicadorUrl: string | null
  smtpUrl: Secret
  mailboxUrl: string | null
}

export async function openOutside(config: Config, clock: Clock, stops: Stops): Promise<Outside> {
  if (config.environment === 'demonstration') return startStandIns(config, clock, stops)
  if (config.smtpUrl === null) throw new Error('A real installation has an SMTP_URL')
  return {
    siiBaseUrl: null,
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
  const sii = await startSiiSimulator({
    port: 0,
    world,
    now,
    stateFile: join(dataDir, 'simulated-sii.json'),
  })
  stops.add('simulatedSii', sii.close)
  const indicators = await startIndicatorsSimulator({ port: 0, now })
  stops.add('simulatedIndicators', indicators.close)
  const mail = await startMailSimulator({
    folder: join(dataDir, 'mailbox'),
    now: () => instantText(now()),
  })
  stops.add('simulatedMail', mail.close)
  const { idk, publicKey } = sii.admin.authority()
  return {
    siiBaseUrl: config.siiBaseUrl ?? sii.url,
    siiKeys: { extraSiiKeys: new Map([[idk, publicKey]]) },
    mindicadorUrl: `${indicators.url}/mindicador`,
    smtpUrl: config.smtpUrl ?? new Secret(mail.smtpUrl),
    mailboxUrl: config.smtpUrl === null ? mail.mailboxUrl : null,
  }
}
