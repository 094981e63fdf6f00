import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestRules, type TestRules } from '../../rules/test-rules.ts'
import { insertFactura } from '../test-documents.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())

const TODAY = '2026-11-10'
const YESTERDAY = '2026-11-09'
const NOT_FOUND = { status: 404, body: { detail: 'No encontrado.' } }
let net = 100_000

type State = 'waiting' | 'queued' | 'failed' | 'needs_data'

function made(reason: string, state: State = 'waiting', day = TODAY): Promise<number> {
  return insertFactura(rules, { day, net: (net += 1), state, reason })
}

const preview = (documents: number[], decision: string) =>
  rules.user.call('POST', '/documents/at-once/preview/', { documents, decision })

const decide = (documents: { document: number; date?: string | null }[], decision: string) =>
  rules.user.call('POST', '/documents/at-once/', { documents, decision })

async function stateOf(id: number) {
  return rules.bench.database.db
    .selectFrom('document')
    .select(['state', 'reason', 'issue_day'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('documents whose rule asks for approval', () => {
  test('documents approved together are issued, each with the date that was shown', async () => {
    const ids = [await made('approvalNeeded'), await made('approvalNeeded')]
    const shown = await preview(ids, 'issue')
    expect(shown.body).toMatchObject(ids.map((document) => ({ document, may: true, date: TODAY })))
    const reply = await decide(
      ids.map((document) => ({ document, date: TODAY })),
      'issue',
    )
    expect(reply).toEqual({
      status: 200,
      body: ids.map((document) => ({ document, outcome: 'done' })),
    })
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'queued', reason: null })
  })

  test('keep waiting where they would carry another date than was shown', async () => {
    const id = await made('approvalNeeded')
    const reply = await decide([{ document: id, date: YESTERDAY }], 'issue')
    expect(reply.body).toEqual([{ document: id, outcome: 'otherDate' }])
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', reason: 'approvalNeeded' })
  })

  test('documents rejected together are not issued, and each has its audit event', async () => {
    const ids = [await made('approvalNeeded'), await made('approvalNeeded')]
    await decide(
      ids.map((document) => ({ document })),
      'skip',
    )
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'skipped' })
    const events = await rules.bench.database.db
      .selectFrom('audit_event')
      .select('subject')
      .where('kind', '=', 'documentSkipped')
      .execute()
    const subjects = events.map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(ids.map((id) => `document:${id}`)))
  })
})

test('documents that the SII refused are frozen again and retried', async () => {
  const id = await made('portalRefused', 'failed')
  const reply = await decide([{ document: id, date: TODAY }], 'retry')
  expect(reply.body).toEqual([{ document: id, outcome: 'done' }])
  expect((await stateOf(id)).state).not.toBe('failed')
})

test('documents that look like others are left together, wherever that was seen, and none is issued', async () => {
  const ids = [await made('looksRepeated'), await made('looksRepeated', 'queued')]
  const reply = await decide(
    ids.map((document) => ({ document })),
    'skip',
  )
  expect(reply.body).toEqual(ids.map((document) => ({ document, outcome: 'done' })))
  for (const id of ids) {
    expect(await stateOf(id)).toMatchObject({ state: 'skipped', reason: 'skippedByUser' })
  }
})

describe('what a person must look at one by one', () => {
  test.each([
    ['an amount that differs', 'amountDiffers', 'waiting', 'issue'],
    ['one that looks like another', 'looksRepeated', 'waiting', 'issue'],
    ['one that looks like another at the SII', 'looksRepeated', 'queued', 'issue'],
    ['a preview that differs', 'previewDiffers', 'failed', 'retry'],
    ['a retention that differs', 'retentionDiffers', 'failed', 'retry'],
    ['a missed day', 'missed', 'needs_data', 'issue'],
  ] as const)('%s is decided by no joint word', async (_case, reason, state, decision) => {
    const [odd, good] = [await made(reason, state), await made('approvalNeeded')]
    const before = await stateOf(odd)
    expect((await preview([odd], decision)).body).toMatchObject([{ may: false, date: null }])
    const reply = await decide([{ document: odd }, { document: good }], decision)
    expect(reply.body).toMatchObject([{ document: odd, outcome: 'changed' }, { document: good }])
    expect(await stateOf(odd)).toEqual(before)
  })

  test('a document in doubt is decided by no joint word', async () => {
    const id = await made('approvalNeeded')
    const { db } = rules.bench.database
    await db.updateTable('document').set({ state: 'uncertain' }).where('id', '=', id).execute()
    for (const decision of ['issue', 'retry', 'skip']) {
      expect((await decide([{ document: id }], decision)).body).toEqual([
        { document: id, outcome: 'changed' },
      ])
    }
    expect((await stateOf(id)).state).toBe('uncertain')
  })
})

test('another tenant’s document answers as an absent one, and nothing is decided', async () => {
  const id = await made('approvalNeeded')
  const body = { documents: [{ document: id }], decision: 'skip' }
  expect(await rules.other.call('POST', '/documents/at-once/', body)).toEqual(NOT_FOUND)
  expect(await decide([{ document: id }, { document: 999_999 }], 'skip')).toEqual(NOT_FOUND)
  expect((await stateOf(id)).state).toBe('waiting')
})
