import type { Kysely } from 'kysely'
import { isOfEndedAnnulment } from '#domain/reason.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { afterAlarm, goingOn, openTwins } from '../reconcile/twins.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'

/**
 * A person says that these others at the SII are other services: none of them is asked about again. False, and nothing
 * done, when one more has turned up, which they weren't shown.
 */
export async function acceptTwins(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  folios: readonly number[],
): Promise<boolean> {
  if (row.state !== 'issued' || row.reason !== 'twinFound') return false
  const open = await openTwins(trx, row)
  if (open.some((folio) => !folios.includes(folio))) return false
  const event = { kind: 'twinAccepted', folios: open } as const
  await record(trx, clock, user, row, event, await afterAlarm(trx, clock, row))
  return true
}

/** A person says that a boleta whose annulment came to nothing stays valid. Another alarm that it hid is told again. */
export async function keepValid(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
): Promise<boolean> {
  if (row.state !== 'issued' || !isOfEndedAnnulment(row.reason)) return false
  const isDoubled = (await openTwins(trx, row)).length > 0
  const change = { ...goingOn(clock, row), reason: isDoubled ? 'twinFound' : null }
  await record(trx, clock, user, row, { kind: 'keptValid' }, change)
  return true
}
