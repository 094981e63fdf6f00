import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { consentPage } from './consent-page.ts'
import type { Mailbox } from './oauth-server.ts'
import type { Shape } from './shapes.ts'

export interface InteractionNeeds {
  provider: Provider
  shape: Shape
  mailboxes: readonly Mailbox[]
}

/** The page where a person chooses a mailbox and ticks what is allowed, and their answer. */
export async function interact(
  { provider, shape, mailboxes }: InteractionNeeds,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { uid, params, grantId } = await provider.interactionDetails(request, response)
  const asked = typeof params.scope === 'string' ? params.scope.split(' ') : []
  if (request.method !== 'POST') {
    const hint = typeof params.login_hint === 'string' ? params.login_hint : undefined
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(consentPage({ shape, uid, mailboxes, asked, hint }))
    return
  }
  const form = new URLSearchParams(body)
  const email = form.get('account') ?? ''
  if (form.get('answer') !== 'allow' || !mailboxes.some((one) => one.email === email)) {
    const refused = { error: 'access_denied', error_description: 'The user denied access' }
    return provider.interactionFinished(request, response, refused, {
      mergeWithLastSubmission: false,
    })
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant =
    known?.accountId === email
      ? known
      : new provider.Grant({ accountId: email, clientId: String(params.client_id) })
  const ticked = form.getAll('scope')
  const isMail = (scope: string): boolean => shape.mailScopes.some((one) => one.scope === scope)
  grant.addOIDCScope(asked.filter((scope) => !isMail(scope) || ticked.includes(scope)).join(' '))
  grant.rejectOIDCScope(asked.filter((scope) => isMail(scope) && !ticked.includes(scope)).join(' '))
  const result = {
    login: { accountId: email },
    select_account: {},
    consent: { grantId: await grant.save() },
  }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}
