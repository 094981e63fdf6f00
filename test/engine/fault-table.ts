import type { Boundary } from '#server/documents/portal/portal-step.ts'
import type { FaultKind } from '#simulators/world-trouble.ts'
import type { House } from './house.ts'

/** What goes wrong, what its document is in the end, and how many of it are at the SII. */
type Line<Fault> = [fault: Fault, state: 'issued' | 'uncertain', atSii: number]

/** Whether the request left is unknown to whoever comes next: nothing found, a person decides. */
const LEFT_IN_DOUBT: ReadonlySet<Boundary> = new Set(['afterIntent'])

const NEVER_ARRIVED: ReadonlySet<FaultKind> = new Set([
  'drop-request',
  'error-before',
  'html-before',
  'expire-before',
  'maintenance',
  'hang-request',
  'late-arrival',
])

/** A worker that dies at each of these. */
export function deathsAt(...boundaries: Boundary[]): Line<Boundary>[] {
  return boundaries.map((at) => lineOf(at, LEFT_IN_DOUBT.has(at)))
}

/** A request that issues, to which each of these happens on its way. */
export function sendsThat(...kinds: FaultKind[]): Line<FaultKind>[] {
  return kinds.map((kind) => lineOf(kind, NEVER_ARRIVED.has(kind)))
}

function lineOf<Fault>(fault: Fault, isLost: boolean): Line<Fault> {
  return isLost ? [fault, 'uncertain', 0] : [fault, 'issued', 1]
}

/** Long enough for everything that looks after what is in doubt. */
export const HOURS = 5 * 60

/** One worker dies there, and another goes on. */
export async function liveAfterDeath(house: House, boundary: Boundary): Promise<void> {
  await house.live(house.worker('w1', boundary), 120, 10)
  await house.live(house.worker('w2'), HOURS, 5)
}

/** It happens to the next request of that program. What is held back goes on before its session is closed, or after. */
export async function liveThrough(house: House, kind: FaultKind, cgi: string): Promise<void> {
  house.simulator.admin.faults.add({ kind, cgi })
  await house.live(house.worker('w1'), 75, 5)
  house.simulator.admin.release()
  await house.live(house.worker('w1'), HOURS, 5)
  house.simulator.admin.release()
}
