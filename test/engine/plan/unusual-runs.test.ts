import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { checkDigit } from '#domain/rut.ts'
import { attention } from '#server/agenda/attention.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { renewDocumentsOfRule } from '#server/documents/actions/renew.ts'
import { restoreReturned } from '#server/documents/actions/restore.ts'
import { planAddedClients } from '#server/documents/plan/added-clients.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import { approveRun } from '#server/documents/plan/unusual-runs.ts'
import { carryRun } from '#server/documents/queue/carry-run.ts'
import { decideRuns } from '#server/documents/queue/decide-runs.ts'
import { catchUp } from '#server/documents/queue/past-date.ts'
import type { Schema } from '#server/db/schema.ts'
import { lockDocument } from '#server/documents/trail/trail.ts'
import { runPass } from '#server/pipeline.ts'
import { documentsOf, openHouse, seedRule, type House, type SeededRule } from '../house.ts'
import { checkTrails } from '../invariants.ts'
import { untilBlockedBy, untilLockWait } from '../lock-wait.ts'

let house: House

// 30 November 2026, 10:00 in Chile, when every company's turn has begun.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkTrails(house)
  await house.close()
})

const NEXT_MONTH = '2026-12-30T13:00:00Z'
const TODAY = day(2026, 12, 30)
const NEXT_DAY = day(2026, 12, 31)
const author = ({ organisationId }: SeededRule) => ({ organisationId, userId: 1 })

/** One document in November, issued; from then on the rule has so many clients. */
async function grown(clients: number): Promise<SeededRule> {
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.live(house.worker('w1'), 60, 10)
  await addClients(rule, clients - 1)
  await house.clock.advanceTo(NEXT_MONTH)
  return rule
}

let added = 0

/** Copies of the rule's first client, each with a number of its own. */
async function addClients({ ruleId, clientIds }: SeededRule, count: number): Promise<void> {
  const [like = 0] = clientIds
  for (let made = 0; made < count; made += 1) {
    const body = 60_000_000 + (added += 1)
    const client = await house.db
      .selectFrom('client')
      .selectAll()
      .where('id', '=', like)
      .executeTakeFirstOrThrow()
    const { id } = await house.db
      .insertInto('client')
      .values({
        organisation_id: client.organisation_id,
        company_id: client.company_id,
        rut: `${body}-${checkDigit(body)}`,
        name: `CLIENTE ${body}`,
        created_at: NEXT_MONTH,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kept = await house.db
      .selectFrom('rule_client')
      .selectAll()
      .where('rule_id', '=', ruleId)
      .where('client_id', '=', like)
      .executeTakeFirstOrThrow()
    await house.db
      .insertInto('rule_client')
      .values({ ...kept, client_id: id, position: added + 1 })
      .execute()
  }
}

async function counted(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { state, reason } of await documentsOf(house)) {
    const name = reason === null ? state : `${state}: ${reason}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function runs() {
  return house.db.selectFrom('unusual_run').selectAll().orderBy('day').execute()
}

async function items({ organisationId }: SeededRule) {
  const { items: all } = await attention(house, { organisationId })
  return all.filter(({ code }) => code === 'unusualRun')
}

test('a day with three times the fullest one so far waits, is one item, and is approved in one go', async () => {
  const rule = await grown(12)
  const worker = house.worker('w1')
  await house.live(worker, 120, 60)
  expect(await counted()).toEqual({ issued: 1, 'waiting: unusualRun': 12 })
  const [run] = await runs()
  expect(run).toMatchObject({ day: '2026-12-30', documents: 12, usual: 1, approved_at: null })
  const [item, ...others] = await items(rule)
  expect(others).toEqual([])
  expect(item).toMatchObject({
    subject: { kind: 'run', id: run?.id, day: '2026-12-30', documents: 12, usual: 1 },
    urgency: 'now',
  })
  const sums = (await documentsOf(house)).flatMap((one) =>
    one.state === 'waiting' ? [one.total_clp ?? 0] : [],
  )
  const total = sums.reduce((sum, clp) => sum + clp, 0)
  expect(total).toBeGreaterThan(0)
  expect(item).toMatchObject({ subject: { waiting: 12, total } })
  expect(item?.documents).toHaveLength(12)
  expect(await approveRun(house, author(rule), run?.id ?? 0)).toBe(12)
  expect(await counted()).toEqual({ issued: 1, queued: 12 })
  expect(await items(rule)).toEqual([])
  expect(await approveRun(house, author(rule), run?.id ?? 0)).toBe(0)
  expect(await approveRun(house, { organisationId: 999, userId: 1 }, run?.id ?? 0)).toBeNull()
  const audited = await house.db.selectFrom('audit_event').selectAll().execute()
  expect(audited.filter(({ kind }) => kind === 'runApproved')).toHaveLength(1)
})

test('ten documents where there was one are no accident; nor is the first day of all', async () => {
  await grown(10)
  await house.live(house.worker('w1'), 40, 40)
  expect(await runs()).toEqual([])
  const first = await seedRule(house, { nextDay: day(2026, 12, 30) })
  await addClients(first, 14)
  await house.settle(house.worker('w1'))
  expect(await runs()).toEqual([])
})

test('a day planned by four processes at once is decided once', async () => {
  await grown(15)
  const workers = ['w1', 'w2', 'w3', 'w4'].map((name) => house.worker(name))
  await Promise.all(workers.map((worker) => runPass(worker)))
  expect(await runs()).toMatchObject([{ documents: 15, usual: 1 }])
})

test('what is planned after the approval is asked about again, and only that', async () => {
  const rule = await grown(12)
  const worker = house.worker('w1')
  await house.settle(worker)
  const [run] = await runs()
  await approveRun(house, author(rule), run?.id ?? 0)
  const { id: _, ...copied } = await house.db
    .selectFrom('invoice_rule')
    .selectAll()
    .executeTakeFirstOrThrow()
  const second = await house.db
    .insertInto('invoice_rule')
    .values({ ...copied, next_emission_day: '2026-12-30' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = await house.db.selectFrom('rule_line').selectAll().executeTakeFirstOrThrow()
  await house.db
    .insertInto('rule_line')
    .values({ ...line, rule_id: second.id, price: '77000' })
    .execute()
  await house.db
    .insertInto('rule_client')
    .columns(['organisation_id', 'rule_id', 'client_id', 'position', 'address_id', 'activity_id'])
    .expression((eb) =>
      eb
        .selectFrom('rule_client')
        .select(['organisation_id', eb.val(second.id).as('rule_id'), 'client_id', 'position'])
        .select(['address_id', 'activity_id'])
        .limit(3),
    )
    .execute()
  await house.settle(worker)
  expect(await runs()).toMatchObject([{ documents: 15, approved_at: null, approved_by: null }])
  expect((await counted())['waiting: unusualRun']).toBe(3)
})

test('one of them can be approved or left out on its own', async () => {
  await grown(12)
  await house.settle(house.worker('w1'))
  const [, one, two] = await documentsOf(house)
  const actions = documentActions(house)
  const user = { worker: 'user:1', epoch: null }
  const at = (document: typeof one) => ({
    organisationId: document?.organisation_id ?? 0,
    id: document?.id ?? 0,
  })
  expect(await actions.issueNow(at(one), user)).toBe(true)
  expect(await actions.skip(at(two), user)).toBe(true)
  expect(await counted()).toEqual({
    issued: 1,
    queued: 1,
    'skipped: skippedByUser': 1,
    'waiting: unusualRun': 10,
  })
})

test('approved a day late, they carry the date of the approval and are not asked about one by one', async () => {
  const rule = await grown(12)
  const worker = house.worker('w1')
  await house.settle(worker)
  await house.clock.advanceTo('2026-12-31T13:00:00Z')
  await house.settle(worker)
  const [run] = await runs()
  expect(await approveRun(house, author(rule), run?.id ?? 0)).toBe(12)
  await house.settle(worker)
  const waiting = (await documentsOf(house)).filter(({ state }) => state === 'waiting')
  expect(waiting).toHaveLength(12)
  expect(new Set(waiting.map(({ issue_day, reason }) => `${issue_day} ${reason}`))).toEqual(
    new Set(['2026-12-31 null']),
  )
})

test('a rule that asks each time goes on asking when the day is approved', async () => {
  const rule = await grown(12)
  await house.db.updateTable('invoice_rule').set({ needs_approval: true }).execute()
  await house.settle(house.worker('w1'))
  expect(await counted()).toEqual({ issued: 1, 'waiting: approvalNeeded': 12 })
  const [run] = await runs()
  expect(await approveRun(house, author(rule), run?.id ?? 0)).toBe(0)
  expect(await counted()).toEqual({ issued: 1, 'waiting: approvalNeeded': 12 })
})

test('an unusual day whose documents move to the next one asks there, and again after an approval', async () => {
  const rule = await grown(14)
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today' }).execute()
  await planDueRules(house, { worker: 'w1', epoch: null }, (_, error) => house.failures.push(error))
  expect(await runs()).toMatchObject([{ day: '2026-12-30', documents: 14 }])
  // Nobody works until the next day.
  await house.clock.advanceTo('2026-12-31T13:00:00Z')
  const worker = house.worker('w1')
  await house.settle(worker)
  expect(await counted()).toEqual({ issued: 1, 'waiting: unusualRun': 14 })
  const moved = (await runs()).find(({ day: of }) => of === '2026-12-31')
  expect(moved).toMatchObject({ documents: 14, usual: 1, approved_at: null })
  expect(await items(rule)).toMatchObject([{ subject: { day: '2026-12-31', waiting: 14 } }])
  expect(await approveRun(house, author(rule), moved?.id ?? 0)).toBe(14)
  const [late] = await documentsOf(house).then((all) =>
    all.filter(({ state }) => state === 'queued'),
  )
  if (late === undefined) throw new Error('none is queued')
  // As if that one had come just now: it was counted when the day was approved.
  const carry = () => carryRun(house.db, house.clock, { ...late, issue_day: TODAY }, NEXT_DAY)
  const runOfNext = async () => (await runs()).find(({ day: of }) => of === NEXT_DAY)
  await carry()
  expect(await runOfNext()).toMatchObject({ documents: 14, approved_by: 1 })
  // One more than was approved.
  await house.db.updateTable('unusual_run').set({ documents: 13 }).execute()
  await carry()
  expect(await runOfNext()).toMatchObject({ documents: 14, approved_at: null, approved_by: null })
})

test('the first of many that go to the next day asks there already', async () => {
  await grown(14)
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today' }).execute()
  await planDueRules(house, { worker: 'w1', epoch: null }, (_, error) => house.failures.push(error))
  await house.clock.advanceTo('2026-12-31T13:00:00Z')
  const first = (await documentsOf(house)).find(({ state }) => state === 'planned')
  if (first === undefined) throw new Error('none is planned')
  const actor = { worker: 'w1', epoch: null }
  expect(await catchUp(house.db, house, actor, first)).toBe(true)
  expect(await runs()).toMatchObject([
    { day: TODAY, documents: 14 },
    { day: NEXT_DAY, documents: 14, approved_at: null },
  ])
})

test('the last of many that goes to the next day leaves it as usual as it is', async () => {
  await grown(12)
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today' }).execute()
  await house.settle(house.worker('w1'))
  await house.clock.advanceTo('2026-12-31T13:00:00Z')
  const last = (await documentsOf(house)).find(({ state }) => state === 'waiting')
  if (last === undefined) throw new Error('none waits')
  expect(await catchUp(house.db, house, { worker: 'w1', epoch: null }, last)).toBe(true)
  expect(await counted()).toEqual({ issued: 1, planned: 1, 'waiting: unusualRun': 11 })
  expect(await runs()).toMatchObject([{ day: TODAY }])
})

test('an unusual day whose rule is corrected in the evening asks on the next one', async () => {
  const rule = await grown(12)
  await house.settle(house.worker('w1'))
  await inTheEvening(rule)
  expect(await runs()).toMatchObject([
    { day: TODAY, documents: 12 },
    { day: NEXT_DAY, documents: 12, approved_at: null },
  ])
})

test('many clients who come back in the evening to a rule of an unusual day ask on the next one', async () => {
  const rule = await grown(12)
  await house.settle(house.worker('w1'))
  await leftAndBack(rule)
  await house.clock.advanceTo('2026-12-30T23:00:00Z')
  await comeBack(rule)
  expect(await runs()).toMatchObject([
    { day: TODAY, documents: 12 },
    { day: NEXT_DAY, documents: 12, approved_at: null },
  ])
})

test('clients who come back while another rule is planned at the same moment wait for it', async () => {
  const rule = await grown(12)
  await house.settle(house.worker('w1'))
  await leftAndBack(rule)
  await house.clock.advanceTo('2026-12-30T23:00:00Z')
  const { organisation_id, company_id, documents, usual, decided_at } = (await runs())[0] ?? never()
  const next = { organisation_id, company_id, documents, usual, decided_at, day: NEXT_DAY }
  await house.db
    .insertInto('unusual_run')
    .values({ ...next, documents: 11 })
    .execute()
  const at = { organisationId: organisation_id, companyId: company_id }
  let back: Promise<void> | undefined
  await house.db.transaction().execute(async (trx) => {
    await decideRuns(trx, [at], { now: NEXT_MONTH, day: NEXT_DAY })
    back = comeBack(rule)
    await untilLockWait(house.db)
    await trx.updateTable('unusual_run').set({ usual: 1 }).where('day', '=', NEXT_DAY).execute()
  })
  await back
  expect(await runs()).toMatchObject([{ day: TODAY }, { day: NEXT_DAY, documents: 12 }])
})

/** Half of a rule's twelve documents wait on the next day, which is unusual as well. Answers that day. */
async function halfOnTheNextDay(): Promise<{ rule: SeededRule; nextRun: number }> {
  const rule = await grown(12)
  await house.settle(house.worker('w1'))
  const waiting = (await documentsOf(house)).filter(({ state }) => state === 'waiting')
  await house.db
    .updateTable('document')
    .set({ issue_day: NEXT_DAY })
    .where(
      'id',
      'in',
      waiting.slice(6).map(({ id }) => id),
    )
    .execute()
  const { organisation_id, company_id, usual, decided_at } = (await runs())[0] ?? never()
  const { id: nextRun } = await house.db
    .insertInto('unusual_run')
    .values({ organisation_id, company_id, usual, decided_at, documents: 6, day: NEXT_DAY })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { rule, nextRun }
}

/** Holds back whoever moves documents to another day, once they have locked those. */
async function holdCompany(trx: Kysely<Schema>): Promise<void> {
  await trx.selectFrom('company').select('id').forUpdate().execute()
}

test('a day approved while a rule’s change moves documents to it is left to be looked at again', async () => {
  const { rule, nextRun } = await halfOnTheNextDay()
  let moved: Promise<void> | undefined
  let approved: ReturnType<typeof approveRun> | undefined
  await house.db.transaction().execute(async (trx) => {
    await holdCompany(trx)
    moved = inTheEvening(rule)
    await untilLockWait(house.db)
    approved = approveRun(house, author(rule), nextRun)
    await untilLockWait(house.db, 2)
  })
  await moved
  expect(await approved).toBe(0)
  expect(await counted()).toEqual({ issued: 1, planned: 12 })
  expect(await runs()).toMatchObject([
    { day: TODAY, documents: 12 },
    { day: NEXT_DAY, documents: 12, approved_at: null },
  ])
})

test('a change of a rule waits for the approval of its documents’ day, and leaves those alone', async () => {
  const { rule, nextRun } = await halfOnTheNextDay()
  await house.clock.advanceTo('2026-12-30T22:59:00Z')
  const last = (await documentsOf(house)).at(-1)
  let moved: Promise<void> | undefined
  let approved: ReturnType<typeof approveRun> | undefined
  await house.db.transaction().execute(async (trx) => {
    await lockDocument(trx, { organisationId: rule.organisationId, id: last?.id ?? 0 })
    approved = approveRun(house, author(rule), nextRun)
    await untilLockWait(house.db)
    moved = inTheEvening(rule)
    await untilLockWait(house.db, 2)
  })
  expect(await approved).toBe(6)
  await moved
  expect(await counted()).toEqual({ issued: 1, queued: 6, planned: 6 })
})

test('a document that somebody holds when it begins to wait is waited for, and approved with its day', async () => {
  const { rule, nextRun } = await halfOnTheNextDay()
  const at = { organisationId: rule.organisationId }
  const [first, late] = (await documentsOf(house)).filter(({ issue_day }) => issue_day === NEXT_DAY)
  const waits = { reason: 'unusualRun' }
  await house.db
    .updateTable('document')
    .set({ reason: null })
    .where('id', '=', late?.id ?? 0)
    .execute()
  let approved: ReturnType<typeof approveRun> | undefined
  await house.db.transaction().execute(async (holder) => {
    await house.db.transaction().execute(async (trx) => {
      await lockDocument(trx, { ...at, id: first?.id ?? 0 })
      approved = approveRun(house, author(rule), nextRun)
      await untilLockWait(house.db)
      await house.db
        .updateTable('document')
        .set(waits)
        .where('id', '=', late?.id ?? 0)
        .execute()
      await lockDocument(holder, { ...at, id: late?.id ?? 0 })
    })
    await untilBlockedBy(house.db, holder)
  })
  expect(await approved).toBe(6)
  expect(await counted()).toEqual({ issued: 1, queued: 6, 'waiting: unusualRun': 6 })
})

/** Its person corrects the rule at 20:00, and wants that in what waits. */
async function inTheEvening(rule: SeededRule): Promise<void> {
  await house.clock.advanceTo('2026-12-30T23:00:00Z')
  await house.db
    .transaction()
    .execute((trx) => renewDocumentsOfRule(trx, house, { worker: 'user:1', epoch: null }, rule))
}

/** Every client leaves the rule, so that what waits is left out, and is put into it again. */
async function leftAndBack(rule: SeededRule): Promise<void> {
  const kept = await house.db.selectFrom('rule_client').selectAll().execute()
  await house.db.deleteFrom('rule_client').execute()
  await renewDocumentsOfRule(house.db, house, { worker: 'user:1', epoch: null }, rule)
  await house.db.insertInto('rule_client').values(kept).execute()
  expect(await counted()).toEqual({ issued: 1, 'skipped: clientLeftRule': 12 })
}

/** As the change of a rule does it. */
function comeBack(rule: SeededRule): Promise<void> {
  return house.db.transaction().execute(async (trx) => {
    await restoreReturned(trx, house, author(rule), rule)
    await planAddedClients(trx, house, author(rule), rule)
  })
}

function never(): never {
  throw new Error('No day is unusual')
}

test('a day that was approved, or is not unusual, takes nothing along', async () => {
  await grown(12)
  await house.settle(house.worker('w1'))
  const of = (await documentsOf(house)).find(({ state }) => state === 'waiting')
  if (of === undefined) throw new Error('none waits')
  // All of them have gone to the next day, which would be unusual.
  const went = house.db.updateTable('document').set({ issue_day: NEXT_DAY })
  await went.where('state', '=', 'waiting').execute()
  await carryRun(house.db, house.clock, { ...of, issue_day: '2026-12-29' }, NEXT_DAY)
  expect(await runs()).toHaveLength(1)
  await house.db
    .updateTable('unusual_run')
    .set({ approved_at: NEXT_MONTH, approved_by: 1 })
    .execute()
  await carryRun(house.db, house.clock, of, NEXT_DAY)
  expect(await runs()).toHaveLength(1)
})

test('what is planned in the evening is counted for the day whose date it gets', async () => {
  const rule = await grown(12)
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today' }).execute()
  await house.clock.advanceTo('2026-12-30T23:00:00Z')
  const worker = house.worker('w1')
  await house.settle(worker)
  expect(await runs()).toMatchObject([{ day: '2026-12-31', documents: 12 }])
  await house.clock.advanceTo('2026-12-31T13:00:00Z')
  await house.live(worker, 60, 20)
  expect(await counted()).toEqual({ issued: 1, 'waiting: unusualRun': 12 })
  expect(await items(rule)).toHaveLength(1)
})
