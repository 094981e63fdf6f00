import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { instantText, type Clock } from '#server/clock.ts'
import { googleProvider } from '#server/mailer/providers/google.ts'
import { microsoftProvider } from '#server/mailer/providers/microsoft.ts'
import { Secret } from '#server/vault/secret.ts'
import { startMailSimulator, type MailSimulator } from '#simulators/mail/simulator.ts'

/** Who has a mailbox at the simulated providers. */
export const MAILBOXES = {
  google: { email: 'ana@gmail.example', name: 'Ana Muñoz' },
  microsoft: { email: 'ana@outlook.example', name: 'Ana Muñoz' },
} as const

const PROGRAM = { clientId: 'folio-city', clientSecret: new Secret('folio-city') }

/** The city's mail: one that takes everything, and both providers of mailboxes. */
export function openPost(options: {
  folder: string
  clock: Clock
  /** Where the city is found: the providers compare it letter by letter. */
  url: string
}): Promise<MailSimulator> {
  const { folder, clock, url } = options
  return startMailSimulator({
    folder,
    now: () => instantText(clock.now()),
    providers: {
      client: { id: PROGRAM.clientId, secret: PROGRAM.clientSecret.reveal() },
      redirectUris: (provider) => [`${url}/api/mailer/oauth/${provider}/callback/`],
      mailboxes: Object.values(MAILBOXES),
      nowMs: clock.now,
      keepIn: folder,
    },
  })
}

export function mailProvidersOf({ providers }: MailSimulator, clock: Clock) {
  if (providers === null) return {}
  const of = (standIn: string) => ({ ...PROGRAM, standIn, nowMs: clock.now })
  return {
    google: googleProvider(of(providers.google.url)),
    microsoft: microsoftProvider(of(providers.microsoft.url)),
  }
}

const FIRST_PORT = 20_000
const PORTS = 10_000
const MOST_TRIES = 50

/** Below those that systems hand out by themselves: nobody gets it between this look and the next. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = FIRST_PORT + randomInt(PORTS)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
