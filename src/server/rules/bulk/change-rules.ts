import type { Kysely } from 'kysely'
import type { Author } from '../../audit.ts'
import type { Schema } from '../../db/schema.ts'
import { InvalidInput, Refused, type FieldProblems } from '../../http/errors.ts'
import type { Say } from '../check.ts'
import { edit, pause, record, removeLocked, resume, type SaveNeeds } from '../save.ts'
import { lockRule, type StoredRule } from '../store.ts'
import { viewRules, type RuleView } from '../view.ts'
import type { PricesChange, RulesChange } from './change.ts'
import { changeByFile } from './change-by-file.ts'
import { changedLines, countPrepared, storePrices } from './change-prices.ts'
import { differenceOf, digestOf, type Done, type RuleDifference } from './difference.ts'
import { refuseProblems } from './refuse-problems.ts'

type Db = Kysely<Schema>

export interface Wish {
  ruleIds: readonly number[]
  change: RulesChange
}

export interface Shown {
  digest: string
  differences: RuleDifference[]
}

/** What the change would do, by making it and taking it back. Null: one of them is no rule. */
export async function previewChange(
  needs: SaveNeeds,
  author: Author,
  wish: Wish,
  say: Say,
): Promise<Shown | null> {
  try {
    return await needs.db.transaction().execute(async (trx) => {
      const made = await makeChange(needs, trx, author, wish, say)
      // Everything is taken back.
      if (made !== null) throw new TakenBack(made)
      return null
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.made
    throw error
  }
}

class TakenBack extends Error {
  readonly made: Shown

  constructor(made: Shown) {
    super('TakenBack')
    this.made = made
  }
}

/** Makes it in all of them, or throws and makes nothing: 409 where it did anything else than what `digest` names. */
export async function makeShownChange(
  needs: SaveNeeds,
  author: Author,
  wish: Wish,
  digest: string,
  say: Say,
): Promise<Shown | null> {
  return needs.db.transaction().execute(async (trx) => {
    const made = await makeChange(needs, trx, author, wish, say)
    if (made !== null && made.digest !== digest) throw new Refused(409, 'rulesChanged')
    return made
  })
}

async function makeChange(
  needs: SaveNeeds,
  trx: Db,
  author: Author,
  { ruleIds, change }: Wish,
  say: Say,
): Promise<Shown | null> {
  const stored = await lockRules(trx, author.organisationId, ruleIds)
  if (stored === null) return null
  const before = await viewsOf(needs, trx, author, ruleIds)
  const done = await doneBy(needs, trx, author, { stored, views: before, change, say })
  const after = await viewsOf(needs, trx, author, ruleIds)
  const differences = before.map((view, index) =>
    differenceOf(view, after[index] ?? view, done.get(view.id)),
  )
  return { digest: digestOf(change, differences), differences }
}

/** In the order of their ids, so that two changes of the same rules never wait for each other. */
async function lockRules(
  trx: Db,
  organisationId: number,
  ruleIds: readonly number[],
): Promise<StoredRule[] | null> {
  const stored: StoredRule[] = []
  for (const ruleId of [...new Set(ruleIds)].sort((a, b) => a - b)) {
    const rule = await lockRule(trx, { organisationId, ruleId })
    if (rule === null) return null
    stored.push(rule)
  }
  return stored
}

/** In the order in which they were chosen. */
async function viewsOf(
  needs: SaveNeeds,
  trx: Db,
  { organisationId }: Author,
  ruleIds: readonly number[],
): Promise<RuleView[]> {
  const views = await viewRules({ ...needs, db: trx }, organisationId, { behind: ruleIds })
  const found = new Map(views.map((view) => [view.id, view]))
  return [...new Set(ruleIds)].flatMap((id) => found.get(id) ?? [])
}

interface Doing {
  stored: readonly StoredRule[]
  views: readonly RuleView[]
  change: RulesChange
  say: Say
}

async function doneBy(
  needs: SaveNeeds,
  trx: Db,
  author: Author,
  { stored, views, change, say }: Doing,
): Promise<Map<number, Done>> {
  if (change.kind === 'prices') return changePrices(needs, trx, author, { views, change, say })
  if (change.kind === 'file')
    return changeByFile(needs, trx, author, { stored, views, change, say })
  const done = new Map<number, Done>()
  const problems = new Map<number, FieldProblems>()
  for (const rule of stored) {
    const { ruleId } = rule.at
    try {
      done.set(ruleId, await changeOne(needs, trx, author, rule, change, say))
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problems.set(ruleId, error.fields)
    }
  }
  refuseProblems(views, problems)
  return done
}

async function changeOne(
  needs: SaveNeeds,
  trx: Db,
  author: Author,
  rule: StoredRule,
  change: Exclude<RulesChange, { kind: 'prices' | 'file' }>,
  say: Say,
): Promise<Done> {
  switch (change.kind) {
    case 'pause':
      return rule.isPaused ? {} : { stopped: await pause(needs, trx, author, rule.at) }
    case 'resume':
      if (rule.isPaused) await resume(needs, trx, author, rule.at)
      return {}
    case 'delete':
      return { isDeleted: true, stopped: await removeLocked(needs, trx, author, rule.at) }
    case 'schedule': {
      const { schedule } = change
      const dayOfMonth = schedule.rule === 'EXACT' ? schedule.dayOfMonth : null
      const days = { businessDayRule: schedule.rule, dayOfMonth }
      if (!isSame(rule, days)) await edit(needs, trx, author, rule, days, { say, shown: undefined })
      return {}
    }
  }
}

function isSame(
  { schedule }: StoredRule,
  { businessDayRule, dayOfMonth }: { businessDayRule: string; dayOfMonth: number | null },
): boolean {
  return (
    schedule.rule === businessDayRule &&
    (schedule.rule !== 'EXACT' || schedule.dayOfMonth === dayOfMonth)
  )
}

async function changePrices(
  needs: SaveNeeds,
  trx: Db,
  author: Author,
  {
    views,
    change,
    say,
  }: { views: readonly RuleView[]; change: Extract<RulesChange, { kind: 'prices' }>; say: Say },
): Promise<Map<number, Done>> {
  const { organisationId } = author
  const problems = new Map<number, FieldProblems>()
  const ids = views.map(({ id }) => id)
  const prepared = await countPrepared(trx, organisationId, ids, change.from)
  const done = new Map<number, Done>()
  for (const view of views) {
    const outcomes = changedLines(view, change.from, change.change, say)
    const problem = outcomes.find((outcome) => outcome.kind === 'problem')
    if (problem !== undefined) problems.set(view.id, problem.problems)
    const lines = outcomes.flatMap((outcome) => (outcome.kind === 'line' ? [outcome.line] : []))
    done.set(view.id, { lines, prepared: prepared.get(view.id) ?? 0 })
  }
  refuseProblems(views, problems)
  const all = [...done].flatMap(([ruleId, { lines = [] }]) =>
    lines.map((line) => ({ ruleId, line })),
  )
  await storePrices(trx, organisationId, change, all)
  const changed = new Set(all.flatMap(({ ruleId, line }) => (line.price === null ? [] : [ruleId])))
  const data = { from: change.from, ...recorded(change.change) }
  for (const ruleId of changed) {
    await needs.onRuleChanged(trx, { organisationId, ruleId })
    await record(needs, trx, author, { organisationId, ruleId }, 'rulePricesChanged', data)
  }
  return done
}

function recorded(change: PricesChange): Record<string, string> {
  switch (change.by) {
    case 'percent':
      return { by: change.by, percent: change.percent }
    case 'ipc': {
      const { by, percent, firstMonth, lastMonth } = change
      return { by, percent, firstMonth, lastMonth }
    }
    case 'uf':
      return { by: change.by, price: change.price }
    case 'withdraw':
      return { by: change.by }
  }
}
