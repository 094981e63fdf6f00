import type { Page } from 'playwright-core'
import { z } from 'zod'
import * as contract from '#contract/index.ts'
import { consentAt } from '../contract/mail-consent.ts'
import type { City } from './city.ts'
import { button } from './hands.ts'
import { MAILBOXES } from './post.ts'
import type { Resident } from './resident.ts'

/** Connects a mailbox as a browser would, without one. */
export async function connectMailbox(
  city: City,
  settler: Resident,
  provider: keyof typeof MAILBOXES,
): Promise<number> {
  const callback = `${city.url}/api/mailer/oauth/${provider}/callback/`
  const begun = await begin(city, settler, provider)
  const back = await consentAt(begun.url, { email: MAILBOXES[provider].email }, callback)
  const ended = await fetch(back, { redirect: 'manual', headers: { cookie: begun.cookie } })
  const location = new URL(ended.headers.get('location') ?? '', city.url)
  const id = Number(location.searchParams.get('new_email_account'))
  if (!(id > 0)) throw new Error(`Not connected: ${location.href}`)
  return id
}

async function begin(city: City, { tokens }: Resident, provider: keyof typeof MAILBOXES) {
  const headers = { authorization: `Bearer ${tokens.access}`, 'content-type': 'application/json' }
  const reply = await (provider === 'google'
    ? fetch(`${city.url}/api/mailer/oauth/google/authorize/`, { headers })
    : fetch(`${city.url}/api/mailer/oauth/microsoft/start/`, {
        method: 'POST',
        headers,
        body: '{}',
      }))
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { auth_url: url } = contract.authorizeGoogle.reply.parse(await reply.json())
  if (provider === 'google') return { url, cookie }
  const sent = await fetch(new URL(url, city.url), { redirect: 'manual', headers: { cookie } })
  return { url: sent.headers.get('location') ?? '', cookie }
}

export async function emailAccounts({ ask }: Pick<Resident, 'ask'>) {
  return contract.listEmailAccounts.reply.parse(await ask('GET', '/mailer/email-accounts/'))
}

/** What a person does on the provider's page. */
export async function allow(page: Page, email: string): Promise<void> {
  await page.getByRole('radio', { name: email }).check()
  await button(page, 'Permitir').click()
}

const mails = z.array(
  z.object({
    subject: z.string(),
    html: z.string(),
    attachments: z.array(z.object({ mediaType: z.string() })),
  }),
)

/** What came for that address, newest first. */
export async function mailsTo(city: City, address: string) {
  const reply = await fetch(`${city.post.mailboxUrl}/messages.json?to=${address}`)
  return mails.parse(await reply.json())
}
