import type { Kysely } from 'kysely'
import { dayInChile, monthOf, type Day } from '#domain/day.ts'
import { serviceMonth, type MonthOffset } from '#domain/schedule.ts'
import type { Author } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../trail/trail.ts'
import { insertDocuments, insertEvents, insertOccurrences } from './plan-store.ts'

/**
 * The documents of a rule's emission, at a person's word dated today and due at once, whatever their day was. They
 * have the keys that planning would have given them, so none is ever made twice.
 */
export async function makeToday(
  trx: Kysely<Schema>,
  clock: Clock,
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
  const now = instantText(clock.now())
  const today = dayInChile(clock.now())
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
  const documents = await insertDocuments(trx, occurrences, { now, today, opens: () => now })
  await insertEvents(trx, documents, { now, actor: actorOf(author) })
}

export function actorOf({ userId }: Author): Actor {
  return { worker: userId === null ? 'system' : `user:${userId}`, epoch: null }
}
