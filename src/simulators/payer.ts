import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

/** Whom somebody pays for, by the name and RUT that their bank has. */
export interface DemoPayer {
  address: string
  rut: string
  name: string
}

const LOOK_MS = 1_000
/** Long enough to see the document sent and read, before it is paid. */
const READING_MS = 12_000
/** What calls itself a program counts as no reader. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Folio demo)' }

/**
 * Somebody who pays what is mailed to them: they open the link in the mail as a browser would, read the document and
 * transfer what it asks for at Khipu's page. Other mails, and what can't be paid so, they leave.
 */
export function startPayer(
  payer: DemoPayer,
  { mailboxUrl }: { mailboxUrl: string },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const done = new Set<number>()
  const running = (async () => {
    while (!signal.aborted) {
      // What failed is tried again with the next look.
      await payNewMails(payer, mailboxUrl, { done, signal }).catch(() => undefined)
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function payNewMails(
  payer: DemoPayer,
  mailboxUrl: string,
  { done, signal }: { done: Set<number>; signal: AbortSignal },
): Promise<void> {
  const reply = await fetch(`${mailboxUrl}/messages.json?to=${payer.address}`, { signal })
  for (const { id, text } of mails.parse(await reply.json()).toReversed()) {
    if (done.has(id)) continue
    const [, origin, token] = /(https?:\/\/[^\s/]+)\/d\/([\w-]{43})/.exec(text) ?? []
    if (origin !== undefined) await pay(payer, `${origin}/api/shared-documents/${token}/`, signal)
    done.add(id)
  }
}

async function pay(payer: DemoPayer, document: string, signal: AbortSignal): Promise<void> {
  const page = shared.parse(await (await fetch(document, { signal })).json())
  const khipu = page.payment?.online.providers.find(({ provider }) => provider === 'khipu')
  if (page.payment === null || page.payment.left === 0 || khipu === undefined) return
  await fetch(`${document}seen/`, { method: 'POST', headers: BROWSER, signal })
  await wait(READING_MS, undefined, { signal })
  const begun = await fetch(`${document}attempts/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ connection: khipu.connection }),
    signal,
  })
  const { url } = redirect.parse(await begun.json())
  await transfer(payer, url, signal)
}

/** As a person does who presses the button of the bank's page; where it leads back to is read by nobody here. */
async function transfer({ rut, name }: DemoPayer, url: string, signal: AbortSignal): Promise<void> {
  const page = await (await fetch(url, { signal })).text()
  const [, action] = /<form method="post" action="([^"]+)">/.exec(page) ?? []
  if (action === undefined) throw new Error(`Nothing to press at ${url}`)
  const body = new URLSearchParams({ accion: 'pay', rut, nombre: name })
  await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual', signal })
}

const mails = z.array(z.object({ id: z.int(), text: z.string() }))
const redirect = z.object({ url: z.url() })
const shared = z.object({
  payment: z
    .object({
      left: z.int(),
      online: z.object({
        providers: z.array(z.object({ connection: z.int(), provider: z.string() })),
      }),
    })
    .nullable(),
})
