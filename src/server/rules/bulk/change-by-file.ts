import type { Kysely } from 'kysely'
import { dayInChile, type Month } from '#domain/day.ts'
import type { Author } from '../../audit.ts'
import type { Schema } from '../../db/schema.ts'
import { InvalidInput, type FieldProblems } from '../../http/errors.ts'
import type { Say } from '../check.ts'
import type { RuleDraft } from '../draft.ts'
import type { MadeDocument } from '../made-documents.ts'
import { priceIn } from '../prices/line-prices.ts'
import type { LineView } from '../prices/line-views.ts'
import { setPricesFrom } from '../prices/set-prices.ts'
import { edit, pause, record, resume, type SaveNeeds } from '../save.ts'
import { readDraft, type StoredRule } from '../store.ts'
import type { RuleView } from '../view.ts'
import type { RuleOfFile, RulesChange } from './change.ts'
import { countPrepared } from './change-prices.ts'
import { fromTo, type Done, type LineDifference } from './difference.ts'
import { refuseProblems } from './refuse-problems.ts'

type Db = Kysely<Schema>

/** Makes what a file says differently of each rule. */
export async function changeByFile(
  needs: SaveNeeds,
  trx: Db,
  author: Author,
  {
    stored,
    views,
    change,
    say,
  }: {
    stored: readonly StoredRule[]
    views: readonly RuleView[]
    change: Extract<RulesChange, { kind: 'file' }>
    say: Say
  },
): Promise<Map<number, Done>> {
  const { from } = change
  const ids = views.map(({ id }) => id)
  const prepared = await countPrepared(trx, author.organisationId, ids, from)
  const wanted = new Map(change.rules.map((rule) => [rule.ruleId, rule]))
  const done = new Map<number, Done>()
  const problems = new Map<number, FieldProblems>()
  for (const view of views) {
    const rule = stored.find(({ at }) => at.ruleId === view.id)
    const wish = wanted.get(view.id)
    if (rule === undefined || wish === undefined) continue
    try {
      const stopped = await changeOne(needs, trx, author, rule, { wish, from, say })
      const hasPrice = wish.lines.some(({ price }) => price !== undefined)
      done.set(view.id, {
        stopped,
        lines: view.lines.flatMap((line) => differenceOfLine(line, wish, from)),
        prepared: hasPrice ? (prepared.get(view.id) ?? 0) : 0,
      })
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problems.set(view.id, error.fields)
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
  { wish, from, say }: { wish: RuleOfFile; from: Month; say: Say },
): Promise<MadeDocument[]> {
  const { at } = rule
  const draft = await draftChange(needs, trx, rule, wish)
  if (Object.keys(draft).length > 0) {
    await edit(needs, trx, author, rule, draft, { say, shown: undefined, isImported: true })
  }
  const priced = wish.lines.flatMap(({ order, price }) =>
    price === undefined ? [] : [{ ruleId: at.ruleId, position: order, price }],
  )
  if (priced.length > 0) {
    await setPricesFrom(trx, at.organisationId, from, priced)
    await needs.onRuleChanged(trx, at)
    await record(needs, trx, author, at, 'rulePricesChanged', { from, by: 'file' })
  }
  if (wish.isPaused === undefined || wish.isPaused === rule.isPaused) return []
  if (wish.isPaused) return pause(needs, trx, author, at)
  await resume(needs, trx, author, at)
  return []
}

async function draftChange(
  { clock }: SaveNeeds,
  trx: Db,
  { at }: StoredRule,
  { schedule, lines }: RuleOfFile,
): Promise<Partial<RuleDraft>> {
  const change: Partial<RuleDraft> = {}
  if (schedule !== undefined) {
    change.businessDayRule = schedule.rule
    change.dayOfMonth = schedule.rule === 'EXACT' ? schedule.dayOfMonth : null
  }
  const counts = new Map(
    lines.flatMap(({ order, quantity }) => (quantity === undefined ? [] : [[order, quantity]])),
  )
  if (counts.size > 0) {
    const before = await readDraft(trx, at, dayInChile(clock.now()))
    change.lines = before.lines.map((line) => ({
      ...line,
      quantity: counts.get(line.order) ?? line.quantity,
    }))
  }
  return change
}

function differenceOfLine(line: LineView, { lines }: RuleOfFile, from: Month): LineDifference[] {
  const wish = lines.find(({ order }) => order === line.order)
  if (wish === undefined) return []
  const { quantity, price } = wish
  return [
    {
      order: line.order,
      name: line.name,
      currency: line.currency,
      quantity: quantity === undefined ? null : fromTo(line.quantity, quantity),
      price: price === undefined ? null : fromTo(priceIn(line.prices, from), price),
      exact: null,
      replaced: price === undefined ? [] : line.prices.later.filter((later) => later.from >= from),
      kept: null,
    },
  ]
}
