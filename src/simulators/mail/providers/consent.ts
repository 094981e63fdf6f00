import { CookieJar } from 'tough-cookie'

/** What a person answers on a provider's page. */
export interface Consent {
  email: string
  /** Scopes left unticked. */
  without?: string[]
  deny?: boolean
}

const MOST_HOPS = 12

/** A browser at the provider: follows it to its page, answers there and stops where it is sent back to. */
export async function consentAt(authUrl: string, consent: Consent, back: string): Promise<URL> {
  const jar = new CookieJar()
  let next = authUrl
  let form: URLSearchParams | null = null
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    if (next.startsWith(back)) return new URL(next)
    const reply = await fetch(next, {
      method: form === null ? 'GET' : 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie: await jar.getCookieString(next) },
    })
    for (const cookie of reply.headers.getSetCookie()) await jar.setCookie(cookie, next)
    const location = reply.headers.get('location')
    const page = await reply.text()
    form = null
    if (location !== null) next = new URL(location, next).href
    else if (page.includes('name="account"')) form = answersOn(page, consent)
    else throw new Error(`No way on from ${next}: ${reply.status} ${page.slice(0, 300)}`)
  }
  throw new Error('Sent from place to place without an end')
}

function answersOn(page: string, { email, without = [], deny = false }: Consent): URLSearchParams {
  const form = new URLSearchParams({ account: email, answer: deny ? 'cancel' : 'allow' })
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)"/g)) {
    if (!without.includes(scope)) form.append('scope', scope)
  }
  return form
}
