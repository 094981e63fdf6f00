import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSettledClients, settleClient } from '#contract/settled-clients.ts'
import type { Line } from './csv-statement.ts'
import {
  CLIENT,
  OTHER_CLIENT,
  statementStage,
  THIRD_PARTY,
  type StatementStage,
} from './statement-stage.ts'

let stage: StatementStage

beforeAll(async () => {
  stage = await statementStage()
})
beforeEach(async () => {
  await stage.reset()
  await stage.app.database.db.deleteFrom('sii_issued').execute()
})
afterAll(() => stage.close())

const paid = (changed: Partial<Line> = {}): Line => ({ rut: CLIENT, clp: 119_000, ...changed })

async function notFollowed(client: string, issueDay: string): Promise<number> {
  const id = await stage.document(119_000, { client, issueDay })
  await stage.app.database.db.deleteFrom('receivable').where('document_id', '=', id).execute()
  return id
}

const path = () => `/payments/terms/${stage.ana.ids.company}/settled-clients/`

const settle = (client: string) => stage.ask('POST', path(), { client_rut: client })

async function settled() {
  const { body } = await stage.ask('GET', path())
  return listSettledClients.reply.parse(body)
}

async function listedOutside(issueDay: string, seenAt: string): Promise<void> {
  await stage.app.database.db
    .insertInto('sii_issued')
    .values({
      organisation_id: stage.ana.organisationId,
      company_id: stage.ana.ids.company,
      kind: 'factura',
      folio: 77,
      recipient_rut: CLIENT.replaceAll('.', ''),
      issue_day: issueDay,
      total_clp: 119_000,
      first_seen_at: seenAt,
    })
    .execute()
}

/** A document of last month that nobody follows, and one that is owed; the transfer waits for a person. */
async function heldTransfer(): Promise<{ before: number; owed: number }> {
  const before = await notFollowed(CLIENT, '2026-10-01')
  const owed = await stage.document(119_000, { issueDay: '2026-11-01' })
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1 })
  expect(await stage.theMovement()).toMatchObject({ not_followed: [{ identifier: CLIENT }] })
  return { before, owed }
}

test('a client whose earlier documents are paid pays the next ones without a person', async () => {
  const { before, owed } = await heldTransfer()
  const reply = await settle(CLIENT)
  expect(reply.status).toBe(200)
  const { id, matched } = settleClient.reply.parse(reply.body)
  expect(matched).toBe(1)
  expect(await stage.payment(owed)).toMatchObject({ paid: 119_000, state: 'paid' })
  expect(await settled()).toEqual([
    {
      id,
      client: { identifier: CLIENT },
      through_day: '2026-10-01',
      by: expect.stringMatching(/@/),
      at: expect.stringMatching(/^2026-11-20/),
    },
  ])
  expect(await stage.count('audit_event', `kind = 'clientSettled' and user_id is not null`)).toBe(1)
  // No document is paid by it, and no money came.
  expect(await stage.count('receivable', `document_id = ${before}`)).toBe(0)
  expect(await stage.count('payment')).toBe(1)
  const next = await stage.document(119_000, { issueDay: '2026-11-10' })
  expect(await stage.upload([paid({ day: '2026-11-15' })])).toMatchObject({ matched: 1, review: 0 })
  expect(await stage.payment(next)).toMatchObject({ paid: 119_000 })
})

test('a client’s answer that is taken back holds its transfers again, and leaves what was paid', async () => {
  const { owed } = await heldTransfer()
  const { id } = settleClient.reply.parse((await settle(CLIENT)).body)
  expect((await stage.ask('DELETE', `/payments/settled-clients/${id}/`)).status).toBe(204)
  expect(await settled()).toEqual([])
  expect(await stage.count('audit_event', `kind = 'clientUnsettled'`)).toBeGreaterThan(0)
  expect(await stage.payment(owed)).toMatchObject({ paid: 119_000 })
  await stage.document(119_000, { issueDay: '2026-11-10' })
  expect(await stage.upload([paid({ day: '2026-11-15' })])).toMatchObject({ matched: 0, review: 1 })
  expect((await stage.ask('DELETE', `/payments/settled-clients/${id}/`)).status).toBe(404)
})

test('a client’s answer is about no document that was issued after the newest of them', async () => {
  await notFollowed(CLIENT, '2026-10-01')
  expect((await settle(CLIENT)).status).toBe(200)
  await notFollowed(CLIENT, '2026-10-02')
  await stage.document(119_000, { issueDay: '2026-11-01' })
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1 })
  // Said again, it is about all of them.
  expect(settleClient.reply.parse((await settle(CLIENT)).body)).toMatchObject({ matched: 1 })
  expect(await settled()).toMatchObject([{ through_day: '2026-10-02' }])
})

test('a client’s answer is about no document that became known after it', async () => {
  await notFollowed(CLIENT, '2026-10-20')
  await settle(CLIENT)
  await listedOutside('2026-10-10', '2026-11-21T08:00:00Z')
  await stage.document(119_000, { issueDay: '2026-11-01' })
  expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1 })
})

test('a client’s answer is about what was issued outside, too', async () => {
  await listedOutside('2026-10-10', '2026-10-11T08:00:00Z')
  await settle(CLIENT)
  expect(await settled()).toMatchObject([{ through_day: '2026-10-10' }])
  await stage.document(119_000, { issueDay: '2026-11-01' })
  expect(await stage.upload([paid()])).toMatchObject({ matched: 1 })
})

test('a client’s answer is about no other client', async () => {
  await notFollowed(CLIENT, '2026-10-01')
  await notFollowed(OTHER_CLIENT, '2026-10-01')
  for (const client_rut of [CLIENT, OTHER_CLIENT]) {
    await stage.ask('POST', `/payments/terms/${stage.ana.ids.company}/payers/`, {
      client_rut,
      payer_rut: THIRD_PARTY,
    })
  }
  await stage.document(119_000, { issueDay: '2026-11-01' })
  await stage.upload([paid({ rut: THIRD_PARTY })])
  const { not_followed: both } = await stage.theMovement()
  expect(both.map(({ identifier }) => identifier).toSorted()).toEqual([CLIENT, OTHER_CLIENT])
  expect(settleClient.reply.parse((await settle(CLIENT)).body)).toMatchObject({ matched: 0 })
  expect(await stage.theMovement()).toMatchObject({ not_followed: [{ identifier: OTHER_CLIENT }] })
  expect(settleClient.reply.parse((await settle(OTHER_CLIENT)).body)).toMatchObject({ matched: 1 })
})

test('a client without such documents has nothing to answer', async () => {
  await stage.document(119_000)
  await notFollowed(OTHER_CLIENT, '2026-10-01')
  expect(await settle(CLIENT)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('has no documents') },
  })
  expect((await settle('11.111.111-2')).status).toBe(400)
  expect(await settled()).toEqual([])
})
