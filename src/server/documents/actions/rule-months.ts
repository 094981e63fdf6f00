import type { Kysely } from 'kysely'
import {
  addMonths,
  compare,
  dayInChile,
  firstDayOf,
  monthOf,
  type Day,
  type Month,
} from '#domain/day.ts'
import { nextDeparture, type EmissionHours } from '#domain/departure.ts'
import type { DocumentState } from '#domain/document.ts'
import { audit, type AuditKind, type Author } from '../../audit.ts'
import { atOneMoment, instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import {
  lockMonths,
  setMonthChange,
  type MonthsOfRule,
  type RuleMonth,
} from '../../rules/months.ts'
import { planChangedMonth } from '../../rules/plan-anew.ts'
import { actorOf, isOtherDate, makeOrdered } from '../plan/emit-ordered.ts'
import { moveTo } from '../queue/past-date.ts'
import { record, type DocumentRow } from '../trail/trail.ts'

interface Needs extends EmissionHours {
  db: Kysely<Schema>
  clock: Clock
}

export interface MonthAt {
  organisationId: number
  ruleId: number
  period: Month
}

/** Why a month stays as it is. */
export type MonthRefusal =
  | 'monthNotOfRule'
  | 'monthAlreadyIssued'
  | 'monthAlreadyPlanned'
  | 'dayNotOfMonth'
  | 'dayHasGoneBy'
  | 'notThisMonth'
  | 'ruleIsPaused'
  | 'ruleIncomplete'
  | 'otherDate'

export type MonthAnswer =
  | { kind: 'done'; month: RuleMonth }
  | { kind: 'noRule' }
  | { kind: 'refused'; why: MonthRefusal }

export type MonthWish = { kind: 'skip' } | { kind: 'move'; day: Day } | { kind: 'restore' }

/** This month and those ahead in which the rule issues. Null: no such rule. */
export async function monthsOf(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  at: Omit<MonthAt, 'period'>,
): Promise<RuleMonth[] | null> {
  const rule = await db
    .transaction()
    .execute((trx) => lockMonths({ db: trx, clock }, at, dayInChile(clock.now())))
  return rule === null ? null : rule.months.filter(({ isExpected }) => isExpected)
}

/**
 * Makes one month different, or as the others again, and the rule waits for the day that follows. Of a month
 * already planned nothing but its documents is left to stop.
 */
export function changeMonth(
  needs: Needs,
  author: Author,
  at: MonthAt,
  wish: MonthWish,
): Promise<MonthAnswer> {
  return onMonth(needs, author, at, AUDITED[wish.kind], async (trx, rule, month, today) => {
    if (!month.isExpected) return 'monthNotOfRule'
    if (month.isPlanned) {
      if (wish.kind !== 'skip') return 'monthAlreadyPlanned'
      return stopDocuments(trx, needs.clock, author, at)
    }
    const first = nextDeparture(needs, needs.clock.now(), rule.companyId).day
    const refusal = refusalOf(wish, rule, month, first)
    if (refusal !== null) return refusal
    await setMonthChange(trx, at, at.period, changeOf(wish, month))
    await planChangedMonth(trx, at, today)
    return null
  })
}

const AUDITED = {
  skip: 'ruleMonthSkipped',
  move: 'ruleMonthMoved',
  restore: 'ruleMonthRestored',
} as const

function refusalOf(
  wish: MonthWish,
  { startDay, endDay }: MonthsOfRule,
  { period, ownDay }: RuleMonth,
  first: Day,
): MonthRefusal | null {
  if (wish.kind === 'skip') return null
  // What would be missed at once is not put back in silence: another day, or issuing it now, is said outright.
  const day = wish.kind === 'move' ? wish.day : ownDay
  if (compare(day, first) < 0) return 'dayHasGoneBy'
  const isOfRule = compare(day, startDay) >= 0 && (endDay === null || compare(day, endDay) <= 0)
  return monthOf(day) === period && isOfRule ? null : 'dayNotOfMonth'
}

function changeOf(wish: MonthWish, { ownDay }: RuleMonth) {
  if (wish.kind === 'skip') return { kind: 'skipped' } as const
  if (wish.kind === 'restore' || wish.day === ownDay) return null
  return { kind: 'moved', day: wish.day } as const
}

/**
 * This month's documents, dated on the next day on which they can leave, whatever their day was; the rule goes on with
 * the next month. `shown` is the date the person saw. They have the keys that planning would have given them, so none is ever made twice.
 */
export function issueMonthNow(
  needs: Needs,
  author: Author,
  at: MonthAt,
  shown?: Day,
): Promise<MonthAnswer> {
  return onMonth(needs, author, at, 'ruleMonthIssuedNow', async (trx, rule, month, today) => {
    const once = atOneMoment(needs)
    if (at.period !== monthOf(today)) return 'notThisMonth'
    if (rule.isPaused) return 'ruleIsPaused'
    if (!rule.isComplete) return 'ruleIncomplete'
    if (isOtherDate(once, rule.companyId, shown)) return 'otherDate'
    if (month.isPlanned) return bringForward(trx, once, author, at)
    if (!mayStillIssue(rule, month, today)) return 'monthNotOfRule'
    const ownDay = month.change?.kind === 'moved' ? month.change.day : month.ownDay
    const emissionDay = month.isExpected ? ownDay : today
    await makeOrdered(trx, once, author, { ...at, ...rule, emissionDay })
    await setMonthChange(trx, at, at.period, null)
    await planChangedMonth(trx, at, today)
    return null
  })
}

/** A rule made after its day of this month issues it all the same when asked to. */
function mayStillIssue(rule: MonthsOfRule, { period }: RuleMonth, today: Day): boolean {
  const { startDay, endDay, emissionsLeft } = rule
  if (emissionsLeft !== null && emissionsLeft <= 0) return false
  if (endDay !== null && compare(today, endDay) > 0) return false
  return monthOf(startDay) <= period
}

/** Of those planned already: what waits for its hour, or was missed. */
async function bringForward(
  trx: Kysely<Schema>,
  needs: Needs,
  author: Author,
  at: MonthAt,
): Promise<MonthRefusal | null> {
  const now = instantText(needs.clock.now())
  const rows = (await lockDocuments(trx, at)).filter(
    ({ state, issue_day, next_try_at }) =>
      (state === 'planned' && next_try_at !== null && next_try_at > now) ||
      ((state === 'planned' || state === 'needs_data') && issue_day === null),
  )
  if (rows.length === 0) return 'monthAlreadyIssued'
  for (const row of rows) {
    const departure = nextDeparture(needs, needs.clock.now(), row.company_id)
    // Still to be prepared, it needn't wait for its company's own minute.
    const atMs = departure.day === row.issue_day ? needs.clock.now() : departure.atMs
    await moveTo(trx, needs, actorOf(author), row, { day: departure.day, atMs })
  }
  return null
}

const TOO_LATE: ReadonlySet<DocumentState> = new Set(['issuing', 'uncertain', 'issued', 'annulled'])

async function stopDocuments(
  trx: Kysely<Schema>,
  clock: Clock,
  author: Author,
  at: MonthAt,
): Promise<MonthRefusal | null> {
  const rows = await lockDocuments(trx, at)
  if (rows.some(({ state }) => TOO_LATE.has(state))) return 'monthAlreadyIssued'
  const reason = 'skippedByUser'
  const change = { next_try_at: null, wait_until: null, reason, reason_text: null } as const
  for (const row of rows) {
    if (row.state === 'skipped') continue
    await record(trx, clock, actorOf(author), row, { kind: 'skipped', reason }, change)
  }
  return null
}

/** At most one for each of the rule's clients, and their re-issues. */
function lockDocuments(
  trx: Kysely<Schema>,
  { organisationId, ruleId, period }: MonthAt,
): Promise<DocumentRow[]> {
  return trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where('emission_day', '>=', firstDayOf(period))
    .where('emission_day', '<', firstDayOf(addMonths(period, 1)))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** On the locked rule, and on record in the same transaction; refused, nothing has changed. */
function onMonth(
  { db, clock }: Needs,
  author: Author,
  at: MonthAt,
  kind: AuditKind,
  change: (
    trx: Kysely<Schema>,
    rule: MonthsOfRule,
    month: RuleMonth,
    today: Day,
  ) => Promise<MonthRefusal | null>,
): Promise<MonthAnswer> {
  const today = dayInChile(clock.now())
  return db.transaction().execute(async (trx): Promise<MonthAnswer> => {
    const rule = await lockMonths({ db: trx, clock }, at, today)
    if (rule === null) return { kind: 'noRule' }
    const month = monthIn(rule, at.period)
    if (month === undefined) return { kind: 'refused', why: 'monthNotOfRule' }
    const why = await change(trx, rule, month, today)
    if (why !== null) return { kind: 'refused', why }
    const subject = `rule:${at.ruleId}`
    await audit(trx, clock, author, { kind, subject, data: { period: at.period } })
    const after = await lockMonths({ db: trx, clock }, at, today)
    return { kind: 'done', month: (after && monthIn(after, at.period)) ?? month }
  })
}

function monthIn({ months }: MonthsOfRule, period: Month): RuleMonth | undefined {
  return months.find((month) => month.period === period)
}
