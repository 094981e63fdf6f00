import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { approveRun, isOfUnusualRun } from '#server/documents/plan/unusual-runs.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import type { Schema } from '#server/db/schema.ts'
import { decideRuns } from '#server/documents/queue/decide-runs.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { documentsOf, openHouse, seedRule, type House, type SeededRule } from '../house.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

const NOW = '2026-11-30T13:00:00Z'
const TODAY = day(2026, 11, 30)
const TOMORROW = day(2026, 12, 1)
const worker = { worker: 'w1', epoch: null }
const RUTS = ['90909090-3', '91919191-0', '92929292-8', '93939393-5', '96969696-7']

// 30 November 2026, 10:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse(NOW)
})
afterEach(() => house.close())

type Change = Updateable<Schema['document']>

async function update(id: number, change: Change): Promise<void> {
  await house.db.updateTable('document').set(change).where('id', '=', id).execute()
}

async function fiveOfToday(): Promise<{ rule: SeededRule; rows: DocumentRow[] }> {
  const rule = await seedRule(house, { nextDay: TODAY, clients: RUTS })
  await planDueRules(house, worker, () => undefined)
  return { rule, rows: await documentsOf(house) }
}

async function addCompany(like: number): Promise<number> {
  const companies = house.db.selectFrom('company').selectAll().where('id', '=', like)
  const { id: _id, ...company } = await companies.executeTakeFirstOrThrow()
  const other = { ...company, rut: '76543210-3' }
  const added = house.db.insertInto('company').values(other).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

async function addRun(row: DocumentRow): Promise<number> {
  const { id } = await house.db
    .insertInto('unusual_run')
    .values({
      organisation_id: row.organisation_id,
      company_id: row.company_id,
      day: TODAY,
      documents: 30,
      usual: 1,
      decided_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('an unusual day holds the documents of that day and company until it is approved', async () => {
  const { rows } = await fiveOfToday()
  const [row] = rows
  if (row === undefined) throw new Error('none is planned')
  await addRun(row)
  expect(await isOfUnusualRun(house.db, row)).toBe(true)
  expect(await isOfUnusualRun(house.db, { ...row, issue_day: TOMORROW })).toBe(false)
  expect(await isOfUnusualRun(house.db, { ...row, company_id: row.company_id + 1 })).toBe(false)
  await house.db.updateTable('unusual_run').set({ approved_at: NOW, approved_by: 1 }).execute()
  expect(await isOfUnusualRun(house.db, row)).toBe(false)
})

test('the approval of a day releases what waits for that day and company alone', async () => {
  const { rule, rows } = await fiveOfToday()
  const [own, otherDay, otherBrake, otherCompany] = rows
  if (!own || !otherDay || !otherBrake || !otherCompany) throw new Error('few')
  const run = await addRun(own)
  const frozen = { content: '{}', content_digest: Buffer.alloc(32) }
  const waits = { ...frozen, state: 'waiting', reason: 'unusualRun', next_try_at: null } as const
  await update(own.id, waits)
  await update(otherDay.id, { ...waits, issue_day: TOMORROW })
  await update(otherBrake.id, { ...waits, reason: 'amountDiffers' })
  await update(otherCompany.id, { ...waits, company_id: await addCompany(own.company_id) })
  const author = { organisationId: rule.organisationId, userId: 1 }
  expect(await approveRun(house, author, run)).toBe(1)
  expect(await approveRun(house, author, run)).toBe(0)
  const held = (await documentsOf(house)).filter(({ state }) => state === 'waiting')
  expect(held.map(({ id }) => id)).toEqual([otherDay.id, otherBrake.id, otherCompany.id])
})

async function decided(others: Change | ((at: number) => Change)): Promise<number[]> {
  const { rule, rows } = await fiveOfToday()
  const [first] = rows
  if (first === undefined) throw new Error('none is planned')
  const { id: _id, content: _content, content_digest: _digest, ...same } = first
  const more = Array.from({ length: 7 }, (_, at) => ({
    ...same,
    key: `more:${at}`,
    ...(typeof others === 'function' ? others(at) : others),
  }))
  await house.db.insertInto('document').values(more).execute()
  const issued = { ...same, state: 'issued', folio: 1, content: '{}' } as const
  const digest = Buffer.alloc(32)
  await house.db
    .insertInto('document')
    .values({ ...issued, content_digest: digest, key: 'usual', issue_day: '2026-11-27' })
    .execute()
  const at = { organisationId: rule.organisationId, companyId: first.company_id }
  await decideRuns(house.db, [at], { now: NOW, day: TODAY })
  const runs = await house.db.selectFrom('unusual_run').select('documents').execute()
  return runs.map(({ documents }) => documents)
}

test('twelve documents where there was one are an unusual day', async () => {
  expect(await decided({})).toEqual([12])
})

test('what was issued today already does not make today usual', async () => {
  const issued = { state: 'issued', content: '{}', content_digest: Buffer.alloc(32) } as const
  expect(await decided((at) => ({ ...issued, folio: 100 + at }))).toEqual([12])
})

test('documents that persons ordered one by one do not count for the day', async () => {
  expect(await decided((at) => ({ key: `request:${at}` }))).toEqual([])
})

test.each<[string, Change]>([
  ['that are stopped', { state: 'skipped' }],
  ['that failed', { state: 'failed' }],
  ['of another day', { issue_day: TOMORROW }],
  ['of no rule', { rule_id: null }],
])('documents %s do not count for the day', async (_, change) => {
  expect(await decided(change)).toEqual([])
})

/** More documents that say what that one says, with keys of their own. */
async function addLike(
  db: House['db'],
  row: DocumentRow,
  name: string,
  count: number,
  change: (at: number) => Change = () => ({}),
): Promise<void> {
  const { id: _id, content: _content, content_digest: _digest, ...same } = row
  const more = Array.from({ length: count }, (_, at) => ({
    ...same,
    key: `${name}:${at}`,
    ...change(at),
  }))
  await db.insertInto('document').values(more).execute()
}

const frozen = { content: '{}', content_digest: Buffer.alloc(32) }

test('a day on which persons ordered many documents one by one makes no later day usual', async () => {
  const { rule, rows } = await fiveOfToday()
  const [row] = rows
  if (row === undefined) throw new Error('none is planned')
  await addLike(house.db, row, 'more', 7)
  const issued = (at: number) => ({ ...frozen, state: 'issued', folio: at + 1 }) as const
  await addLike(house.db, row, 'usual', 1, (at) => ({ ...issued(at), issue_day: '2026-11-27' }))
  await addLike(house.db, row, 'request', 5, (at) => ({
    ...issued(at + 1),
    issue_day: '2026-11-26',
  }))
  const at = { organisationId: rule.organisationId, companyId: row.company_id }
  await decideRuns(house.db, [at], { now: NOW, day: TODAY })
  const runs = await house.db.selectFrom('unusual_run').select(['documents', 'usual']).execute()
  expect(runs).toEqual([{ documents: 12, usual: 1 }])
})
const onIssued = (issueDay: Day) => (at: number) =>
  ({ ...frozen, state: 'issued', folio: 500 + at, issue_day: issueDay }) as const

test('a full day of another company does not make this one usual', async () => {
  const { rule, rows } = await fiveOfToday()
  const [row] = rows
  if (row === undefined) throw new Error('none is planned')
  const other = { ...row, company_id: await addCompany(row.company_id) }
  await addLike(house.db, other, 'other', 12, onIssued(day(2026, 11, 26)))
  await addLike(house.db, row, 'usual', 1, onIssued(day(2026, 11, 27)))
  await addLike(house.db, row, 'more', 7)
  await decide(house.db, rule, row)
  expect(await runs()).toMatchObject([{ documents: 12, usual: 1 }])
})

function decide(db: House['db'], { organisationId }: SeededRule, { company_id }: DocumentRow) {
  return decideRuns(db, [{ organisationId, companyId: company_id }], { now: NOW, day: TODAY })
}

const runs = () => house.db.selectFrom('unusual_run').selectAll().execute()

test('an approved day to which no document was added stays approved', async () => {
  const { rule, rows } = await fiveOfToday()
  const [row] = rows
  if (row === undefined) throw new Error('none is planned')
  await addLike(house.db, row, 'usual', 1, onIssued(day(2026, 11, 27)))
  await addLike(house.db, row, 'more', 7)
  await decide(house.db, rule, row)
  const [run] = await runs()
  await approveRun(house, { organisationId: rule.organisationId, userId: 1 }, run?.id ?? 0)
  await decide(house.db, rule, row)
  expect(await runs()).toMatchObject([{ documents: 12, approved_by: 1 }])
})

test('two processes that plan for one company at once count the documents of each other', async () => {
  const { rule, rows } = await fiveOfToday()
  const [row] = rows
  if (row === undefined) throw new Error('none is planned')
  await addLike(house.db, row, 'usual', 1, onIssued(day(2026, 11, 27)))
  const plan = async (db: House['db'], name: string) => {
    await addLike(db, row, name, 4)
    await decide(db, rule, row)
  }
  let other: Promise<void> | undefined
  await house.db.transaction().execute(async (trx) => {
    await plan(trx, 'one')
    other = house.db.transaction().execute((second) => plan(second, 'other'))
    await untilLockWait(house.db)
  })
  await other
  expect(await runs()).toMatchObject([{ documents: 13 }])
})

test('a document that is frozen while its day is approved is released with the day', async () => {
  const { rule, rows } = await fiveOfToday()
  const [row] = rows
  if (row === undefined) throw new Error('none is planned')
  const run = await addRun(row)
  let approved: ReturnType<typeof approveRun> | undefined
  await house.db.transaction().execute(async (trx) => {
    expect(await isOfUnusualRun(trx, row)).toBe(true)
    const waits = { ...frozen, state: 'waiting', reason: 'unusualRun', next_try_at: null } as const
    await trx.updateTable('document').set(waits).where('id', '=', row.id).execute()
    approved = approveRun(house, { organisationId: rule.organisationId, userId: 1 }, run)
    await untilLockWait(house.db)
  })
  expect(await approved).toBe(1)
  expect((await documentsOf(house))[0]).toMatchObject({ id: row.id, state: 'queued' })
})

test('a day approved after the closing hour leaves with the date that the person saw', async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  await house.settle(house.worker('w1'))
  const [row] = await documentsOf(house)
  if (row?.state !== 'waiting') throw new Error('none is frozen')
  const run = await addRun(row)
  await update(row.id, { reason: 'unusualRun', wait_until: null, next_try_at: null })
  await house.clock.advanceTo('2026-12-01T01:47:00Z')
  expect(await approveRun(house, { organisationId: rule.organisationId, userId: 1 }, run)).toBe(1)
  await house.settle(house.worker('w1'))
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', issue_day: TODAY }])
})

test.each([
  ['at 22:47 of its day', '2026-12-01T01:47:00Z', TOMORROW, TODAY, 'queued'],
  ['after midnight', '2026-12-01T03:10:00Z', TODAY, TOMORROW, 'planned'],
  ['the next evening', '2026-12-01T23:00:00Z', TOMORROW, day(2026, 12, 2), 'planned'],
])('a day is approved %s with the date that the person saw, and no other', async (...story) => {
  const [, until, other, seen, state] = story
  const rule = await seedRule(house, { nextDay: TODAY })
  await house.settle(house.worker('w1'))
  const [row] = await documentsOf(house)
  if (row?.state !== 'waiting') throw new Error('none is frozen')
  const run = await addRun(row)
  await update(row.id, { reason: 'unusualRun', wait_until: null, next_try_at: null })
  await house.clock.advanceTo(until)
  const author = { organisationId: rule.organisationId, userId: 1 }
  expect(await approveRun(house, author, run, other)).toBe('otherDate')
  expect(await isOfUnusualRun(house.db, row)).toBe(true)
  expect(await documentsOf(house)).toMatchObject([{ state: 'waiting', issue_day: TODAY }])
  expect(await approveRun(house, author, run, seen)).toBe(1)
  expect(await documentsOf(house)).toMatchObject([{ state, issue_day: seen }])
})
