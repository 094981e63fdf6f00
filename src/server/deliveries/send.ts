import { instantText } from '../clock.ts'
import { disconnect } from '../mailer/accounts/disconnect.ts'
import type { Key } from '../mailer/accounts/mailbox-keys.ts'
import { buildMessage } from '../mailer/message.ts'
import type { Outgoing, Prepared, SendOutcome } from '../mailer/providers/provider.ts'
import { heldBack } from './held-back.ts'
import type { DeliveryNeeds } from './needs.ts'
import { firstReturnLook } from './returns.ts'
import { change, pace, type Claimed } from './store.ts'

/** Longer than a request may be begun after its intent and then waited for: after it, whatever left has ended. */
const SENDING_MS = 2 * 60_000
/**
 * A worker that stopped for longer between intent and request (a suspended machine, a full disk) sends nothing:
 * others may have looked for the mail, found nothing and sent it. Providers are waited for 60 s.
 */
const MUST_LEAVE_WITHIN_MS = 30_000
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
  const { parts } = claimed
  if (typeof parts === 'string') {
    const ended = { state: 'failed', reason: parts, next_try_at: null } as const
    await change(db, delivery, ['queued'], ended)
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
  const elapsedMs = stopwatch(clock)
  if (!(await commitIntent(needs, claimed, ready.place, message.raw.length))) return
  await needs.boundary('intended')
  if (elapsedMs() > MUST_LEAVE_WITHIN_MS) return giveBack(needs, claimed)
  const outcome = await ready.key.provider.send(ready.key.access, message, ready.place)
  await needs.boundary('answered')
  await record(needs, claimed, 'sending', outcome)
  await needs.boundary('recorded')
}

/** By the clock that others judge this worker by, and by the one that never jumps. */
function stopwatch(clock: DeliveryNeeds['clock']): () => number {
  const [startMs, startMonotonicMs] = [clock.now(), clock.monotonicMs()]
  return () => Math.max(clock.now() - startMs, clock.monotonicMs() - startMonotonicMs)
}

/**
 * Puts on record that the mail is about to leave. Under the same locks it is judged whether what it says is still so:
 * what was annulled since the mail was taken does not leave as valid. False: nothing may be sent.
 */
async function commitIntent(
  { db, clock }: DeliveryNeeds,
  { delivery, account }: Claimed,
  place: string | null,
  sizeBytes: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const instead = await heldBack(trx, clock, delivery)
    if (instead !== null) {
      await change(trx, delivery, ['queued'], instead)
      await pace(trx, account, clock.now())
      return false
    }
    return change(trx, delivery, ['queued'], {
      state: 'sending',
      place,
      size_bytes: sizeBytes,
      looks: 0,
      reason: null,
      next_try_at: instantText(clock.now() + SENDING_MS),
    })
  })
}

/** Nothing of it left: it takes its turn again, unless another worker has taken it since. */
async function giveBack({ db, clock }: DeliveryNeeds, claimed: Claimed): Promise<void> {
  const { delivery, account } = claimed
  const now = instantText(clock.now())
  const again = { state: 'queued', reason: null, place: delivery.place, next_try_at: now } as const
  await change(db, delivery, ['sending', 'unknown'], again)
  await pace(db, account, clock.now())
}

type Ending = SendOutcome | { kind: 'gone' | 'misconfigured' }
type Ready = { kind: 'ready'; place: string | null; key: Extract<Key, { kind: 'key' }> }

/** A key that the provider takes no more is tried once again, fresh. Nothing has left yet. */
async function prepare(
  { keys }: DeliveryNeeds,
  { account, delivery }: Claimed,
  message: Outgoing,
): Promise<Ready | Ending> {
  const at = { organisationId: account.organisation_id, accountId: account.id }
  let prepared: Prepared | SendOutcome = { kind: 'unauthorised' }
  for (let count = 0; count < 2; count += 1) {
    const key = await keys.keyOf(at)
    if (key.kind === 'unavailable') return { kind: 'later', reason: 'unavailable', afterMs: null }
    if (key.kind !== 'key') return key
    prepared =
      (await earlierPlace(key, delivery, message)) ??
      (await key.provider.prepare(key.access, message))
    if (prepared.kind === 'ready') return { ...prepared, key }
    if (prepared.kind !== 'unauthorised') return prepared
    keys.forget(at)
  }
  return prepared
}

/**
 * A mail that was in doubt goes to the place it had, which takes one message whoever brings it: what is still on its
 * way there and what is sent now can't both be taken. Null: it needs a place of its own.
 */
async function earlierPlace(
  { access, provider }: Extract<Key, { kind: 'key' }>,
  { place, size_bytes }: Claimed['delivery'],
  { messageId, raw }: Outgoing,
): Promise<Prepared | SendOutcome | null> {
  // A place is opened for a size; another file may have come in since.
  if (place === null || size_bytes !== raw.length) return null
  switch (await provider.lookUp(access, { messageId, place, sizeBytes: raw.length })) {
    case 'sent':
      return { kind: 'sent', providerId: null }
    case 'absent':
      return { kind: 'ready', place }
    case 'later':
      return { kind: 'later', reason: 'unavailable', afterMs: null }
    case 'unauthorised':
      return { kind: 'unauthorised' }
    case 'disconnected':
      return { kind: 'disconnected', reason: 'scopeMissing' }
    case 'cannotLook':
      // It is over: it takes nothing any more, from anybody.
      return null
  }
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
  const { place } = delivery
  const again = { state: 'queued', place, next_try_at: instantText(nowMs + waitMs) } as const
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
        // A letter never waits for a person's word (`sortOut`).
        ...(delivery.purpose === 'document' ? {} : { state: 'failed' as const, place: null }),
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
