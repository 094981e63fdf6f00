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
  await stage.app.database.db.deleteFrom('portal_nota').execute()
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
async function issuedOutside(
  changed: {
    total?: number
    isAnnulled?: boolean
    kind?: 'factura' | 'boletaHonorarios'
    lowered?: number
    issueDay?: string
    seenAt?: string
  } = {},
) {
  const { total = 119_000, isAnnulled = false, kind = 'factura', lowered = 0 } = changed
  const { issueDay = '2026-10-01', seenAt = '2026-10-02T08:00:00Z' } = changed
  const { organisationId, ids } = stage.ana
  await stage.app.database.db
    .insertInto('sii_issued')
    .values({
      organisation_id: organisationId,
      company_id: ids.company,
      kind,
      folio: 77,
      recipient_rut: CLIENT.replaceAll('.', ''),
      issue_day: issueDay,
      total_clp: total,
      lowered_clp: lowered,
      is_annulled: isAnnulled,
      first_seen_at: seenAt,
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
  [
    'that was issued outside and lowered to another amount',
    () => issuedOutside({ total: 150_000, lowered: 30_999 }),
  ],
  [
    'that was issued outside as a factura of which a retention would leave that much',
    () => issuedOutside({ total: 140_413 }),
  ],
  ['that a nota lowered to another amount', () => lowered(150_000, 30_999)],
  ['of which the nota that lowers it failed', () => lowered(150_000, 31_000, { state: 'failed' })],
  ['of which a nota corrects the text alone', () => lowered(150_000, 31_000, { code: 2 })],
  ['that a nota of the portal lowered to another amount', () => loweredAtPortal(150_000, 30_999)],
  [
    'of which a nota of the portal corrects the text alone',
    () => loweredAtPortal(150_000, 31_000, 2),
  ],
]

/** A factura and a nota of it of that much. */
async function lowered(
  total: number,
  clp: number,
  { state = 'issued', code = 3 }: { state?: string; code?: number } = {},
): Promise<void> {
  const { db } = stage.app.database
  const id = await notFollowed(total, { issueDay: '2026-10-01' })
  const nota = await notFollowed(clp, { issueDay: '2026-10-03' })
  await sql`update document set kind = 'notaCredito', nota_of = ${id}, nota_code = ${code}, state = ${state},
      folio = case when ${state}::text = 'issued' then folio end
    where id = ${nota}`.execute(db)
}

/** The same by a nota made at the SII's portal. */
async function loweredAtPortal(total: number, clp: number, code = 3): Promise<void> {
  const { db } = stage.app.database
  const id = await notFollowed(total, { issueDay: '2026-10-01' })
  await sql`insert into portal_nota (organisation_id, company_id, folio, recipient_rut, issue_day, total_clp, tried_at,
      about)
    select organisation_id, company_id, 88, recipient_rut, '2026-10-03', ${clp}, '2026-10-04T08:00:00Z',
      jsonb_build_array(jsonb_build_object('folio', folio, 'day', issue_day, 'code', ${code}::int))
    from document where id = ${id}`.execute(db)
}

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
  ['that was issued outside and lowered', () => issuedOutside({ total: 150_000, lowered: 31_000 })],
  [
    'that was issued outside and lowered, by its whole amount,',
    () => issuedOutside({ lowered: 31_000 }),
  ],
  [
    'that was issued outside as a boleta, by its gross amount,',
    () => issuedOutside({ kind: 'boletaHonorarios' }),
  ],
  [
    'that was issued outside as a boleta, by what a retention leaves,',
    () => issuedOutside({ kind: 'boletaHonorarios', total: 140_413 }),
  ],
  [
    'that was issued outside as a boleta of the year before, by what its retention left,',
    () => issuedOutside({ kind: 'boletaHonorarios', total: 139_181, issueDay: '2025-12-20' }),
  ],
  ['that a nota lowered', () => lowered(150_000, 31_000)],
  ['that a nota lowered, by its whole amount,', () => lowered(119_000, 31_000)],
  ['that a nota of the portal lowered', () => loweredAtPortal(150_000, 31_000)],
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
