import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { said, type Asked, type MailApiNeeds, type Said } from './asked.ts'
import { createGmail, GMAIL_UNKNOWN } from './gmail-api.ts'
import { createGraph, GRAPH_UNKNOWN } from './graph-api.ts'
import { interact } from './interaction.ts'
import {
  createOAuthServer,
  type Mailbox,
  type OAuthClient,
  type OAuthServer,
} from './oauth-server.ts'
import { google, microsoft, type Shape } from './shapes.ts'
import { createSwitches, type Switches } from './troubles.ts'

export interface ProviderSimulator {
  url: string
  switches: Switches
  /** As a user does on the provider's page of connected programs. */
  revokeEverything(): void
  close(): Promise<void>
}

export interface ProviderOptions {
  provider: 'google' | 'microsoft'
  client: OAuthClient
  mailboxes: readonly Mailbox[]
  now: () => number
  accept: MailApiNeeds['accept']
  port?: number
  keepIn?: string
}

/** One provider on one port: who may, on its own paths, and its mail. */
export async function startProvider(options: ProviderOptions): Promise<ProviderSimulator> {
  const switches = createSwitches()
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const shape = options.provider === 'google' ? google : microsoft
  const { client, mailboxes, now, accept } = options
  const keepIn = options.keepIn ?? null
  const about = { issuer: url, shape, client, mailboxes, switches, now, keepIn }
  const needs = { switches, url, accept, now }
  const isGoogle = options.provider === 'google'
  const desk: Desk = {
    url,
    shape,
    mailboxes,
    oauth: await createOAuthServer(about),
    mail: isGoogle ? createGmail(needs) : createGraph(needs),
    unknown: isGoogle ? GMAIL_UNKNOWN : GRAPH_UNKNOWN,
  }
  server.on('request', (request, response) => {
    handle(desk, request, response).catch((mistake: unknown) => {
      process.stderr.write(`simulated ${options.provider}: ${String(mistake)}\n`)
      if (!response.headersSent) response.writeHead(400)
      response.end()
    })
  })
  return {
    url,
    switches,
    revokeEverything: desk.oauth.tokens.revokeEverything,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Desk {
  url: string
  shape: Shape
  mailboxes: readonly Mailbox[]
  oauth: OAuthServer
  mail: (asked: Asked) => Promise<Said>
  /** The answer to a token that is none. */
  unknown: Said
}

async function handle(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { shape, oauth, mailboxes } = desk
  const asked = new URL(request.url ?? '/', desk.url)
  if (asked.pathname.startsWith('/interaccion/')) {
    const body = request.method === 'POST' ? String(await bodyOf(request)) : ''
    return interact({ provider: oauth.provider, shape, mailboxes }, request, response, body)
  }
  if (asked.pathname === shape.revocationPath) {
    // The token alone, in the address or in the form: whoever has it may end it.
    const form = new URLSearchParams(String(await bodyOf(request)))
    const token = asked.searchParams.get('token') ?? form.get('token') ?? ''
    const known = await oauth.revoke(token)
    return write(response, known ? said(200, {}) : said(400, { error: 'invalid_token' }))
  }
  if (!/^\/(gmail|upload|v1\.0|sesion)\//.test(asked.pathname)) {
    // Discovery lies where the provider has it; the server itself knows one place.
    if (asked.pathname === shape.discoveryPath) Object.assign(request, { url: DISCOVERY })
    return oauth.handle(request, response)
  }
  write(response, await answerMail(desk, asked, request))
}

async function answerMail(desk: Desk, url: URL, request: IncomingMessage): Promise<Said> {
  const holder = await holderOf(desk.oauth, request, url)
  const body = await bodyOf(request)
  const { method = 'GET' } = request
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
  )
  return holder ? desk.mail({ method, url, headers, body, holder }) : desk.unknown
}

const DISCOVERY = '/.well-known/openid-configuration'
const MOST_BYTES = 60 * 1024 * 1024

async function holderOf(
  oauth: OAuthServer,
  request: IncomingMessage,
  url: URL,
): Promise<Asked['holder'] | null> {
  if (url.pathname.startsWith('/sesion/')) return { email: '', scopes: new Set() }
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  return bearer === undefined ? null : oauth.holderOf(bearer)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    if (!(part instanceof Uint8Array)) throw new TypeError('A request in bytes is expected')
    size += part.length
    if (size > MOST_BYTES) throw new RangeError('Larger than anything a provider reads')
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

function write(response: ServerResponse, answer: Said): void {
  if (answer.kind === 'cut') {
    response.destroy()
    return
  }
  const { status, headers = {}, body } = answer
  if (body === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(text)
}
