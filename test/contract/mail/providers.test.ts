import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMessage } from '#server/mailer/message.ts'
import type { SendOutcome } from '#server/mailer/providers/provider.ts'
import type { Secret } from '#server/vault/secret.ts'
import type { Trouble } from '#simulators/mail/providers/troubles.ts'
import { consentAt } from '#simulators/mail/providers/consent.ts'
import { ANA, authorizeUrl, CALLBACK, openMailStage, VERIFIER, type MailStage } from './stage.ts'

let messages = 0

async function outgoing(bytes = 2_000) {
  const messageId = `<m${(messages += 1)}@folio.example>`
  const raw = await buildMessage({
    messageId,
    atMs: Date.parse('2026-11-22T12:00:00Z'),
    from: { name: 'Ana Peña', address: ANA },
    to: [{ name: 'Cliente', address: 'cliente@empresa.example' }],
    cc: [],
    subject: 'Factura 100',
    text: 'Hola',
    html: '<p>Hola</p>',
    attachments: [
      { name: 'factura.pdf', mediaType: 'application/pdf', bytes: Buffer.alloc(bytes, 37) },
    ],
  })
  return { messageId, raw }
}

/** As the worker sends: a place first, where there is one. */
async function sendWith(
  stage: MailStage,
  access: Secret,
  message: { messageId: string; raw: Buffer },
) {
  const prepared = await stage.client.prepare(access, message)
  if (prepared.kind !== 'ready') return { outcome: prepared, place: null }
  const outcome = await stage.client.send(access, message, prepared.place)
  return { outcome, place: prepared.place }
}

const expected: Record<'google' | 'microsoft', [Trouble, SendOutcome][]> = {
  google: [
    ['tokenExpired', { kind: 'unauthorised' }],
    ['scopeMissing', { kind: 'disconnected', reason: 'scopeMissing' }],
    ['mailboxDisabled', { kind: 'disconnected', reason: 'disabled' }],
    ['programBlocked', { kind: 'later', reason: 'unavailable', afterMs: null }],
    ['rateLimited', { kind: 'later', reason: 'rateLimited', afterMs: 7_000 }],
    ['dailyLimit', { kind: 'later', reason: 'dailyLimit', afterMs: 86_400_000 }],
    ['unavailable', { kind: 'later', reason: 'unavailable', afterMs: null }],
    ['recipientRefused', { kind: 'refused', reason: 'recipient' }],
    ['policyRefused', { kind: 'refused', reason: 'policy' }],
    ['tooLarge', { kind: 'refused', reason: 'tooLarge' }],
    ['nonsense', { kind: 'unknown', cause: 'unreadable' }],
  ],
  microsoft: [
    ['tokenExpired', { kind: 'unauthorised' }],
    ['scopeMissing', { kind: 'disconnected', reason: 'scopeMissing' }],
    ['mailboxDisabled', { kind: 'disconnected', reason: 'disabled' }],
    ['rateLimited', { kind: 'later', reason: 'rateLimited', afterMs: 7_500 }],
    ['dailyLimit', { kind: 'later', reason: 'dailyLimit', afterMs: 86_400_000 }],
    ['unavailable', { kind: 'later', reason: 'unavailable', afterMs: null }],
    ['recipientRefused', { kind: 'refused', reason: 'recipient' }],
    ['policyRefused', { kind: 'refused', reason: 'policy' }],
    ['tooLarge', { kind: 'refused', reason: 'tooLarge' }],
    ['nonsense', { kind: 'unknown', cause: 'HTTP 200' }],
  ],
}

describe.each(['google', 'microsoft'] as const)('our client of %s', (provider) => {
  let stage: MailStage
  let access: Secret
  let refresh: Secret
  beforeAll(async () => {
    stage = await openMailStage(provider)
    ;({ access, refresh } = await stage.grant())
  })
  beforeEach(() => {
    stage.simulator.switches.set(null)
    stage.accepted.splice(0)
  })
  afterAll(() => stage.close())

  test('sends a message, whose bytes arrive as they were', async () => {
    const message = await outgoing()
    const { outcome } = await sendWith(stage, access, message)
    expect(outcome.kind).toBe('sent')
    expect(stage.accepted).toHaveLength(1)
    expect(stage.accepted[0]?.to).toEqual(['cliente@empresa.example'])
    expect(stage.accepted[0]?.raw.equals(message.raw)).toBe(true)
  })

  test.each(expected[provider])('%s ends as what it is', async (trouble, outcome) => {
    stage.simulator.switches.set(trouble)
    expect((await sendWith(stage, access, await outgoing())).outcome).toEqual(outcome)
    expect(stage.accepted).toHaveLength(trouble === 'nonsense' ? 1 : 0)
  })

  test('an answer that is lost leaves it unknown, and looking tells whether it was taken', async () => {
    for (const [trouble, found] of [
      ['lostAfter', 'sent'],
      ['lostBefore', 'absent'],
    ] as const) {
      stage.simulator.switches.set(trouble, true)
      const message = await outgoing()
      const { outcome, place } = await sendWith(stage, access, message)
      expect(outcome.kind).toBe('unknown')
      const { messageId, raw } = message
      const before = { messageId, place, sizeBytes: raw.length }
      expect(await stage.client.lookUp(access, before)).toBe(found)
    }
  })

  test('a provider that is away took nothing', async () => {
    const away = await openMailStage(provider)
    const granted = await away.grant()
    await away.close()
    const outcome = await sendWith(away, granted.access, await outgoing())
    expect(outcome.outcome).toEqual({ kind: 'later', reason: 'unavailable', afterMs: null })
    expect(await away.client.refresh(granted.refresh)).toEqual({ kind: 'unavailable' })
  })

  test('a token is refreshed, and rotates only where the provider does so', async () => {
    const fresh = await stage.client.refresh(refresh)
    if (fresh.kind !== 'fresh') throw new Error(JSON.stringify(fresh))
    expect(fresh.expiresInMs).toBeGreaterThan(3_000_000)
    expect(fresh.refreshToken === null).toBe(provider === 'google')
    refresh = fresh.refreshToken ?? refresh
    expect((await sendWith(stage, fresh.accessToken, await outgoing())).outcome.kind).toBe('sent')
  })

  test.each([
    ['grantRevoked', { kind: 'disconnected', reason: 'revoked' }],
    ['secretExpired', { kind: 'misconfigured' }],
    ['tokensUnavailable', { kind: 'unavailable' }],
  ] as const)('refreshing under %s', async (trouble, outcome) => {
    stage.simulator.switches.set(trouble)
    expect(await stage.client.refresh(refresh)).toEqual(outcome)
  })

  test('a code serves once, with its verifier and its redirect', async () => {
    const code = async () => {
      const back = await consentAt(authorizeUrl(stage.client), { email: ANA }, CALLBACK)
      expect(back.searchParams.get('state')).toBe('s1')
      return back.searchParams.get('code') ?? ''
    }
    const given = { verifier: VERIFIER, nonce: 'n1', redirectUri: CALLBACK }
    const refused = { kind: 'refused', reason: 'code' }
    const exchange = stage.client.exchange
    expect(await exchange({ ...given, code: await code(), verifier: 'w'.repeat(64) })).toEqual(
      refused,
    )
    expect(await exchange({ ...given, code: await code(), redirectUri: `${CALLBACK}x` })).toEqual(
      refused,
    )
    expect(await exchange({ ...given, code: await code(), nonce: 'other' })).toMatchObject({
      kind: 'refused',
      reason: 'identity',
      granted: { email: ANA },
    })
    const once = await code()
    expect(await exchange({ ...given, code: once })).toMatchObject({
      kind: 'connected',
      email: ANA,
      name: 'Ana Peña',
    })
    expect(await exchange({ ...given, code: once })).toEqual(refused)
  })

  test('who leaves sending unticked is told apart, and who refuses comes back with the refusal', async () => {
    const scope =
      provider === 'google'
        ? 'https://www.googleapis.com/auth/gmail.send'
        : 'https://graph.microsoft.com/Mail.Send'
    const back = await consentAt(
      authorizeUrl(stage.client),
      { email: ANA, without: [scope] },
      CALLBACK,
    )
    const code = back.searchParams.get('code') ?? ''
    const given = { code, verifier: VERIFIER, nonce: 'n1', redirectUri: CALLBACK }
    const without = await stage.client.exchange(given)
    expect(without).toMatchObject({ reason: 'scopeMissing', granted: { email: ANA } })
    const denied = await consentAt(authorizeUrl(stage.client), { email: ANA, deny: true }, CALLBACK)
    expect(denied.searchParams.get('error')).toBe('access_denied')
  })

  test('ten megabytes go as far as the provider takes them', async () => {
    const { outcome } = await sendWith(stage, access, await outgoing(10 * 1024 * 1024))
    expect(outcome).toMatchObject(
      provider === 'google' ? { kind: 'sent' } : { kind: 'refused', reason: 'tooLarge' },
    )
  })

  test('a grant that was withdrawn at the provider refreshes no more', async () => {
    const mine = await stage.grant()
    if (provider === 'google') await stage.client.revoke(mine.refresh)
    else stage.simulator.revokeEverything()
    expect(await stage.client.refresh(mine.refresh)).toEqual({
      kind: 'disconnected',
      reason: 'revoked',
    })
    ;({ access, refresh } = await stage.grant())
  })
})
