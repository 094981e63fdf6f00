import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import { takeBack } from '#server/documents/issue/apply-nota.ts'
import { recordIssued, recordOutcome } from '#server/documents/issue/outcome.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SendOutcome } from '#sii/sii.ts'
import { factura } from '../../contract/sii/desk.ts'
import { openHouse, type House } from '../house.ts'
import { addTry, queuedFactura, rowOf } from '../queued-factura.ts'

let house: House

const FOLIO = 700
const WORKER = { worker: 'w1', epoch: 1 }

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

/** What its first try comes to, told when the document is like this. */
async function told(outcome: SendOutcome, change: Updateable<Schema['document']>) {
  const document = await queuedFactura(house.db, change)
  await addTry(house.db, document.row, { outcome: 'uncertain' })
  await recordOutcome(house.worker('w1'), WORKER, document, 1, outcome)
  const { state, reason, folio } = await rowOf(house.db, document)
  return { state, reason, folio }
}

async function events(): Promise<string[]> {
  const rows = await house.db.selectFrom('document_event').select('kind').execute()
  return rows.map(({ kind }) => kind)
}

const refusal = (text: string) => ({ kind: 'refused', text }) as const
const answer = (folio: number) => ({ kind: 'issued', folio, code: '9', page: '' }) as const

test.each([
  ['Firma no reconocida', 'signatureNotRecognized'],
  ['El RUT no es válido', 'portalRefused'],
])('a document that the SII refuses with "%s" fails by %s', async (text, reason) => {
  expect(await told(refusal(text), { state: 'issuing' })).toMatchObject({ state: 'failed', reason })
})

test.each<[string, SendOutcome, Updateable<Schema['document']>]>([
  ['refusal of a document that is queued again', refusal('No'), { state: 'queued' }],
  ['refusal of a document that is issued', refusal('No'), { state: 'issued', folio: FOLIO }],
  [
    'word that nothing was sent of a document in doubt',
    { kind: 'notSent' },
    { state: 'uncertain' },
  ],
  ['number that the document has', answer(FOLIO), { state: 'issued', folio: FOLIO }],
  ['number that the annulled document has', answer(FOLIO), { state: 'annulled', folio: FOLIO }],
])('a late %s changes nothing', async (_, outcome, change) => {
  expect(await told(outcome, change)).toEqual({ reason: null, folio: null, ...change })
  expect(await events()).toEqual([])
})

test.each(['absent', 'issued', 'refused', 'notSent'] as const)(
  'a late word that nothing is known leaves the try on record as %s',
  async (known) => {
    const document = await queuedFactura(house.db, { state: 'skipped' })
    await addTry(house.db, document.row, { outcome: known })
    const outcome = { kind: 'uncertain', cause: 'connectionLost', page: null } as const
    await recordOutcome(house.worker('w1'), WORKER, document, 1, outcome)
    const { outcome: kept } = await house.db
      .selectFrom('attempt')
      .select('outcome')
      .executeTakeFirstOrThrow()
    expect(kept).toBe(known)
  },
)

test.each(['issued', 'annulled'] as const)(
  'a late second number of a document that is %s raises the alarm',
  async (state) => {
    const known = await told(answer(FOLIO + 1), { state, folio: FOLIO })
    expect(known).toEqual({ state, folio: FOLIO, reason: 'twinFound' })
    expect(await events()).toEqual(['twin'])
  },
)

test('a document that is found closes its open tries and leaves the refused ones', async () => {
  const document = await queuedFactura(house.db, { state: 'uncertain' })
  await addTry(house.db, document.row, { number: 1, outcome: 'refused' })
  await addTry(house.db, document.row, { number: 2, outcome: 'uncertain' })
  await addTry(house.db, document.row, { number: 3 })
  const fact = { folio: FOLIO, code: null, how: 'reconciled', attempt: null } as const
  await recordIssued(house.worker('w1'), WORKER, document, fact)
  const tries = await house.db.selectFrom('attempt').select('outcome').orderBy('number').execute()
  expect(tries.map(({ outcome }) => outcome)).toEqual(['refused', 'issued', 'issued'])
})

test('a document frozen again since the try that issued it says what was sent', async () => {
  const document = await queuedFactura(house.db)
  const sent = { ...factura(), issueDate: day(2026, 11, 29) }
  const content = JSON.stringify(sent)
  const tried = { content, content_digest: contentDigest(sent), outcome: 'absent' } as const
  await addTry(house.db, document.row, tried)
  const fact = { folio: FOLIO, code: null, how: 'reconciled', attempt: 1 } as const
  await recordIssued(house.worker('w1'), WORKER, document, fact)
  expect(await rowOf(house.db, document)).toMatchObject({
    state: 'issued',
    issue_day: sent.issueDate,
    content: { issueDate: sent.issueDate },
  })
})

test.each([1, 3] as const)(
  'a nota of code %i leaves an annulled factura as it is',
  async (code) => {
    const document = await queuedFactura(house.db, { state: 'annulled', folio: FOLIO })
    const { issueDate, totalClp, ...rest } = factura()
    const reference = { folio: FOLIO, issueDate, totalClp, code, reason: '' }
    const content = { ...rest, kind: 'notaCredito', issueDate, totalClp, reference } as const
    const nota = { organisation_id: document.row.organisation_id, nota_of: document.row.id }
    await takeBack(house.db, house.clock, WORKER, nota, { folio: 2, content })
    expect(await rowOf(house.db, document)).toMatchObject({ state: 'annulled', folio: FOLIO })
    expect(await events()).toEqual([])
  },
)
