import type { Kysely } from 'kysely'
import { addDays, dayInChile, type Month } from '#domain/day.ts'
import { clpFromWire } from '#domain/money.ts'
import { isZeroUf, quantityFromWire, ufFromWire } from '#domain/uf.ts'
import { audit, type Author } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput, type FieldProblems } from '../http/errors.ts'
import type { Say } from './check.ts'
import { openMonths, type OpenLine, type OpenMonth } from './open-lines.ts'
import { lockRule, type RuleAt } from './store.ts'

/** From so many days before the emission on, the user is asked. */
export const ASKED_DAYS_AHEAD = 5

export interface MonthlyNeeds {
  db: Kysely<Schema>
  clock: Clock
  /** Keeps the month's documents as they are until the transaction ends, so that none is made meanwhile. */
  holdDocuments(trx: Kysely<Schema>, month: MonthAt): Promise<void>
  /** What waited for these values goes on; in the transaction that saves them. */
  onValuesSaved(trx: Kysely<Schema>, month: MonthAt): Promise<void>
}

export type MonthAt = RuleAt & { period: Month }

export interface ValueDraft {
  clientId: number
  order: number
  quantity: string | number | null
  price: string | number | null
}

export type Saved = { kind: 'saved'; month: OpenMonth } | { kind: 'noRule' } | { kind: 'notOpen' }

/** All rules': asked for from now on, or in vain until now. One rule's: its next emission too. */
export function monthlyTasks(
  { db, clock }: Pick<MonthlyNeeds, 'db' | 'clock'>,
  asked: { organisationId: number; ruleId?: number | undefined },
): Promise<OpenMonth[]> {
  const until = addDays(dayInChile(clock.now()), ASKED_DAYS_AHEAD)
  return openMonths(db, { ...asked, until })
}

/**
 * Saves what the user filled in for a month, all of it or, with InvalidInput, nothing. Of documents already
 * frozen nothing is open, so what they say never changes.
 */
export async function saveMonthlyValues(
  needs: MonthlyNeeds,
  author: Author,
  at: MonthAt,
  values: ValueDraft[],
  say: Say,
): Promise<Saved> {
  const { clock } = needs
  return needs.db.transaction().execute(async (trx): Promise<Saved> => {
    if ((await lockRule(trx, at)) === null) return { kind: 'noRule' }
    await needs.holdDocuments(trx, at)
    const open = await openMonth(trx, clock, at)
    if (open === undefined) return { kind: 'notOpen' }
    await writeValues(trx, clock, at, checkValues(open, values, say))
    await needs.onValuesSaved(trx, at)
    const subject = `rule:${at.ruleId}`
    const data = { period: at.period }
    await audit(trx, clock, author, { kind: 'monthlyValuesSaved', subject, data })
    return { kind: 'saved', month: (await openMonth(trx, clock, at)) ?? open }
  })
}

async function openMonth(
  trx: Kysely<Schema>,
  clock: Clock,
  { period, ...rule }: MonthAt,
): Promise<OpenMonth | undefined> {
  const months = await monthlyTasks({ db: trx, clock }, rule)
  return months.find((month) => month.period === period)
}

type CheckedValue = {
  line: OpenLine
  quantity: string | null
  price: string | null
}

function checkValues(open: OpenMonth, values: ValueDraft[], say: Say): CheckedValue[] {
  const seen = new Set<OpenLine>()
  const checked = values.map((value): { found: CheckedValue | null; problems: FieldProblems } => {
    const { clientId, order } = value
    const line = open.lines.find((one) => one.client.id === clientId && one.order === order)
    if (line === undefined) return { found: null, problems: { order: [say('nothingToFillIn')] } }
    if (seen.has(line)) return { found: null, problems: { order: [say('repeatedOrder')] } }
    seen.add(line)
    return checkValue(line, value, say)
  })
  if (checked.some(({ problems }) => Object.keys(problems).length > 0)) {
    throw new InvalidInput({ values: checked.map(({ problems }) => problems) })
  }
  return checked.flatMap(({ found }) => found ?? [])
}

function checkValue(
  line: OpenLine,
  value: ValueDraft,
  say: Say,
): { found: CheckedValue; problems: FieldProblems } {
  const problems: FieldProblems = {}
  const count = value.quantity === null ? null : quantityFromWire(value.quantity)
  const price = value.price === null ? null : ufFromWire(value.price)
  if (value.quantity !== null) {
    if (line.quantityIsFixed) problems.quantity = [say('fixedByRule')]
    else if (count === null) {
      problems.quantity = [say(Number(value.quantity) === 0 ? 'aboveZero' : 'notDecimal')]
    }
  }
  if (value.price !== null) {
    if (line.priceIsFixed) problems.price = [say('fixedByRule')]
    else if (price === null) problems.price = [say('notDecimal')]
    else if (isZeroUf(price)) problems.price = [say('aboveZero')]
    else if (line.currency === 'CLP' && clpFromWire(value.price) === null) {
      problems.price = [say('wholePesos')]
    }
  }
  return { found: { line, quantity: count, price }, problems }
}

async function writeValues(
  trx: Kysely<Schema>,
  clock: Clock,
  at: MonthAt,
  values: CheckedValue[],
): Promise<void> {
  await trx
    .insertInto('monthly_value')
    .values(
      values.map(({ line, quantity, price }) => ({
        organisation_id: at.organisationId,
        rule_id: at.ruleId,
        period: at.period,
        client_id: line.client.id,
        position: line.order,
        product_id: line.productId,
        quantity,
        price,
        saved_at: instantText(clock.now()),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'rule_id', 'period', 'client_id', 'position'])
        .doUpdateSet((eb) => ({
          product_id: eb.ref('excluded.product_id'),
          quantity: eb.ref('excluded.quantity'),
          price: eb.ref('excluded.price'),
          saved_at: eb.ref('excluded.saved_at'),
        })),
    )
    .execute()
}
