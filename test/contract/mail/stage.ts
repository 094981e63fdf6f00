import { createHash } from 'node:crypto'
import { systemClock } from '#server/clock.ts'
import { googleProvider } from '#server/mailer/providers/google.ts'
import { microsoftProvider } from '#server/mailer/providers/microsoft.ts'
import type { MailProvider, ProviderName } from '#server/mailer/providers/provider.ts'
import { Secret } from '#server/vault/secret.ts'
import {
  startProvider,
  type ProviderSimulator,
} from '#simulators/mail/providers/provider-server.ts'
import { consentAt, type Consent } from '#simulators/mail/providers/consent.ts'

export const ANA = 'ana@gmail.example'
export const CALLBACK = 'http://127.0.0.1:9/api/mailer/oauth/callback/'
export const CLIENT = { id: 'folio-client', secret: 'folio-secret', redirectUris: [CALLBACK] }

export interface Accepted {
  from: string
  to: string[]
  raw: Buffer
}

/** A simulated provider, our client of it, and what it took. */
export interface MailStage {
  simulator: ProviderSimulator
  client: MailProvider
  accepted: Accepted[]
  /** A grant of Ana's, as a browser gets it. */
  grant(
    consent?: Partial<Consent> & { largeFiles?: boolean },
  ): Promise<{ access: Secret; refresh: Secret }>
  close(): Promise<void>
}

export const VERIFIER = 'v'.repeat(64)

export async function openMailStage(provider: ProviderName): Promise<MailStage> {
  const accepted: Accepted[] = []
  const simulator = await startProvider({
    provider,
    client: CLIENT,
    mailboxes: [
      { email: ANA, name: 'Ana Peña' },
      { email: 'rodrigo@outlook.example', name: 'Rodrigo Soto' },
    ],
    now: systemClock.now,
    accept: (message) => void accepted.push(message),
  })
  const settings = {
    clientId: CLIENT.id,
    clientSecret: new Secret(CLIENT.secret),
    standIn: simulator.url,
    nowMs: systemClock.now,
    timeoutMs: 5_000,
  }
  const client = provider === 'google' ? googleProvider(settings) : microsoftProvider(settings)
  return {
    simulator,
    client,
    accepted,
    grant: async ({ largeFiles = false, ...consent } = {}) => {
      const url = authorizeUrl(client, { largeFiles })
      const back = await consentAt(url, { email: ANA, ...consent }, CALLBACK)
      const code = back.searchParams.get('code') ?? ''
      const exchange = await client.exchange({
        code,
        verifier: VERIFIER,
        nonce: 'n1',
        redirectUri: CALLBACK,
      })
      if (exchange.kind !== 'connected') throw new Error(JSON.stringify(exchange))
      return { access: exchange.accessToken, refresh: exchange.refreshToken }
    },
    close: simulator.close,
  }
}

export function authorizeUrl(client: MailProvider, { largeFiles = false } = {}): string {
  return client.authorizeUrl({
    state: 's1',
    nonce: 'n1',
    verifier: VERIFIER,
    redirectUri: CALLBACK,
    hint: null,
    largeFiles,
  })
}

export function challenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
