import { post, type Envelope } from './post.ts'

/** What can go wrong between an event and the merchant. */
export const notificationTroubles = [
  'wrongSecret',
  'staleTime',
  'duplicate',
  'reorder',
  'drop',
  'delay',
] as const

export type NotificationTrouble = (typeof notificationTroubles)[number]

export interface Notification {
  /** Which payment it speaks of, and of what, for reading. */
  about: string
  event: string
  /** The bytes that leave, signed for a moment. */
  seal(sealing: { atMs: number; withWrongSecret: boolean }): Envelope
}

export interface Attempt {
  atMs: number
  /** Null when no answer came. */
  status: number | null
}

export interface Delivery {
  id: number
  about: string
  event: string
  state: 'waiting' | 'delivered' | 'dropped' | 'givenUp'
  dueAtMs: number
  attempts: Attempt[]
}

export interface Notifier {
  announce(notification: Notification): void
  setTrouble(trouble: NotificationTrouble | null, times?: number): void
  trouble(): NotificationTrouble | null
  /** Sends what is due by the clock, and waits until it is answered. */
  deliverDue(): Promise<void>
  /** Sends this one once more, whatever became of it, as a person can ask for at some providers. */
  resend(id: number): Promise<void>
  /** Oldest first. */
  deliveries(): readonly Delivery[]
}

export interface NotifierOptions {
  now: () => number
  /** Waits after each failed attempt, one after another; given up after the last. */
  waitsMs: () => readonly number[]
  isAccepted: (status: number) => boolean
  /** Whether a retry carries the time of the retry; else its first bytes again. */
  signsAgain: () => boolean
}

const HOUR_MS = 3_600_000
const STALE_MS = HOUR_MS
const DELAY_MS = HOUR_MS
const MOST_DELIVERIES = 1000

interface Kept extends Delivery {
  notification: Notification
  withWrongSecret: boolean
  staleMs: number
  envelope: Envelope | null
}

/** The deliveries of one provider: one after another, in the order of their time, so that a run can be repeated. */
export function createNotifier(options: NotifierOptions): Notifier {
  const kept: Kept[] = []
  const heldBack: Kept[] = []
  const trouble = createNotificationTrouble()
  let lastId = 0
  let running: Promise<void> = Promise.resolve()

  function enqueue(one: Kept): void {
    lastId += 1
    kept.push({ ...one, id: lastId })
    kept.splice(0, kept.length - MOST_DELIVERIES)
  }

  async function sendAllDue(): Promise<void> {
    const next = () => nextDue(kept, options.now())
    for (let due = next(); due !== undefined; due = next()) await attempt(options, due)
  }

  function deliverDue(): Promise<void> {
    running = running.then(sendAllDue)
    return running
  }

  return {
    announce(notification) {
      const met = trouble.meet()
      const one = newDelivery(notification, options.now(), met)
      if (met === 'reorder' && heldBack.length === 0) heldBack.push(one)
      else {
        enqueue(one)
        if (met === 'duplicate') enqueue(one)
        heldBack.splice(0).forEach(enqueue)
      }
      void deliverDue()
    },
    setTrouble(next, times) {
      trouble.set(next, times)
      if (next === 'reorder' || heldBack.length === 0) return
      heldBack.splice(0).forEach(enqueue)
      void deliverDue()
    },
    trouble: trouble.current,
    deliverDue,
    async resend(id) {
      const found = kept.find((one) => one.id === id)
      if (found === undefined) return
      enqueue(newDelivery(found.notification, options.now(), null))
      await deliverDue()
    },
    deliveries: () => kept.map(asShown),
  }
}

function createNotificationTrouble() {
  let on: NotificationTrouble | null = null
  let left: number | null = null
  return {
    current: () => on,
    set: (next: NotificationTrouble | null, times?: number): void => {
      on = next
      left = times ?? null
    },
    /** What this notification meets, counted as met. */
    meet(): NotificationTrouble | null {
      const met = on
      if (left !== null) left -= 1
      if (left === 0) {
        on = null
        left = null
      }
      return met
    },
  }
}

function nextDue(kept: Kept[], now: number): Kept | undefined {
  return kept
    .filter(({ state, dueAtMs }) => state === 'waiting' && dueAtMs <= now)
    .toSorted((a, b) => a.dueAtMs - b.dueAtMs || a.id - b.id)[0]
}

async function attempt(options: NotifierOptions, one: Kept): Promise<void> {
  const atMs = options.now()
  const { withWrongSecret, staleMs } = one
  if (one.envelope === null || options.signsAgain()) {
    one.envelope = one.notification.seal({ atMs: atMs - staleMs, withWrongSecret })
  }
  const status = await post(one.envelope)
  one.attempts.push({ atMs, status })
  if (status !== null && options.isAccepted(status)) one.state = 'delivered'
  else {
    const waitMs = options.waitsMs()[one.attempts.length - 1]
    if (waitMs === undefined) one.state = 'givenUp'
    else one.dueAtMs = atMs + waitMs
  }
}

function newDelivery(
  notification: Notification,
  now: number,
  met: NotificationTrouble | null,
): Kept {
  const { about, event } = notification
  return {
    id: 0,
    about,
    event,
    notification,
    state: met === 'drop' ? 'dropped' : 'waiting',
    dueAtMs: now + (met === 'delay' ? DELAY_MS : 0),
    attempts: [],
    withWrongSecret: met === 'wrongSecret',
    staleMs: met === 'staleTime' ? STALE_MS : 0,
    envelope: null,
  }
}

function asShown({ id, about, event, state, dueAtMs, attempts }: Kept): Delivery {
  return { id, about, event, state, dueAtMs, attempts: [...attempts] }
}
