import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { issueDocument } from '#server/documents/issue/issue.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import type { PipelineNeeds } from '#server/pipeline.ts'
import { antonia } from '#simulators/world.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { queuedFactura, rowOf } from '../queued-factura.ts'

let house: House

// 30 November 2026, 08:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T11:00:00Z')
})
afterEach(async () => {
  await house.close()
})

test('a rule whose day has come issues one factura, verified and filed', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['planned'])
  await house.live(worker, 180, 10)
  const [document, ...others] = await documentsOf(house)
  expect(others).toEqual([])
  expect(house.failures).toEqual([])
  expect(document).toMatchObject({ state: 'issued', files_state: 'stored', total_clp: 119_000 })
  const issued = issuedAtSii(house)
  expect(issued).toHaveLength(1)
  expect(issued[0]).toMatchObject({ folio: document?.folio, timesAsked: 1 })
  const passwords = await house.db
    .selectFrom('facturator')
    .select('certificate_password_state')
    .execute()
  expect(passwords).toEqual([{ certificate_password_state: 'verified' }])
})

test('a document whose number a person told is looked for and never issued', async () => {
  const document = await queuedFactura(house.db, { told_folio: 7 })
  const { person } = document.user
  const sends = { isEnding: () => false, during: <T>(work: () => Promise<T>) => work() }
  const needs = { ...house.worker('w1'), sends }
  const lease = { person, epoch: 1, worker: 'w1', outlives: () => true }
  await issueDocument(needs, lease, document)
  expect(await rowOf(house.db, document)).toEqual(document.row)
})

test('frozen anew while it is prepared, what was prepared never leaves: the SII has what the document says', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  let isFrozenAnew = false
  const superseded: PipelineNeeds = {
    ...worker,
    boundary: async (name) => {
      if (name !== 'beforeIntent' || isFrozenAnew) return
      isFrozenAnew = true
      await freezeAnew()
    },
  }
  await house.live(superseded, 180, 10)
  expect(isFrozenAnew).toBe(true)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', files_state: 'stored' }])
  expect(issuedAtSii(house)).toHaveLength(1)
})

test.each([
  ['another company', moveToOtherCompany],
  ['another person', moveToOtherPerson],
])('what was prepared never leaves when the document is moved to %s', async (_, move) => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  let isMoved = false
  const superseded: PipelineNeeds = {
    ...worker,
    boundary: async (name) => {
      if (name !== 'beforeIntent' || isMoved) return
      isMoved = true
      await move()
    },
  }
  for (let passed = 0; passed < 180 && !isMoved; passed += 10) await house.live(superseded, 10, 10)
  expect(isMoved).toBe(true)
  expect(await house.db.selectFrom('attempt').select('number').execute()).toEqual([])
  expect(issuedAtSii(house)).toEqual([])
})

async function moveToOtherCompany(): Promise<void> {
  const { id: _, ...company } = await house.db
    .selectFrom('company')
    .selectAll()
    .executeTakeFirstOrThrow()
  const other = await house.db
    .insertInto('company')
    .values({ ...company, rut: antonia.rut })
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db.updateTable('document').set({ company_id: other.id }).execute()
}

async function moveToOtherPerson(): Promise<void> {
  await house.db.updateTable('document').set({ person_rut: antonia.rut }).execute()
}

test('a document that is planned for a day is not ordered for another', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.settle(house.worker('w1'))
  const planned = { state: 'planned', issue_day: '2026-12-01' } as const
  await house.db.updateTable('document').set({ issue_day: planned.issue_day }).execute()
  const [row] = await documentsOf(house)
  if (row === undefined) throw new Error('no document')
  const at = { organisationId: row.organisation_id, id: row.id }
  const user = { worker: 'user:1', epoch: null }
  expect(await documentActions(house).issueNow(at, user)).toBe(false)
  expect(await documentsOf(house)).toMatchObject([planned])
})

async function freezeAnew(): Promise<void> {
  const [row] = await documentsOf(house)
  if (row === undefined) throw new Error('no document')
  const before = frozenContent(row)
  if (before.kind !== 'factura') throw new Error('no factura')
  const lines = before.lines.map((line) => ({ ...line, name: 'Otra asesoría' }))
  const content = { ...before, lines }
  await house.db
    .updateTable('document')
    .set({ content: JSON.stringify(content), content_digest: contentDigest(content) })
    .where('id', '=', row.id)
    .execute()
}
