import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

/** An issued document whose payment nobody follows. */
async function notFollowed(
  amount: number,
  changed?: Parameters<StatementStage['document']>[1],
): Promise<number> {
  const id = await stage.document(amount, changed)
  await stage.app.database.db.deleteFrom('receivable').where('document_id', '=', id).execute()
  return id
}

/** A number that the SII's lists show and that is no document of ours. */
async function issuedOutside(changed: { total?: number; isAnnulled?: boolean } = {}) {
  const { total = 119_000, isAnnulled = false } = changed
  const { organisationId, ids } = stage.ana
  await stage.app.database.db
    .insertInto('sii_issued')
    .values({
      organisation_id: organisationId,
      company_id: ids.company,
      kind: 'factura',
      folio: 77,
      recipient_rut: CLIENT.replaceAll('.', ''),
      issue_day: '2026-10-01',
      total_clp: total,
      is_annulled: isAnnulled,
      first_seen_at: '2026-10-02T08:00:00Z',
    })
    .execute()
}

const CANNOT_BE_MEANT: [string, () => Promise<unknown>][] = [
  ['of another amount', () => notFollowed(118_999, { issueDay: '2026-10-01' })],
  [
    'of another client',
    () => notFollowed(119_000, { client: OTHER_CLIENT, issueDay: '2026-10-01' }),
  ],
  ['that was issued later', () => notFollowed(119_000, { issueDay: '2026-11-06' })],
  ['of more than 400 days before', () => notFollowed(119_000, { issueDay: '2025-09-30' })],
  ['that was annulled', () => annulled()],
  ['that was issued outside for another amount', () => issuedOutside({ total: 1_000 })],
  ['that was issued outside and annulled', () => issuedOutside({ isAnnulled: true })],
]

async function annulled(): Promise<void> {
  const id = await notFollowed(119_000, { issueDay: '2026-10-01' })
  await sql`update document set state = 'annulled' where id = ${id}`.execute(stage.app.database.db)
}

/** A boleta of which its client keeps the retention back. */
async function boleta(): Promise<void> {
  const id = await notFollowed(140_000, { issueDay: '2026-10-01' })
  const content = JSON.stringify({ withholder: 'recipient', liquidoClp: 119_000 })
  await sql`update document set kind = 'boletaHonorarios', content = ${content}::jsonb
    where id = ${id}`.execute(stage.app.database.db)
}

const MAY_BE_MEANT: [string, () => Promise<unknown>][] = [
  ['of the month before', () => notFollowed(119_000, { issueDay: '2026-10-01' })],
  ['of the same day', () => notFollowed(119_000, { issueDay: '2026-11-05' })],
  ['of 400 days before', () => notFollowed(119_000, { issueDay: '2025-10-01' })],
  ['that was issued outside', () => issuedOutside()],
  ['of which a retention is kept back', boleta],
]

test.each(MAY_BE_MEANT)(
  'a document %s that is not followed keeps its like from being paid without a person',
  async (_, make) => {
    await make()
    const followed = await stage.document(119_000, { issueDay: '2026-11-01' })
    expect(await stage.upload([paid()])).toMatchObject({ matched: 0, review: 1, others: 0 })
    expect(await stage.payment(followed)).toMatchObject({ paid: 0 })
    expect(await stage.theMovement()).toMatchObject({
      proposals: [{ reason: 'otherNotFollowed', documents: [{ id: followed }] }],
    })
  },
)

test.each(CANNOT_BE_MEANT)(
  'a document %s that is not followed is not in the way of another',
  async (_, make) => {
    await make()
    await stage.document(119_000, { issueDay: '2026-11-01' })
    expect(await stage.upload([paid()])).toMatchObject({ matched: 1, review: 0 })
  },
)

test('a document that is not followed of a client for whom the payer may pay is in the way', async () => {
  await stage.ask('POST', `/payments/terms/${stage.ana.ids.company}/payers/`, {
    client_rut: OTHER_CLIENT,
    payer_rut: THIRD_PARTY,
  })
  await stage.ask('POST', `/payments/terms/${stage.ana.ids.company}/payers/`, {
    client_rut: CLIENT,
    payer_rut: THIRD_PARTY,
  })
  await notFollowed(119_000, { client: OTHER_CLIENT, issueDay: '2026-10-01' })
  await stage.document(119_000, { issueDay: '2026-11-01' })
  const answer = await stage.upload([paid({ rut: THIRD_PARTY })])
  expect(answer).toMatchObject({ matched: 0, review: 1 })
})

test('a document that is followed at last is one of several that may be meant', async () => {
  const october = await notFollowed(119_000, { issueDay: '2026-10-01' })
  await stage.document(119_000, { issueDay: '2026-11-01' })
  await stage.upload([paid()])
  await stage.ask('POST', '/payments/follow/', { documents: [october] })
  const { proposals } = await stage.theMovement()
  expect(proposals).toMatchObject([{ reason: 'severalDocuments' }, { reason: 'severalDocuments' }])
})
