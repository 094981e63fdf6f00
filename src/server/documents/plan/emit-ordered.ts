import type { Kysely } from 'kysely'
import { monthOf, type Day } from '#domain/day.ts'
import { nextDeparture, type EmissionHours } from '#domain/departure.ts'
import { serviceMonth, type MonthOffset } from '#domain/schedule.ts'
import type { Author } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../trail/trail.ts'
import { insertDocuments, insertEvents, insertOccurrences } from './plan-store.ts'

/**
 * The documents of a rule's emission, at a person's word dated on the next day on which they can leave, whatever their
 * day was. They have the keys that planning would have given them, so none is ever made twice.
 */
export async function makeOrdered(
  trx: Kysely<Schema>,
  needs: EmissionHours & { clock: Clock },
  author: Author,
  emission: {
    organisationId: number
    ruleId: number
    companyId: number
    monthOffset: MonthOffset
    emissionDay: Day
  },
): Promise<void> {
  const { organisationId, ruleId, companyId, monthOffset, emissionDay } = emission
  const now = instantText(needs.clock.now())
  const departure = nextDeparture(needs, needs.clock.now(), companyId)
  const period = monthOf(emissionDay)
  const planned = {
    organisationId,
    ruleId,
    companyId,
    period,
    emissionDay,
    serviceMonth: serviceMonth(emissionDay, monthOffset),
    taken: 'today',
  } as const
  const occurrences = await insertOccurrences(trx, [planned], now)
  const documents = await insertDocuments(trx, occurrences, { now, departs: () => departure })
  await insertEvents(trx, documents, { now, actor: actorOf(author) })
}

/** Whether what is ordered now would carry another date than the person saw; undefined: they saw none. */
export function isOtherDate(
  needs: EmissionHours & { clock: Clock },
  companyId: number,
  shown: Day | undefined,
): boolean {
  if (shown === undefined) return false
  return nextDeparture(needs, needs.clock.now(), companyId).day !== shown
}

export function actorOf({ userId }: Author): Actor {
  return { worker: userId === null ? 'system' : `user:${userId}`, epoch: null }
}
