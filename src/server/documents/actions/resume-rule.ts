import type { Kysely } from 'kysely'
import { dayInChile, monthOf, type Day, type Month } from '#domain/day.ts'
import type { Author } from '../../audit.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { lockMissed, type MissedOfRule } from '../../rules/missed.ts'
import { resume } from '../../rules/save.ts'
import { makeToday } from '../plan/emit-today.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

type RuleAt = { organisationId: number; ruleId: number }

/** The rule's days that went by while it was paused. Null: no such rule. */
export function missedOf({ db, clock }: Needs, at: RuleAt): Promise<MissedOfRule | null> {
  const today = dayInChile(clock.now())
  return db.transaction().execute((trx) => lockMissed(trx, at, today))
}

export type Resumed =
  | { kind: 'resumed' }
  | { kind: 'noRule' }
  | { kind: 'refused'; why: 'ruleIncomplete' | 'monthNotOfRule' | 'ruleNotPaused' }

/**
 * The rule goes on from its next day; and of what it missed while it was paused one month at most is issued, dated
 * today, when its person says which (D-26). The others are over: nothing of them comes back.
 */
export async function resumeRule(
  { db, clock }: Needs,
  author: Author,
  at: RuleAt,
  issued: Month | null,
): Promise<Resumed> {
  const today = dayInChile(clock.now())
  return db.transaction().execute(async (trx): Promise<Resumed> => {
    const rule = await lockMissed(trx, at, today)
    if (rule === null) return { kind: 'noRule' }
    if (!rule.isPaused) return { kind: 'refused', why: 'ruleNotPaused' }
    const emissionDay = issued === null ? null : dayIn(rule.days, issued)
    if (emissionDay === undefined) return { kind: 'refused', why: 'monthNotOfRule' }
    if (emissionDay !== null) {
      if (!rule.isComplete) return { kind: 'refused', why: 'ruleIncomplete' }
      await makeToday(trx, clock, author, { ...at, ...rule, emissionDay })
    }
    await resume({ clock }, trx, author, at)
    return { kind: 'resumed' }
  })
}

function dayIn(days: readonly Day[], month: Month): Day | undefined {
  return days.find((day) => monthOf(day) === month)
}
