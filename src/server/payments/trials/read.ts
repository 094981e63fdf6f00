import { clp } from '#domain/money.ts'
import { instantText, msOf } from '../../clock.ts'
import type { ReadNeeds } from '../attempts/needs.ts'
import { wasPaid, wasUndoneUnsettled } from '../attempts/progress.ts'
import { openConnection, type ConnectionAt } from '../connections/store.ts'
import { receiverOf, type Connection } from '../providers/connection.ts'
import type { StateReading } from '../providers/port.ts'
import { mismatchesOf } from '../providers/proof.ts'
import { changeTrial, claimTrial, findTrial, type TrialRow } from './store.ts'

/** After a reading, so that no number of open pages makes more requests of the provider. */
const PAUSE_MS = 2_000

/** The last trial of a connection as its provider says, or as it was said while somebody else asks. Null: there is none. */
export async function readTrial(needs: ReadNeeds, at: ConnectionAt): Promise<TrialRow | null> {
  const { db, clock } = needs
  const trial = await claimTrial(db, clock, at)
  if (trial === null) return findTrial(db, at)
  let state = trial.state
  try {
    state = await stateAtProvider(needs, at, trial)
  } finally {
    const claimed_until = instantText(clock.now() + PAUSE_MS)
    await changeTrial(db, trial, { state, claimed_until })
  }
  return findTrial(db, at)
}

async function stateAtProvider(
  needs: ReadNeeds,
  at: ConnectionAt,
  trial: TrialRow,
): Promise<TrialRow['state']> {
  const opened = await openConnection(needs, at)
  if (opened === null) return trial.state
  const { connection } = opened
  const provider = needs.providers[connection.provider]
  const refs = { providerRef: trial.provider_ref, paymentRef: null, buyOrder: trial.order_id }
  const mustSettle = trial.returned === 'normal' && trial.state === 'pending'
  const reading = mustSettle
    ? await provider.settle(connection, refs)
    : await provider.fetchState(connection, refs)
  const { needsSettling } = provider.capabilities
  // One that was paid is not read again.
  const isUndone =
    reading.kind === 'found' &&
    wasUndoneUnsettled(reading.status, { needsSettling, isSettled: false })
  if (isUndone) return 'failed'
  return stateAfter(trial, connection, reading, needs.clock.now())
}

/** As of an attempt: only what the provider itself says proves that it was paid. */
function stateAfter(
  trial: TrialRow,
  connection: Connection,
  reading: StateReading,
  nowMs: number,
): TrialRow['state'] {
  if (reading.kind === 'found' && wasPaid(reading.status)) {
    const expected = {
      amountClp: clp(trial.amount_clp),
      buyOrder: trial.order_id,
      attemptId: trial.order_id,
      receiver: receiverOf(connection),
      mode: connection.mode,
    }
    return mismatchesOf(expected, reading).length === 0 ? 'succeeded' : 'mismatch'
  }
  if (reading.kind === 'found' && isEnd(reading.status)) return reading.status
  if (trial.state !== 'pending') return trial.state
  const left = trial.returned === null ? null : LEFT[trial.returned]
  return left ?? (nowMs > msOf(trial.expires_at) ? 'expired' : 'pending')
}

const ENDS = ['failed', 'cancelled', 'expired'] as const

function isEnd(status: string): status is (typeof ENDS)[number] {
  return ENDS.some((end) => end === status)
}

const LEFT: Readonly<Record<NonNullable<TrialRow['returned']>, TrialRow['state'] | null>> = {
  normal: null,
  annulled: 'cancelled',
  timedOut: 'expired',
  formError: 'failed',
}
