import { instantText, msOf } from '../../clock.ts'
import type { Connection } from '../providers/connection.ts'
import type { PaymentProvider, PaymentRefs, PaymentState } from '../providers/port.ts'
import { applyState } from './apply.ts'
import { namesOnRecord, paymentNamed } from './money.ts'
import type { ReadNeeds } from './needs.ts'
import { nextReadMs, READ_FOR_MS } from './progress.ts'
import { askQuestion, checkoutNames, closeUnread, unreadQuestion } from './questions.ts'
import { atOf, changeAttempt, readAttempt, startedAtMs, type AttemptRow } from './store.ts'

interface Found {
  connection: Connection
  provider: PaymentProvider
  /** By what it was asked for. */
  refs: PaymentRefs
  reading: PaymentState
}

/** Of one checkout: beyond it, payments are found by their own notices. */
const MAX_FURTHER = 20

/** The time of one request and of writing what it said: none begins later, so that the reading ends within its claim. */
const READING_MS = 20_000

/** Readings of a week that failed end with its last minute, and the poller comes some minutes later. */
const ASKED_WITHIN_MS = 6 * 60 * 60_000

/**
 * Reads and applies what was paid of a checkout beside the payment just read, as its provider lists it. A list proves
 * nothing, so each is read by its own name, those that are not on record yet first. What could not be read, or not before
 * the claim of the attempt ends, is soon tried again, and in the end put before its owner.
 */
export async function readFurther(
  needs: ReadNeeds,
  attempt: AttemptRow,
  claimedUntil: string,
  found: Found,
): Promise<void> {
  const listed = await namesListed(found)
  const names = new Set(listed)
  names.delete(found.reading.refs.paymentRef ?? '')
  const unread: (string | null)[] = listed === null ? [null] : []
  for (const name of (await newFirst(needs, attempt, names)).slice(0, MAX_FURTHER)) {
    const isInTime = needs.clock.now() <= msOf(claimedUntil) - READING_MS
    if (!isInTime || !(await readOne(needs, attempt, found, name))) unread.push(name)
  }
  if (unread.length > 0) await tryAgain(needs, attempt, unread)
  else if (found.reading.status !== 'pending') {
    await closeUnread(needs.db, needs.clock, attempt, checkoutNames(attempt))
  }
}

/** A provider that answers slowly leaves no time for all: who is on record is read again after those who aren't. */
async function newFirst(
  { db }: ReadNeeds,
  attempt: AttemptRow,
  names: ReadonlySet<string>,
): Promise<string[]> {
  if (names.size === 0) return []
  const known = await namesOnRecord(db, atOf(attempt))
  return [...names].toSorted((one, other) => Number(known.has(one)) - Number(known.has(other)))
}

/** Null: the provider didn't say. A payment that was read by its name says nothing of others. */
async function namesListed(found: Found): Promise<string[] | null> {
  const { connection, provider, refs, reading } = found
  const isByName = refs.paymentRef !== null
  const list =
    isByName && provider.capabilities.canBePaidAgain
      ? await provider.fetchState(connection, { ...refs, paymentRef: null })
      : reading
  if (list.kind === 'found') return [list.refs.paymentRef ?? [], list.alsoPaid].flat()
  return list.kind === 'notFound' ? [] : null
}

async function readOne(
  needs: ReadNeeds,
  attempt: AttemptRow,
  { connection, provider }: Found,
  name: string,
): Promise<boolean> {
  // Without the checkout's name, because that may lead to another payment of it.
  const refs = { providerRef: null, paymentRef: name, buyOrder: attempt.order_id }
  const reading = await provider.fetchState(connection, refs)
  if (reading.kind !== 'found' || reading.refs.paymentRef !== name) return false
  await applyState(needs, atOf(attempt), { connection, provider }, reading)
  return true
}

async function tryAgain(
  { db, clock }: ReadNeeds,
  attempt: AttemptRow,
  unread: readonly (string | null)[],
): Promise<void> {
  const at = atOf(attempt)
  const startedMs = startedAtMs(attempt)
  await db.transaction().execute(async (trx) => {
    if ((await readAttempt(trx, at, true)) === null) return
    const { state, provider } = attempt
    const soonMs = nextReadMs({ state: 'pending', provider, startedAtMs: startedMs }, clock.now())
    if (soonMs !== null) {
      await changeAttempt(trx, at, { poll_at: instantText(soonMs) })
      return
    }
    // Later, while money that came is still read, the next reading looks again.
    const isLater = clock.now() - startedMs >= READ_FOR_MS + ASKED_WITHIN_MS
    const nextMs = nextReadMs({ state, provider, startedAtMs: startedMs }, clock.now())
    if (isLater && nextMs !== null) return
    for (const name of unread) {
      // What is on record already would be noted again.
      if (name !== null && (await paymentNamed(trx, at, name)) !== null) continue
      await askQuestion(trx, clock, attempt, unreadQuestion(name))
    }
  })
}
