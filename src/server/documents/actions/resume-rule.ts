import { compare, dayInChile, monthOf, type Day, type Month } from '#domain/day.ts'
import type { Author } from '../../audit.ts'
import { atOneMoment } from '../../clock.ts'
import type { MadeDocument } from '../../rules/made-documents.ts'
import { lockMissed, type MissedOfRule } from '../../rules/missed.ts'
import { resume } from '../../rules/save.ts'
import { isOtherDate, makeOrdered } from '../plan/emit-ordered.ts'
import { restoreStopped, type RestoreNeeds } from './restore.ts'

type RuleAt = { organisationId: number; ruleId: number }

/** The rule's days that went by while it was paused, and what its pause stopped and may still go on. */
export type Missed = MissedOfRule & { goingOn: MadeDocument[] }

/** Null: no such rule. */
export async function missedOf(
  { db, clock }: Pick<RestoreNeeds, 'db' | 'clock'>,
  at: RuleAt,
): Promise<Missed | null> {
  const today = dayInChile(clock.now())
  const missed = await db.transaction().execute((trx) => lockMissed(trx, at, today))
  if (missed === null) return null
  const goingOn = missed.stopped.filter(({ emissionDay }) => compare(emissionDay, today) >= 0)
  return { ...missed, goingOn }
}

export type ResumeRefusal = 'ruleIncomplete' | 'monthNotOfRule' | 'ruleNotPaused' | 'otherDate'

export type Resumed =
  | { kind: 'resumed'; restored: number[] }
  | { kind: 'noRule' }
  | { kind: 'refused'; why: ResumeRefusal }

/**
 * The rule goes on from its next day; and of what it missed while it was paused one month at most is issued, dated on
 * the next day on which it can leave, when its person says which (docs/decisions/0017). What the pause stopped goes on
 * only when its person says so, dated alike; the rest is over: nothing of it comes back. `shown` is the date they saw.
 */
export async function resumeRule(
  needs: RestoreNeeds,
  author: Author,
  at: RuleAt,
  { issued, restores, shown }: { issued: Month | null; restores: boolean; shown?: Day | undefined },
): Promise<Resumed> {
  const { db, clock } = needs
  const today = dayInChile(clock.now())
  return db.transaction().execute(async (trx): Promise<Resumed> => {
    const rule = await lockMissed(trx, at, today)
    if (rule === null) return { kind: 'noRule' }
    if (!rule.isPaused) return { kind: 'refused', why: 'ruleNotPaused' }
    const emissionDay = issued === null ? null : dayIn(rule.days, issued)
    if (emissionDay === undefined) return { kind: 'refused', why: 'monthNotOfRule' }
    if (emissionDay !== null && !rule.isComplete) return { kind: 'refused', why: 'ruleIncomplete' }
    const once = atOneMoment(needs)
    const isOrder = emissionDay !== null || restores
    if (isOrder && isOtherDate(once, rule.companyId, shown)) {
      return { kind: 'refused', why: 'otherDate' }
    }
    await resume(once, trx, author, at)
    const ofMonth = rule.stopped.filter(({ period }) => period === issued).map(({ id }) => id)
    // A month that has its documents gets no others: those that were stopped get the date on which they can leave.
    if (emissionDay !== null && ofMonth.length === 0) {
      await makeOrdered(trx, once, author, { ...at, ...rule, emissionDay })
    }
    const rest = restores ? rule.stopped.filter(({ period }) => period !== issued) : []
    const restored = [
      ...(await restoreStopped(trx, once, author, ofMonth, { isNamed: true })),
      ...(await restoreStopped(
        trx,
        once,
        author,
        rest.map(({ id }) => id),
        { isNamed: false },
      )),
    ]
    return { kind: 'resumed', restored }
  })
}

function dayIn(days: readonly Day[], month: Month): Day | undefined {
  return days.find((day) => monthOf(day) === month)
}
