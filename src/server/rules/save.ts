import type { Kysely } from 'kysely'
import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import type { EmissionHours } from '#domain/departure.ts'
import { audit, type AuditKind, type Author } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput } from '../http/errors.ts'
import { checkDraft, type CheckContext, type Say } from './check.ts'
import type { CheckedRule, RuleDraft } from './draft.ts'
import type { MadeDocument } from './made-documents.ts'
import { moveFirstDay, planAnew } from './plan-anew.ts'
import { replaceLines, shownMonth } from './prices/rule-lines.ts'
import { isComplete } from './saved-course.ts'
import {
  countRules,
  deleteRule,
  insertRule,
  lockRule,
  MOST_RULES,
  readDraft,
  references,
  replaceClients,
  setNext,
  updateRule,
  type RuleAt,
  type StoredRule,
} from './store.ts'

export interface SaveNeeds extends EmissionHours {
  db: Kysely<Schema>
  clock: Clock
  /** Whether the organisation may send from this account; mail accounts are another feature's. */
  hasEmailAccount(
    db: Kysely<Schema>,
    at: { organisationId: number; emailAccountId: number },
  ): Promise<boolean>
  /** The rule stopped: what waits of it must not be issued. Runs in the transaction that stops it; answers what it was. */
  onRuleStopped(
    trx: Kysely<Schema>,
    stopped: RuleAt & { userId: number | null; reason: 'rulePaused' | 'ruleDeleted' },
  ): Promise<MadeDocument[]>
  /** What it lacked may be there now: what waits for it is looked at again at once. In the same transaction. */
  onRuleChanged(trx: Kysely<Schema>, changed: RuleAt): Promise<void>
  /** Clients came to a rule: what is planned for today is planned for them too. In the same transaction. */
  onClientsChanged(trx: Kysely<Schema>, changed: RuleAt & { userId: number | null }): Promise<Dated>
  /** Its change is wanted in what waits already. In the same transaction. */
  onRuleApplied(trx: Kysely<Schema>, changed: RuleAt & { userId: number | null }): Promise<Dated>
}

/** How many documents of this month it was, and the date that was given to them; null: they keep theirs. */
export interface Dated {
  count: number
  day: Day | null
}

/** The dates that the person saw: of a first day that is today, and of what the change makes or moves this month. */
export interface SeenDates {
  first?: Day | undefined
  thisMonth?: Day | undefined
}

/** A rule and its first emission day, or InvalidInput with all that is wrong and nothing stored. */
export async function createRule(
  needs: SaveNeeds,
  author: Author,
  draft: RuleDraft,
  say: Say,
  shown?: Day,
): Promise<RuleAt> {
  const { db, clock } = needs
  const { organisationId } = author
  return db.transaction().execute(async (trx) => {
    const today = dayInChile(clock.now())
    const rule = await check(needs, trx, author, draft, { today, before: null, say })
    if ((await countRules(trx, organisationId)) >= MOST_RULES) {
      throw new InvalidInput({}, [say('tooManyRules', { limit: MOST_RULES })])
    }
    const ruleId = await insertRule(trx, clock, organisationId, rule)
    const at = { organisationId, ruleId }
    await replaceClients(trx, at, rule.clients)
    await replaceLines(trx, at, rule.lines)
    await planAnew(trx, at, today)
    await moveFirstDay(needs, trx, at, rule, { shown, say })
    await record(needs, trx, author, at, 'ruleCreated')
    return at
  })
}

/** What a change may bring: any part of a rule, whether it rests, and whether what waits already gets it too. */
export type RuleChange = Partial<RuleDraft> & { isPaused?: boolean; appliesToWaiting?: boolean }

/** What became of documents by a change. */
export interface Changed {
  /** In how many the change was put as well; null when that was not asked for. */
  applied: number | null
  /** What the pause stopped; null when it paused nothing. */
  stopped: MadeDocument[] | null
}

/**
 * Changes what is named and keeps the rest; the whole is checked. Documents already frozen keep their
 * content unless it is asked for. Null when there is no such rule.
 */
export async function changeRule(
  needs: SaveNeeds,
  author: Author,
  at: RuleAt,
  { isPaused, appliesToWaiting, ...change }: RuleChange,
  say: Say,
  { first: shown, thisMonth }: SeenDates = {},
): Promise<Changed | null> {
  return needs.db.transaction().execute(async (trx) => {
    const stored = await lockRule(trx, at)
    if (stored === null) return null
    if (Object.keys(change).length > 0) {
      const added = await edit(needs, trx, author, stored, change, { say, shown })
      await refuseDate(trx, at, added, { thisMonth, say })
    }
    const stopped =
      isPaused === true && !stored.isPaused ? await pause(needs, trx, author, at) : null
    if (isPaused === false && stored.isPaused) await resume(needs, trx, author, at)
    if (appliesToWaiting !== true) return { applied: null, stopped }
    const applied = await needs.onRuleApplied(trx, { ...at, userId: author.userId })
    await refuseDate(trx, at, applied, { thisMonth, say })
    return { applied: applied.count, stopped }
  })
}

/**
 * Nothing is made or moved with a date after the rule's end, or with one that its person did not see
 * (docs/decisions/0017).
 */
async function refuseDate(
  trx: Kysely<Schema>,
  at: RuleAt,
  { day }: Dated,
  { thisMonth: shown, say }: { thisMonth: Day | undefined; say: Say },
): Promise<void> {
  if (day === null) return
  const { endDay } = await readDraft(trx, at, day)
  if (endDay !== null && day > endDay) throw new InvalidInput({ end_date: [say('tooLateToBegin')] })
  if (shown !== undefined && shown !== day) {
    throw new InvalidInput({ date: ['otherDate'] })
  }
}

interface EditOptions {
  say: Say
  /** The date that the person saw of a first day that is today. */
  shown: Day | undefined
  /** It comes with a file, which may bring a day 29 to 31. */
  isImported?: boolean
}

/** Changes a rule that is locked. */
export async function edit(
  needs: SaveNeeds,
  trx: Kysely<Schema>,
  author: Author,
  stored: StoredRule,
  change: Partial<RuleDraft>,
  { say, shown, isImported = false }: EditOptions,
): Promise<Dated> {
  const { clock } = needs
  const { at } = stored
  if (change.kind !== undefined && change.kind !== stored.kind) {
    throw new InvalidInput({ document_type: [say('documentTypeFixed')] })
  }
  const today = dayInChile(clock.now())
  const before = await readDraft(trx, at, today)
  const dayOfMonth = isImported ? (change.dayOfMonth ?? before.dayOfMonth) : before.dayOfMonth
  const known = { startDay: knownDay(before.startDay), dayOfMonth }
  const context = { today, say, before: known }
  const rule = await check(needs, trx, author, { ...before, ...change }, context)
  await updateRule(trx, clock, at, { rule })
  if (change.clients !== undefined) await replaceClients(trx, at, rule.clients)
  if (change.lines !== undefined) {
    await replaceLines(trx, at, rule.lines, shownMonth(stored.nextEmissionDay, today))
  }
  if (!stored.isPaused && (movesDates(before, rule) || isComplete(before) !== isComplete(rule))) {
    await planAnew(trx, at, today)
    await moveFirstDay(needs, trx, at, rule, { shown, say })
  }
  await needs.onRuleChanged(trx, at)
  await record(needs, trx, author, at, 'ruleChanged', { fields: Object.keys(change) })
  if (change.clients === undefined || stored.isPaused) return { count: 0, day: null }
  return needs.onClientsChanged(trx, { ...at, userId: author.userId })
}

/** A rule renamed on a day whose planning is late must not lose that day. */
function movesDates(before: RuleDraft, after: CheckedRule): boolean {
  return (
    before.businessDayRule !== after.businessDayRule ||
    before.dayOfMonth !== after.dayOfMonth ||
    before.startDay !== after.startDay ||
    before.endDay !== after.endDay ||
    before.mostEmissions !== after.mostEmissions
  )
}

export async function pause(
  needs: SaveNeeds,
  trx: Kysely<Schema>,
  author: Author,
  at: RuleAt,
): Promise<MadeDocument[]> {
  await updateRule(trx, needs.clock, at, { isPaused: true })
  await setNext(trx, at, null)
  const stopped = await needs.onRuleStopped(trx, {
    ...at,
    userId: author.userId,
    reason: 'rulePaused',
  })
  await record(needs, trx, author, at, 'rulePaused')
  return stopped
}

/** From its next day on: what went by while it rested is nobody's business here. */
export async function resume(
  needs: Pick<SaveNeeds, 'clock'>,
  trx: Kysely<Schema>,
  author: Author,
  at: RuleAt,
): Promise<void> {
  await updateRule(trx, needs.clock, at, { isPaused: false })
  await planAnew(trx, at, dayInChile(needs.clock.now()))
  await record(needs, trx, author, at, 'ruleResumed')
}

/** Soft: documents and history stay. False when there is no such rule. */
export async function removeRule(needs: SaveNeeds, author: Author, at: RuleAt): Promise<boolean> {
  return needs.db.transaction().execute(async (trx) => {
    if ((await lockRule(trx, at)) === null) return false
    await removeLocked(needs, trx, author, at)
    return true
  })
}

/** Answers the documents that it stopped. */
export async function removeLocked(
  needs: SaveNeeds,
  trx: Kysely<Schema>,
  author: Author,
  at: RuleAt,
): Promise<MadeDocument[]> {
  await deleteRule(trx, needs.clock, at)
  const stopped = await needs.onRuleStopped(trx, {
    ...at,
    userId: author.userId,
    reason: 'ruleDeleted',
  })
  await record(needs, trx, author, at, 'ruleDeleted')
  return stopped
}

/** Checked against what the organisation has; InvalidInput with all that is wrong. */
export async function check(
  needs: Pick<SaveNeeds, 'hasEmailAccount'>,
  trx: Kysely<Schema>,
  { organisationId }: Author,
  draft: RuleDraft,
  context: CheckContext,
): Promise<CheckedRule> {
  const { emailAccountId } = draft
  const hasEmailAccount =
    emailAccountId !== null &&
    (await needs.hasEmailAccount(trx, { organisationId, emailAccountId }))
  const known = await references(trx, organisationId, draft)
  return checkDraft(draft, { ...known, hasEmailAccount }, context)
}

export function record(
  { clock }: Pick<SaveNeeds, 'clock'>,
  trx: Kysely<Schema>,
  author: Author,
  at: RuleAt,
  kind: AuditKind,
  data: Record<string, string | string[]> = {},
): Promise<void> {
  return audit(trx, clock, author, { kind, subject: `rule:${at.ruleId}`, data })
}
