import { msOf, type Clock } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import type { Ordered } from '#server/documents/actions/order-issue.ts'
import type { Row } from '../database/remembered.ts'

type Needs = Parameters<typeof documentActions>[0]
type Actions = ReturnType<typeof documentActions>

/** Whatever moves by itself does so within this time. */
const LONGEST_WAIT_MS = 3 * 24 * 3_600_000
const WHO = { worker: 'user:1', epoch: null }

/** By state, a decision that a person can take; the others are ends, or move by themselves. */
const DECISIONS: Readonly<
  Record<string, (actions: Actions, at: Parameters<Actions['skip']>[0]) => Promise<Ordered>>
> = {
  planned: (actions, at) => actions.skip(at, WHO),
  needs_data: (actions, at) => actions.skip(at, WHO),
  waiting: (actions, at) => actions.skip(at, WHO),
  queued: (actions, at) => actions.skip(at, WHO),
  failed: (actions, at) => actions.skip(at, WHO),
  uncertain: (actions, at) => actions.decide(at, WHO, { decision: 'discard' }),
}
const ENDS: readonly unknown[] = ['issued', 'skipped', 'annulled']

/** Documents that neither move by themselves nor can be decided about: takes the decisions, so it comes last. */
export async function findDeadEnds(needs: Needs, rows: readonly Row[]): Promise<string[]> {
  const actions = documentActions(needs)
  const found: string[] = []
  for (const row of rows) {
    const { key, state, next_try_at: next, reason } = row
    if (ENDS.includes(state) || movesSoon(needs.clock, next)) continue
    const at = { organisationId: Number(row['organisation_id']), id: Number(row['id']) }
    const isDecided = await DECISIONS[String(state)]?.(actions, at)
    if (isDecided !== true) {
      found.push(`${String(key)} is ${String(state)}, ${String(reason)}: nobody can go on with it`)
    }
  }
  return found
}

function movesSoon(clock: Clock, next: unknown): boolean {
  return typeof next === 'string' && msOf(next) - clock.now() <= LONGEST_WAIT_MS
}
