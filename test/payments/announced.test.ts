import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOwed } from './owed-documents.ts'
import { openStage, TOTAL, type Stage } from './stage.ts'

// What an owner does about a payment is told to every open page, whether or not it changes a sum.

let stage: Stage
let ear: Client
const told: unknown[] = []
beforeAll(async () => {
  stage = await openStage()
  ear = new Client({ connectionString: stage.app.database.url })
  await ear.connect()
  ear.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
  await ear.query('listen folio_changes')
})
afterAll(async () => {
  await ear.end()
  await stage.close()
})

/** What one act tells: whatever is asked is answered after what was told before it. */
async function toldBy(act: () => Promise<{ status: number }>): Promise<unknown[]> {
  await ear.query('select 1')
  told.length = 0
  expect((await act()).status).toBeLessThan(300)
  await ear.query('select 1')
  return [...told]
}

const ofDocument = () => [{ organisation: stage.ana.organisationId, document: stage.documentId }]
const payment = () => `/documents/${stage.documentId}/payment/`

test('an owner who moves a due day, opens a page again or agrees an excess is followed by open pages', async () => {
  const move = () => stage.ask('PATCH', payment(), { due_day: '2026-12-31' })
  expect(await toldBy(move)).toEqual(ofDocument())
  await stage.app.database.db
    .updateTable('receivable')
    .set({ closes_day: '2026-11-01' })
    .where('document_id', '=', stage.documentId)
    .execute()
  const reopen = () => stage.ask('POST', `${payment()}reopen/`)
  expect(await toldBy(reopen)).toEqual(ofDocument())
  await stage.ask('POST', `/documents/${stage.documentId}/payments/`, {
    amount: TOTAL + 1_000,
    day: '2026-11-05',
    way: 'transfer',
    note: '',
  })
  const agree = () => stage.ask('PUT', `${payment()}agreed-excess/`, { amount: 1_000 })
  expect(await toldBy(agree)).toEqual(ofDocument())
  expect(await toldBy(agree)).toEqual([])
  const { db } = stage.app.database
  await db.deleteFrom('payment_share').execute()
  await db.deleteFrom('payment').execute()
})

test('an owner who stops following a payment and follows it again is followed by open pages', async () => {
  expect(await toldBy(() => stage.ask('DELETE', payment()))).toEqual(ofDocument())
  const follow = () => stage.ask('POST', '/payments/follow/', { documents: [stage.documentId] })
  expect(await toldBy(follow)).toEqual(ofDocument())
  expect(await toldBy(follow)).toEqual([])
})

test('payments that are switched on tell what they follow: of more than a hundred documents to look at everything', async () => {
  const { app, ana } = stage
  const { db } = app.database
  const switchOn = async () => {
    await db.deleteFrom('receivable').execute()
    await db.deleteFrom('payment_terms').execute()
    return stage.ask('PUT', `/payments/terms/${ana.ids.company}/`, {
      seen: null,
      enabled_from: '2026-10-01',
      due_days: 30,
      allows_partial: false,
      bank: null,
    })
  }
  expect(await toldBy(switchOn)).toContainEqual(ofDocument()[0])
  const client = { rut: '76.086.428-5', name: 'Uno SpA', issueDay: '2026-10-20', amount: 1_000 }
  const facts = Array.from({ length: 101 }, (_, n) => ({ ...client, folio: 5_000 + n }))
  await insertOwed(db, { organisationId: ana.organisationId, companyId: ana.ids.company }, facts)
  const all = { organisation: ana.organisationId }
  // Once for what is taken away before it, once for what is followed; the same is told once in a transaction.
  expect(await toldBy(switchOn)).toEqual([all, all])
})
