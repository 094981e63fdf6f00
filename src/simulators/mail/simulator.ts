import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { listen, type Arrival } from '../server.ts'
import { openMailbox, type Mailbox, type Message } from './mailbox.ts'
import { framedHtml, listPage, messagePage, missingPage } from './mailbox-page.ts'
import type { Mailbox as ProviderMailbox, OAuthClient } from './providers/oauth-server.ts'
import { startProvider, type ProviderSimulator } from './providers/provider-server.ts'
import { switchesPage } from './providers/switches-page.ts'
import { troubles } from './providers/troubles.ts'
import { startSmtpSink } from './smtp-sink.ts'

export interface MailSimulator {
  /** Where mail is handed in. */
  smtpUrl: string
  /** Where it is read; `${url}/messages.json?to=ana@…` for programs. */
  mailboxUrl: string
  setTrouble(code: number | null): void
  /** The providers of mailboxes, when they were asked for. */
  providers: Providers | null
  close(): Promise<void>
}

/** The post of the demonstration and the tests: everything handed in ends in one mailbox, nothing leaves. */
export async function startMailSimulator(options: {
  folder: string
  /** The moment of arrival, ISO 8601. */
  now: () => string
  smtpPort?: number
  mailboxPort?: number
  providers?: ProvidersOptions
}): Promise<MailSimulator> {
  const mailbox = openMailbox(options.folder, options.now)
  const sink = await startSmtpSink(mailbox, options.smtpPort ?? 0)
  const providers = options.providers ? await startProviders(options.providers, mailbox) : null
  const pages = await listen(
    { port: options.mailboxPort ?? 0, host: '127.0.0.1' },
    async (arrival, response) =>
      arrival.path === '/proveedores' && providers !== null
        ? answerSwitches(providers, arrival, response)
        : answer(mailbox, arrival, response),
  )
  return {
    smtpUrl: sink.url,
    mailboxUrl: pages.url,
    setTrouble: sink.setTrouble,
    providers,
    close: async () => {
      await Promise.all([sink.close(), pages.close()])
      await Promise.all([providers?.google.close(), providers?.microsoft.close()])
    },
  }
}

async function answer(
  mailbox: Mailbox,
  { path, query }: { path: string; query: string },
  response: ServerResponse,
): Promise<void> {
  if (path === '/messages.json') {
    const to = new URLSearchParams(query).get('to')
    const messages = (await mailbox.list()).filter((one) => to === null || one.to.includes(to))
    return write(response, 'application/json', JSON.stringify(messages.map(forPrograms)))
  }
  if (path === '/') return write(response, HTML, listPage(await mailbox.list()))
  const [, id, part, index] =
    /^\/mensajes\/(\d{1,9})(?:\/(html|adjuntos)(?:\/(\d))?)?$/.exec(path) ?? []
  const message = id === undefined ? undefined : await mailbox.find(Number(id))
  if (!message) return write(response, HTML, missingPage(), {}, 404)
  if (part === 'html') return write(response, HTML, framedHtml(message.html), FRAMED)
  if (part === 'adjuntos') return writeAttachment(response, message, Number(index))
  return write(response, HTML, messagePage(message))
}

export interface Providers {
  google: ProviderSimulator
  microsoft: ProviderSimulator
}

export interface ProvidersOptions {
  client: Omit<OAuthClient, 'redirectUris'>
  redirectUris: (provider: keyof Providers) => string[]
  mailboxes: readonly ProviderMailbox[]
  nowMs: () => number
  /** A folder where grants survive a restart. */
  keepIn: string
}

async function startProviders(options: ProvidersOptions, mailbox: Mailbox): Promise<Providers> {
  const start = (provider: keyof Providers) =>
    startProvider({
      provider,
      client: { ...options.client, redirectUris: options.redirectUris(provider) },
      mailboxes: options.mailboxes,
      now: options.nowMs,
      accept: mailbox.receive,
      keepIn: join(options.keepIn, `simulated-${provider}`),
    })
  return { google: await start('google'), microsoft: await start('microsoft') }
}

/** The page with a switch for every failure of the providers, and what was chosen on it. */
function answerSwitches(
  providers: Providers,
  { method, body }: Arrival,
  response: ServerResponse,
): void {
  if (method === 'POST') {
    const form = new URLSearchParams(Buffer.from(body).toString('utf8'))
    for (const name of ['google', 'microsoft'] as const) {
      const chosen = troubles.find((one) => one === form.get(name)) ?? null
      if (form.has(name)) providers[name].switches.set(chosen)
    }
    response.writeHead(303, { location: '/proveedores' }).end()
    return
  }
  const current = {
    google: providers.google.switches.current(),
    microsoft: providers.microsoft.switches.current(),
  }
  write(response, HTML, switchesPage(current))
}

function forPrograms({ attachments, ...message }: Message) {
  return {
    ...message,
    attachments: attachments.map(({ name, mediaType, bytes }) => ({
      name,
      mediaType,
      size: bytes.length,
    })),
  }
}

function writeAttachment(response: ServerResponse, message: Message, index: number): void {
  const file = message.attachments[index]
  if (!file) return write(response, HTML, missingPage(), {}, 404)
  const name = encodeURIComponent(file.name)
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${name}` }
  return write(response, 'application/octet-stream', Buffer.from(file.bytes), headers)
}

const HTML = 'text/html; charset=utf-8'
const OURS =
  "default-src 'none'; form-action 'self'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'"
// A mail is a stranger's page: no scripts, no forms, and it isn't even of our origin.
const FRAMED = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:",
}

function write(
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': OURS,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(body)
}
