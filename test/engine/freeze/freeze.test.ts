import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { Schema } from '#server/db/schema.ts'
import { frozenContent, saying } from '#server/documents/content/content.ts'
import { brakeOf } from '#server/documents/freeze/approval-reason.ts'
import { freezeDocument } from '#server/documents/freeze/freeze.ts'
import { lockAlikes } from '#server/documents/freeze/similar-documents.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import { append, type DocumentRow } from '#server/documents/trail/trail.ts'
import { seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

const TODAY = day(2026, 11, 30)
const TOMORROW = day(2026, 12, 1)
const YESTERDAY = day(2026, 11, 29)
const worker = { worker: 'w1', epoch: null }
const user = { worker: 'user:1', epoch: null }

// 30 November 2026, 08:00 in Chile, an hour before anything leaves; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T11:00:00Z')
})
afterEach(() => house.close())

type Change = Updateable<Schema['document']>

async function update({ id }: DocumentRow, change: Change): Promise<void> {
  await house.db.updateTable('document').set(change).where('id', '=', id).execute()
}

/** The documents of this month, none of them frozen. */
async function planned(seed: () => Promise<unknown>): Promise<DocumentRow> {
  await seed()
  await planDueRules(house, worker, (_rule, error) => house.failures.push(error))
  const [document] = await documentsOf(house)
  if (document?.state !== 'planned') throw new Error('nothing is planned')
  return document
}

const plannedFactura = () => planned(() => seedRule(house, { nextDay: TODAY }))

async function freeze(document: DocumentRow): Promise<DocumentRow> {
  await freezeDocument(house, worker, {
    organisationId: document.organisation_id,
    id: document.id,
  })
  return now(document)
}

async function now({ id }: DocumentRow): Promise<DocumentRow> {
  const document = (await documentsOf(house)).find((one) => one.id === id)
  if (document === undefined) throw new Error(`no document ${id}`)
  return document
}

test('the undo window of a document frozen at night ends when the hours begin', async () => {
  const opens = '2026-11-30T12:00:00.000Z'
  expect(await freeze(await plannedFactura())).toMatchObject({
    state: 'waiting',
    wait_until: opens,
  })
})

test('a document dated tomorrow is frozen tomorrow', async () => {
  const document = await plannedFactura()
  await update(document, { issue_day: TOMORROW })
  const { state, content, next_try_at: at } = await freeze(document)
  expect({ state, content }).toEqual({ state: 'planned', content: null })
  expect(at?.slice(0, 10)).toBe(TOMORROW)
})

test('a document dated yesterday is asked about instead of frozen', async () => {
  const document = await plannedFactura()
  await update(document, { issue_day: YESTERDAY })
  expect(await freeze(document)).toMatchObject({
    state: 'planned',
    reason: 'missed',
    issue_day: null,
    content: null,
  })
})

test('a document whose number a person told is prepared after the closing hour', async () => {
  const document = await plannedFactura()
  await update(document, { told_folio: 7 })
  await house.clock.advanceTo('2026-11-30T23:00:00Z')
  expect(await freeze(document)).toMatchObject({ state: 'waiting', issue_day: TODAY })
})

test('a document that was skipped is not frozen', async () => {
  const document = await plannedFactura()
  await update(document, { state: 'skipped' })
  expect(await freeze(document)).toMatchObject({ state: 'skipped', content: null })
})

test('a boleta whose retention of the SII was accepted is frozen with it', async () => {
  const document = await planned(() => seedBoletaRule(house, { nextDay: TODAY }))
  const accepted = { total_clp: 400_000, sii_retention_clp: 58_000 }
  await update(document, accepted)
  const content = frozenContent(await freeze(document))
  expect(content).toMatchObject({ grossClp: 400_000, retentionClp: 58_000 })
})

test('a document is not frozen while one that looks the same is being frozen', async () => {
  const document = await plannedFactura()
  await freeze(document)
  const content = frozenContent(await now(document))
  await update(document, { state: 'planned' })
  let frozen: Promise<DocumentRow> | undefined
  await house.db.transaction().execute(async (trx) => {
    await lockAlikes(trx, document, content)
    frozen = freeze(document)
    await untilLockWait(house.db)
  })
  expect((await frozen)?.state).toBe('waiting')
})

/** One just frozen, and the one of a tenth of its amount that was issued a month before. */
async function afterCheaper(): Promise<{ document: DocumentRow; before: DocumentRow }> {
  const document = await freeze(await plannedFactura())
  const { id: _id, key, ...same } = document
  await house.db
    .insertInto('document')
    .values({
      ...same,
      key: `${key}:before`,
      ...inOctober,
      ...cheaper(document),
      wait_until: null,
      next_try_at: null,
    })
    .execute()
  const before = (await documentsOf(house)).find(({ id }) => id !== document.id)
  if (before === undefined) throw new Error('none before')
  return { document, before }
}

const inOctober = {
  emission_day: '2026-10-30',
  issue_day: '2026-10-30',
  service_month: '2026-10',
  state: 'issued',
  folio: 5,
} as const

/** Its content for a tenth of its price. */
function cheaper(document: DocumentRow) {
  const content = frozenContent(document)
  if (content.kind !== 'factura') throw new Error('no factura')
  const lines = content.lines.map((line) => ({
    ...line,
    amountClp: clp(line.amountClp / 10),
    price: { currency: 'CLP' as const, unitClp: clp(10_000) },
  }))
  return saying({ ...content, lines, totalClp: clp(content.totalClp / 10) })
}

function brake(document: DocumentRow) {
  return house.db.transaction().execute((trx) => brakeOf(trx, document, frozenContent(document)))
}

test('an amount far from the one before is asked about', async () => {
  const { document } = await afterCheaper()
  expect(await brake(document)).toBe('amountDiffers')
})

test('an amount is not compared with one that was never issued', async () => {
  const { document, before } = await afterCheaper()
  await update(before, { state: 'skipped', folio: null })
  expect(await brake(document)).toBeNull()
})

test('an amount is not compared with that of another client', async () => {
  const { document, before } = await afterCheaper()
  const client = await house.db.selectFrom('client').selectAll().executeTakeFirstOrThrow()
  const { id } = await house.db
    .insertInto('client')
    .values({ ...client, id: client.id + 1_000, rut: '91919191-0' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await update(before, { client_id: id })
  expect(await brake(document)).toBeNull()
})

test('an amount is not compared with that of another rule', async () => {
  const { document, before } = await afterCheaper()
  const rule = await house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  const { id } = await house.db
    .insertInto('invoice_rule')
    .values({ ...rule, id: rule.id + 1_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await update(before, { rule_id: id })
  expect(await brake(document)).toBeNull()
})

test('an amount is compared with the latest one before', async () => {
  const { document, before } = await afterCheaper()
  const { id: _id, key, ...same } = before
  const { content, content_digest, total_clp } = document
  await house.db
    .insertInto('document')
    .values({
      ...same,
      key: `${key}:later`,
      folio: 6,
      emission_day: '2026-10-31',
      content: JSON.stringify(content),
      content_digest,
      total_clp,
    })
    .execute()
  expect(await brake(document)).toBeNull()
})

test('a document that a person ordered for another day needs no approval', async () => {
  const document = await freeze(await plannedFactura())
  await house.db.updateTable('invoice_rule').set({ needs_approval: true }).execute()
  expect(await brake(document)).toBe('approvalNeeded')
  const { organisation_id: organisationId, id } = document
  const rescheduled = { kind: 'rescheduled', issueDay: TODAY } as const
  await append(house.db, house.clock, user, { organisation_id: organisationId, id }, rescheduled)
  expect(await brake(document)).toBeNull()
})
