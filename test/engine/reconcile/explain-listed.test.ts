import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { PortalDocument } from '#server/documents/portal/portal-step.ts'
import { explainListed } from '#server/documents/reconcile/explain-listed.ts'
import type { SweptRow } from '#server/documents/reconcile/swept-row.ts'
import { openHouse, type House } from '../house.ts'
import { addTry, queuedFactura, rowOf } from '../queued-factura.ts'

let house: House

const FOLIO = 700
const WORKER = { worker: 'sweeper', epoch: null }

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

/** A factura of ours that is issued, and one on the list behind it that says the same. */
async function issued(): Promise<{ document: PortalDocument; next: SweptRow }> {
  const document = await queuedFactura(house.db, { state: 'issued', folio: FOLIO })
  const { row, content, company } = document
  await addTry(house.db, row, { outcome: 'issued', highest_folio: FOLIO - 1 })
  const issueDate = content.issueDate
  await house.db.updateTable('document').set({ issue_day: issueDate }).execute()
  const next = {
    companyId: row.company_id,
    issuer: company,
    kind: row.kind,
    folio: FOLIO + 1,
    recipient: content.recipient.rut,
    issueDate,
    totalClp: clp(row.total_clp ?? 0),
    annulled: null,
    annulledBy: null,
    loweredClp: clp(0),
  }
  return { document, next }
}

function alarms(row: SweptRow): Promise<number> {
  return house.db
    .transaction()
    .execute((trx) => explainListed(trx, house.clock, WORKER, { organisationId: 1 }, [row]))
}

test('a number on the list that says the same as a document of ours is its double', async () => {
  const { next } = await issued()
  expect(await alarms(next)).toBe(1)
})

test.each<[string, (row: SweptRow) => Partial<SweptRow>]>([
  ['to another client', () => ({ recipient: rut('90909090-3') })],
  ['of another day', ({ issueDate }) => ({ issueDate: addDays(issueDate, -1) })],
  ['over another amount', () => ({ totalClp: clp(1) })],
])('a number on the list %s is no double of ours', async (_, change) => {
  const { next } = await issued()
  expect(await alarms({ ...next, ...change(next) })).toBe(0)
})

test('a number that a document of another organisation has is no double', async () => {
  const { next } = await issued()
  await queuedFactura(house.db, { state: 'issued', folio: next.folio }, 2)
  expect(await alarms(next)).toBe(0)
})

test('a document that is annulled here stays as it is when the list shows it annulled', async () => {
  const { document, next } = await issued()
  const listed = { ...next, folio: FOLIO, annulled: { on: null } }
  expect(await alarms(listed)).toBe(0)
  expect(await alarms(listed)).toBe(0)
  expect(await rowOf(house.db, document)).toMatchObject({ state: 'annulled' })
  const events = await house.db.selectFrom('document_event').select('kind').execute()
  expect(events).toEqual([{ kind: 'annulled' }])
})
