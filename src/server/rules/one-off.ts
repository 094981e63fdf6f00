import type { Kysely } from 'kysely'
import { MAX_DAYS_AHEAD } from '#contract/one-off.ts'
import { addDays, compare, dayInChile, dayOfMonth, type Day, type Month } from '#domain/day.ts'
import type { Author } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput } from '../http/errors.ts'
import type { Say } from './check.ts'
import type { CheckedRule, Mailboxes, RuleDraft } from './draft.ts'
import { check, type SaveNeeds } from './save.ts'
import { replaceLines } from './prices/rule-lines.ts'
import { columns, replaceClients, type RuleAt } from './store.ts'

/** What one document says, without all that says when a rule issues. */
export type OneOffDraft = Omit<
  RuleDraft,
  | 'name'
  | 'businessDayRule'
  | 'dayOfMonth'
  | 'startDay'
  | 'catchUp'
  | 'endDay'
  | 'mostEmissions'
  | 'needsApproval'
>

export interface OneOffRow {
  draft: OneOffDraft
  issueDay: Day
  /** What makes it the same one, however often it is ordered. */
  requestKey: string
  /** Of the body of its request. */
  digest?: Uint8Array | null
  /** Named by itself instead of by the offset. */
  serviceMonth?: Month | null
  /** The day itself, whenever it is issued. */
  dueDay?: Day | null
}

export type OneOffNeeds = Pick<SaveNeeds, 'hasEmailAccount'> & { clock: Clock }

/**
 * The row that says what a one-off document says: a rule without days, so that whatever reads a rule's lines, recipients
 * or mail reads these too. Null when its request has one already, however long ago; InvalidInput with all that is wrong,
 * and nothing stored. A missed day is asked about: nobody but its person chose it.
 */
export async function insertOneOff(
  needs: OneOffNeeds,
  trx: Kysely<Schema>,
  author: Author,
  order: OneOffRow,
  say: Say,
): Promise<number | null> {
  const { draft, issueDay } = order
  const today = dayInChile(needs.clock.now())
  if (compare(issueDay, addDays(today, MAX_DAYS_AHEAD)) > 0) {
    throw new InvalidInput({ issue_date: [say('issueTooFar', { days: MAX_DAYS_AHEAD })] })
  }
  const rule: RuleDraft = {
    ...draft,
    // What is asked about it elsewhere names it by its client.
    name: await clientName(trx, author.organisationId, draft),
    businessDayRule: 'EXACT',
    dayOfMonth: dayOfMonth(issueDay),
    startDay: issueDay,
    catchUp: 'notify',
    endDay: null,
    mostEmissions: null,
    needsApproval: false,
  }
  const before = { startDay: issueDay, dayOfMonth: rule.dayOfMonth }
  const checked = await check(needs, trx, author, rule, { today, before, say })
  const { organisationId } = author
  const ruleId = await insertOnce(trx, needs.clock, organisationId, checked, order)
  if (ruleId === null) return null
  const at = { organisationId, ruleId }
  await replaceClients(trx, at, checked.clients)
  await replaceLines(trx, at, checked.lines)
  await insertMailboxes(trx, at, draft)
  return ruleId
}

/** Null when the request has its row already; waits for a transaction that is making it at this moment. */
async function insertOnce(
  trx: Kysely<Schema>,
  clock: Clock,
  organisationId: number,
  rule: CheckedRule,
  { requestKey, digest = null, serviceMonth = null, dueDay = null }: OneOffRow,
): Promise<number | null> {
  const now = instantText(clock.now())
  const row = await trx
    .insertInto('invoice_rule')
    .values({
      organisation_id: organisationId,
      created_at: now,
      updated_at: now,
      request_key: requestKey,
      request_digest: digest === null ? null : Buffer.from(digest),
      service_month: serviceMonth,
      due_day: dueDay,
      ...columns(rule),
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

async function insertMailboxes(
  trx: Kysely<Schema>,
  { organisationId, ruleId }: RuleAt,
  { clients: [chosen] }: OneOffDraft,
): Promise<void> {
  const { to = [], cc = [] } = chosen?.mailboxes ?? {}
  const all = [
    ...to.map((address) => ({ copy: 'to' as const, address })),
    ...cc.map((address) => ({ copy: 'cc' as const, address })),
  ]
  if (all.length === 0) return
  const of = { organisation_id: organisationId, rule_id: ruleId }
  await trx
    .insertInto('rule_mailbox')
    .values(all.map((one, index) => ({ ...of, position: index + 1, ...one })))
    .execute()
}

/** Of the row of a one-off; of a rule there are none. */
export async function readMailboxes(
  db: Kysely<Schema>,
  { organisationId, ruleId }: RuleAt,
): Promise<Mailboxes> {
  const rows = await db
    .selectFrom('rule_mailbox')
    .select(['copy', 'address'])
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .orderBy('position')
    .execute()
  const of = (copy: string) => rows.filter((row) => row.copy === copy).map((row) => row.address)
  return { to: of('to'), cc: of('cc') }
}

async function clientName(
  trx: Kysely<Schema>,
  organisationId: number,
  { clients: [chosen] }: OneOffDraft,
): Promise<string> {
  const row = await trx
    .selectFrom('client')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', chosen?.clientId ?? 0)
    .executeTakeFirst()
  return row?.name ?? ''
}
