import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { problems } from '#texts/es/problems.ts'
import { contractCalls } from '../../http/contract-calls.ts'
import { startTestRules, type TestRules } from '../../rules/test-rules.ts'
import { BENCH_START } from '../../test-bench.ts'
import { insertFactura } from '../test-documents.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())

const YESTERDAY = '2026-11-09'
const TODAY = '2026-11-10'

/** Ready since yesterday, and asked about. */
function ready(net: number, reason: string): Promise<number> {
  return insertFactura(rules, { day: YESTERDAY, net, state: 'waiting', reason })
}

let net = 100_000

async function approvable(): Promise<string> {
  return `/documents/${await ready((net += 1), 'approvalNeeded')}/issue-now/`
}

/** Sent yesterday, its session closed at the SII, and found on no list. */
async function undecided(): Promise<string> {
  const { db } = rules.bench.database
  const id = await ready(200_000, 'notFoundTwice')
  await db.updateTable('document').set({ state: 'uncertain' }).where('id', '=', id).execute()
  await db
    .insertInto('attempt')
    .values({
      organisation_id: rules.user.organisationId,
      document_id: id,
      number: 1,
      person_rut: '15151515-0',
      epoch: 1,
      worker: 'w1',
      highest_folio: 0,
      intended_at: BENCH_START,
      deadline_at: BENCH_START,
      outcome: 'uncertain',
      fenced_at: BENCH_START,
    })
    .execute()
  return `/documents/${id}/decide/`
}

async function unusual(): Promise<string> {
  await ready(300_000, 'unusualRun')
  const { id } = await rules.bench.database.db
    .insertInto('unusual_run')
    .values({
      organisation_id: rules.user.organisationId,
      company_id: rules.known.company,
      day: YESTERDAY,
      documents: 30,
      usual: 1,
      decided_at: BENCH_START,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return `/billing-scheduler/runs/${id}/approve/`
}

test.each([
  ['issuing now', approvable, {}],
  ['a decision to issue it again', undecided, { decision: 'notIssued' }],
  ['the approval of a day', unusual, {}],
])('%s is refused with a date that it would not carry', async (_, ordered, body) => {
  const path = await ordered()
  const order = (date: string) => rules.user.call('POST', path, { ...body, date })
  expect(await order(YESTERDAY)).toEqual({
    status: 400,
    body: { date: [problems.otherDate] },
  })
  expect(await order('yesterday')).toMatchObject({ status: 400 })
  expect(await order(TODAY)).toMatchObject({ status: 200 })
})

describe('while the clock of the API differs from the database', () => {
  afterEach(() => {
    rules.bench.needs.skew.ms = 0
  })
  const refused = { status: 503, body: { detail: problems.clockDiffers } }

  test.each([2_001, -2_001])('by %i ms, nothing that dates a document is taken', async (skewMs) => {
    const path = await approvable()
    const id = await rules.created()
    rules.bench.needs.skew.ms = skewMs
    expect(await rules.user.call('POST', path, { date: TODAY })).toEqual(refused)
    expect(await rules.create()).toEqual(refused)
    expect(await rules.change(id, { name: 'Otra' })).toEqual(refused)
    rules.bench.needs.skew.ms = Math.sign(skewMs) * 2_000
    expect(await rules.user.call('POST', path, { date: TODAY })).toMatchObject({ status: 200 })
  })

  test('a rule can be paused and a document stopped', async () => {
    const path = await approvable()
    const id = await rules.created()
    rules.bench.needs.skew.ms = 60_000
    expect(await rules.change(id, { is_paused: true })).toMatchObject({ status: 200 })
    const skip = path.replace('issue-now', 'skip')
    expect(await rules.user.call('POST', skip)).toMatchObject({ status: 200 })
  })

  test('every call that dates documents is marked', () => {
    const dating = contractCalls().flatMap(({ name, call }) => (call.datesDocuments ? [name] : []))
    expect(dating.toSorted()).toEqual([
      'approveRun',
      'createRule',
      'decideDocument',
      'decideTogether',
      'issueDocumentNow',
      'issueRuleMonthNow',
      'orderDocument',
      'orderNota',
      'orderUpload',
      'recordNota',
      'restoreDocument',
      'resumeRule',
      'retryDocument',
    ])
  })
})
