import { instantText } from '../clock.ts'
import { disconnect } from '../mailer/accounts/disconnect.ts'
import type { Key } from '../mailer/accounts/mailbox-keys.ts'
import { buildMessage } from '../mailer/message.ts'
import type { Outgoing, Prepared, SendOutcome } from '../mailer/providers/provider.ts'
import { partsOf } from './compose.ts'
import type { DeliveryNeeds } from './needs.ts'
import { firstReturnLook } from './returns.ts'
import { change, pace, type Claimed } from './store.ts'

/** Longer than a provider is waited for: after it, whatever was on its way has ended. */
const SENDING_MS = 2 * 60_000
/** Google: one a second is far under its limits. Exchange: 30 messages a minute. */
const PACE_MS = { google: 1_000, microsoft: 2_000 } as const

/**
 * Sends one mail at most once. Its place and its intent are on record before it leaves; whoever finds an
 * intent without an ending may only look (look.ts).
 */
export async function sendOne(needs: DeliveryNeeds, claimed: Claimed): Promise<void> {
  const { db, clock } = needs
  const { delivery, account } = claimed
  await needs.boundary('claimed')
  const parts = partsOf(claimed, clock.now())
  if (parts === null) {
    const reason = isEmptyList(delivery.recipients) ? 'noRecipients' : 'recipient'
    await change(db, delivery, ['queued'], { state: 'failed', reason, next_try_at: null })
    return pace(db, account, clock.now())
  }
  const message = {
    messageId: parts.messageId,
    raw: await buildMessage(parts),
    pieces: {
      light: () => buildMessage({ ...parts, attachments: [] }),
      files: parts.attachments,
    },
  }
  const ready = await prepare(needs, claimed, message)
  if (ready.kind !== 'ready') return record(needs, claimed, 'queued', ready)
  await needs.boundary('prepared')
  const isMine = await change(db, delivery, ['queued'], {
    state: 'sending',
    place: ready.place,
    size_bytes: message.raw.length,
    looks: 0,
    reason: null,
    next_try_at: instantText(clock.now() + SENDING_MS),
  })
  if (!isMine) return
  await needs.boundary('intended')
  const outcome = await ready.key.provider.send(ready.key.access, message, ready.place)
  await needs.boundary('answered')
  await record(needs, claimed, 'sending', outcome)
  await needs.boundary('recorded')
}

type Ending = SendOutcome | { kind: 'gone' | 'misconfigured' }
type Ready = { kind: 'ready'; place: string | null; key: Extract<Key, { kind: 'key' }> }

/** A key that the provider takes no more is tried once again, fresh. Nothing has left yet. */
async function prepare(
  { keys }: DeliveryNeeds,
  { account }: Claimed,
  message: Outgoing,
): Promise<Ready | Exclude<Ending, { kind: 'sent' }>> {
  const at = { organisationId: account.organisation_id, accountId: account.id }
  let prepared: Prepared = { kind: 'unauthorised' }
  for (let count = 0; count < 2; count += 1) {
    const key = await keys.keyOf(at)
    if (key.kind === 'unavailable') return { kind: 'later', reason: 'unavailable', afterMs: null }
    if (key.kind !== 'key') return key
    prepared = await key.provider.prepare(key.access, message)
    if (prepared.kind === 'ready') return { ...prepared, key }
    if (prepared.kind !== 'unauthorised') return prepared
    keys.forget(at)
  }
  return prepared
}

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000
const MOST_TRIES = 40

/** Writes how it ended, if nobody has taken it since. The document is never touched. */
async function record(
  needs: DeliveryNeeds,
  { delivery, account }: Claimed,
  from: 'queued' | 'sending',
  ending: Ending,
): Promise<void> {
  const { db, clock, keys } = needs
  const at = { organisationId: account.organisation_id, accountId: account.id }
  const nowMs = clock.now()
  const waitMs = waitOf(ending, delivery.tries)
  const again = { state: 'queued', place: null, next_try_at: instantText(nowMs + waitMs) } as const
  // A mailbox over its limit waits as a whole; one mail's trouble keeps no other waiting.
  const isOfMailbox = ending.kind === 'later' && ending.reason !== 'unavailable'
  await pace(db, account, nowMs + (isOfMailbox ? waitMs : PACE_MS[account.provider]))
  switch (ending.kind) {
    case 'sent': {
      const provider = needs.mailProviders[account.provider]
      const isSeen = provider !== undefined && provider.cameBack !== null
      const sent = {
        sent_at: instantText(nowMs),
        provider_id: ending.providerId,
        return_looks: 0,
        next_return_look_at: firstReturnLook(isSeen, nowMs),
      }
      const done = { state: 'sent', reason: null, place: null, next_try_at: null } as const
      await change(db, delivery, [from, 'unknown'], { ...done, ...sent })
      return
    }
    case 'refused': {
      const state = ending.reason === 'recipient' ? 'bounced' : 'failed'
      const { reason } = ending
      await change(db, delivery, [from], { state, reason, place: null, next_try_at: null })
      return
    }
    case 'unknown': {
      const next_try_at = instantText(nowMs + SENDING_MS)
      await change(db, delivery, [from], { state: 'unknown', reason: 'answerLost', next_try_at })
      return
    }
    case 'disconnected':
      keys.forget(at)
      await change(db, delivery, [from], {
        ...again,
        reason: 'mailboxDisconnected',
        next_try_at: null,
      })
      return disconnect(needs, at, ending.reason)
    case 'gone':
      await change(db, delivery, [from], again)
      return
    case 'unauthorised':
      keys.forget(at)
      return retry(needs, delivery, from, { ...again, reason: 'unavailable' })
    case 'misconfigured':
      return retry(needs, delivery, from, { ...again, reason: 'misconfigured' })
    case 'later':
      return retry(needs, delivery, from, { ...again, reason: ending.reason })
  }
}

async function retry(
  { db }: DeliveryNeeds,
  delivery: Claimed['delivery'],
  from: 'queued' | 'sending',
  again: Parameters<typeof change>[3],
): Promise<void> {
  const tooMany = {
    state: 'failed',
    reason: 'tooManyTries',
    place: null,
    next_try_at: null,
  } as const
  await change(db, delivery, [from], delivery.tries >= MOST_TRIES ? tooMany : again)
}

function waitOf(ending: Ending, tries: number): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10), LONGEST_WAIT_MS)
  return ending.kind === 'later' ? (ending.afterMs ?? growing) : growing
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
