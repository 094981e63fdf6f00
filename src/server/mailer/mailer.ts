import { instantText } from '../clock.ts'
import { composeMail, type ComposeNeeds } from './compose-mail.ts'
import { isSentOnce } from './mail-kinds.ts'
import {
  beginSending,
  claimDueMail,
  dropMail,
  forgetOldMails,
  markFailed,
  markSent,
  tryAgain,
  type ClaimedMail,
  type Db,
} from './store.ts'
import type { MailTransport } from './transport.ts'

export type MailerNeeds = ComposeNeeds & {
  transport: MailTransport
  onFailure(about: { mailId: number; why: string }, error?: unknown): void
}

export type RunningMailer = { stop(): Promise<void> }

const LOOK_MS = 1_000

/** Sends the product's own mails as they fall due, one after another, until stopped. */
export function startMailer(needs: MailerNeeds): RunningMailer {
  const stopping = new AbortController()
  const running = keepSending(needs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
      needs.transport.close()
    },
  }
}

async function keepSending(needs: MailerNeeds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sendDueMails(needs, signal).catch((error: unknown) =>
      needs.onFailure({ mailId: 0, why: 'database' }, error),
    )
    await needs.clock.wait(LOOK_MS, signal)
  }
}

const BATCH = 50
/**
 * A sender that dies while sending gives its mail back after this; the other side may then get it twice, but for one
 * that leaves once.
 */
const CLAIM_MS = 5 * 60_000
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 2 * 60 * 60_000
export const MOST_TRIES = 12

/** One pass; answers how many it handled. Several senders at once never take the same mail. */
export async function sendDueMails(needs: MailerNeeds, signal?: AbortSignal): Promise<number> {
  for (let handled = 0; handled < BATCH; handled += 1) {
    if (signal?.aborted) return handled
    const at = instantText(needs.clock.now())
    const untilAt = instantText(needs.clock.now() + CLAIM_MS)
    const mail = await claimDueMail(needs.db, { at, untilAt })
    if (!mail) return handled
    await sendOne(needs, mail)
  }
  return BATCH
}

async function sendOne(needs: MailerNeeds, claimed: ClaimedMail): Promise<void> {
  const { db, clock } = needs
  const ending = await attempt(needs, claimed)
  if (ending.kind === 'superseded') return
  if (ending.kind === 'needless') return dropMail(db, claimed)
  if (ending.kind === 'sent') return markSent(db, claimed.id, instantText(clock.now()))
  needs.onFailure({ mailId: claimed.id, why: ending.why }, ending.error)
  const isOver = ending.kind === 'refused' || claimed.tries >= MOST_TRIES
  if (isOver || (ending.kind === 'inDoubt' && isSentOnce(claimed.template))) {
    return markFailed(db, claimed, instantText(clock.now()))
  }
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (claimed.tries - 1), LONGEST_WAIT_MS)
  return tryAgain(db, claimed, instantText(clock.now() + waitMs))
}

type Ending =
  | { kind: 'sent' }
  | { kind: 'needless' }
  | { kind: 'superseded' }
  | { kind: 'refused' | 'later' | 'inDoubt'; why: string; error?: unknown }

async function attempt(needs: MailerNeeds, claimed: ClaimedMail): Promise<Ending> {
  const { db, clock } = needs
  // Whoever claimed it before ended between its intent and its ending.
  if (claimed.begun_at !== null) return { kind: 'inDoubt', why: 'ended' }
  try {
    const composed = await composeMail(needs, claimed)
    if (!composed) return { kind: 'needless' }
    const { mail, ...headers } = composed
    const host = new URL(needs.publicUrl).hostname
    const messageId = `<system-${claimed.id}@${host}>`
    if (isSentOnce(claimed.template)) {
      const isOurs = await beginSending(db, claimed, instantText(clock.now()))
      if (!isOurs) return { kind: 'superseded' }
    }
    return await needs.transport.send(mail, { to: claimed.recipient, messageId, ...headers })
  } catch (error) {
    return { kind: 'later', why: 'composing', error }
  }
}

/** For the nightly sweep: rows of mails that were sent or given up before that instant. */
export function forgetMails(db: Db, before: string): Promise<void> {
  return forgetOldMails(db, before)
}
