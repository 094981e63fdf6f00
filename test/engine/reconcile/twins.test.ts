import type { Updateable } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import type { DocumentEvent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { instantText } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { recordOutcome } from '#server/documents/issue/outcome.ts'
import type { PortalDocument } from '#server/documents/portal/portal-step.ts'
import { explainListed } from '#server/documents/reconcile/explain-listed.ts'
import { sweepFacturator, unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import type { SweptRow } from '#server/documents/reconcile/swept-row.ts'
import { record } from '#server/documents/trail/trail.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { addTry, queuedFactura, rowOf } from '../queued-factura.ts'

let house: House

const TODAY = day(2026, 11, 30)
const FOLIO = 700
const WORKER = { worker: 'sweeper', epoch: null }
const USER = { worker: 'user:1', epoch: null }

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

/** A document of ours that is issued, and one on the list behind it that says the same. */
async function issued(
  change: Updateable<Schema['document']> = {},
): Promise<{ document: PortalDocument; twin: SweptRow }> {
  const document = await queuedFactura(house.db, { state: 'issued', folio: FOLIO, ...change })
  const { row, content, company } = document
  await addTry(house.db, row, { outcome: 'issued', highest_folio: FOLIO - 1 })
  await house.db.updateTable('document').set({ issue_day: content.issueDate }).execute()
  const twin = {
    companyId: row.company_id,
    issuer: company,
    kind: row.kind,
    folio: FOLIO + 1,
    recipient: content.recipient.rut,
    issueDate: content.issueDate,
    totalClp: clp(row.total_clp ?? 0),
    annulled: null,
    annulledBy: null,
    loweredClp: clp(0),
  }
  return { document, twin }
}

/** How many alarms the list raises. */
function sweep(...rows: SweptRow[]): Promise<number> {
  return house.db
    .transaction()
    .execute((trx) => explainListed(trx, house.clock, WORKER, { organisationId: 1 }, rows))
}

async function eventsOf({ row }: PortalDocument) {
  return house.db
    .selectFrom('document_event')
    .select(['kind', 'worker', 'data'])
    .where('document_id', '=', row.id)
    .orderBy('seq')
    .execute()
}

const accept = ({ row }: PortalDocument, folios: number[]) =>
  documentActions(house).acceptTwins({ organisationId: 1, id: row.id }, USER, folios)

/** As a look before issuing keeps it. */
function listedOf({ companyId, kind, folio, recipient, issueDate, totalClp }: SweptRow) {
  return {
    organisation_id: 1,
    company_id: companyId,
    kind,
    folio,
    recipient_rut: recipient,
    issue_day: issueDate,
    total_clp: totalClp,
    first_seen_at: instantText(house.clock.now()),
  }
}

const TAKEN_BACK: [string, Partial<SweptRow>][] = [
  ['annulled at the SII', { annulled: { on: null } }],
  ['annulled by a nota', { annulledBy: 9 }],
]

test.each(TAKEN_BACK)('an alarm ends once the other one is %s', async (_, change) => {
  const { document, twin } = await issued()
  expect(await sweep(twin)).toBe(1)
  expect(await rowOf(house.db, document)).toMatchObject({ reason: 'twinFound' })
  expect(await sweep({ ...twin, ...change })).toBe(0)
  expect(await rowOf(house.db, document)).toMatchObject({ state: 'issued', reason: null })
  expect(await eventsOf(document)).toMatchObject([
    { kind: 'twin' },
    { kind: 'twinGone', worker: 'sweeper', data: { folio: twin.folio } },
  ])
  // What a nota annuls stays so, whether or not the notas are asked for again.
  expect(await sweep({ ...twin, ...change, annulledBy: null })).toBe(0)
  expect(await eventsOf(document)).toHaveLength(2)
  const kept = await house.db.selectFrom('sii_issued').select('annulled_by').execute()
  expect(kept).toEqual([{ annulled_by: change.annulledBy ?? null }])
})

test.each(TAKEN_BACK)('one that is %s already raises no alarm', async (_, change) => {
  const { document, twin } = await issued()
  expect(await sweep({ ...twin, ...change })).toBe(0)
  expect(await eventsOf(document)).toEqual([])
})

test('one that a look found annulled by a nota raises no alarm, though nobody asks again', async () => {
  const { document, twin } = await issued()
  const listed = { ...listedOf(twin), annulled_by: 9 }
  await house.db.insertInto('sii_issued').values(listed).execute()
  expect(await sweep(twin)).toBe(0)
  expect(await eventsOf(document)).toEqual([])
})

test('an alarm goes on as long as one of the others is valid', async () => {
  const { document, twin } = await issued()
  const third = { ...twin, folio: twin.folio + 1 }
  expect(await sweep(twin, third)).toBe(2)
  await sweep({ ...twin, annulled: { on: null } }, third)
  expect(await rowOf(house.db, document)).toMatchObject({ reason: 'twinFound' })
  await sweep({ ...third, annulled: { on: null } })
  expect(await rowOf(house.db, document)).toMatchObject({ reason: null })
})

test('an alarm ends once the other number is a document of ours', async () => {
  const { document, twin } = await issued()
  await sweep(twin)
  const id = document.row.id + 1
  const own = { ...document.row, id, key: 'other', rule_id: null, folio: twin.folio }
  const content = JSON.stringify(own.content)
  await house.db
    .insertInto('document')
    .values({ ...own, content, issue_day: twin.issueDate })
    .execute()
  await sweep(twin)
  expect(await rowOf(house.db, document)).toMatchObject({ reason: null })
})

test('a number that was answered beside the first ends its alarm when the list shows it annulled', async () => {
  const { document, twin } = await issued()
  const answer = { kind: 'issued', folio: twin.folio, code: '9', page: '' } as const
  await recordOutcome(house.worker('w1'), WORKER, document, 1, answer)
  expect(await rowOf(house.db, document)).toMatchObject({ reason: 'twinFound' })
  expect(await sweep({ ...twin, annulled: { on: null } })).toBe(0)
  expect(await rowOf(house.db, document)).toMatchObject({ reason: null })
})

test('a person says that both are right: on record, and never asked again about that pair', async () => {
  const { document, twin } = await issued()
  await sweep(twin)
  expect(await accept(document, [twin.folio])).toBe(true)
  expect(await rowOf(house.db, document)).toMatchObject({ state: 'issued', reason: null })
  expect((await eventsOf(document)).at(-1)).toEqual({
    kind: 'twinAccepted',
    worker: 'user:1',
    data: { folios: [twin.folio] },
  })
  const audited = await house.db.selectFrom('audit_event').select(['kind', 'user_id']).execute()
  expect(audited).toEqual([{ kind: 'documentTwinsAccepted', user_id: 1 }])
  expect(await sweep(twin)).toBe(0)
  expect(await accept(document, [twin.folio])).toBe(false)
  const third = { ...twin, folio: twin.folio + 1 }
  expect(await sweep(twin, third)).toBe(1)
  await sweep({ ...third, annulled: { on: null } })
  expect(await rowOf(house.db, document)).toMatchObject({ reason: null })
})

test('a person speaks of the numbers that they saw', async () => {
  const { document, twin } = await issued()
  await sweep(twin, { ...twin, folio: twin.folio + 1 })
  expect(await accept(document, [twin.folio])).toBe(false)
  expect(await rowOf(house.db, document)).toMatchObject({ reason: 'twinFound' })
  expect(await accept(document, [twin.folio, twin.folio + 1])).toBe(true)
})

test('a number that a person accepted before any list showed it raises no alarm', async () => {
  const { document, twin } = await issued()
  const answer = { kind: 'issued', folio: twin.folio, code: '9', page: '' } as const
  await recordOutcome(house.worker('w1'), WORKER, document, 1, answer)
  expect(await accept(document, [twin.folio])).toBe(true)
  expect(await sweep(twin)).toBe(0)
})

const OF_BOLETA = { kind: 'boletaHonorarios', annulment: 'wanted', annulment_cause: 3 } as const

test.each<[string, Updateable<Schema['document']>, boolean]>([
  ['its files, which stood still, are tried again', { files_state: 'wanted' }, true],
  ['its annulment, which stood still, is tried again', OF_BOLETA, true],
  ['nothing is left to do', { files_state: 'stored' }, false],
])('after an alarm %s', async (_, change, isTried) => {
  const { document, twin } = await issued({ ...change, next_try_at: null })
  await sweep(twin)
  await accept(document, [twin.folio])
  const next = isTried ? instantText(house.clock.now()) : null
  expect(await rowOf(house.db, document)).toMatchObject({ reason: null, next_try_at: next })
})

test('what has a next try behind an alarm keeps it', async () => {
  const later = instantText(house.clock.now() + 3_600_000)
  const { document, twin } = await issued({ files_state: 'wanted', next_try_at: later })
  await sweep(twin)
  await accept(document, [twin.folio])
  expect(await rowOf(house.db, document)).toMatchObject({ next_try_at: later })
})

describe('a boleta whose annulment came to nothing', () => {
  const keep = ({ row }: PortalDocument) =>
    documentActions(house).keepValid({ organisationId: 1, id: row.id }, USER)

  const ENDED = ['annulmentRefused', 'annulmentUnclear', 'annulmentNotListed']
  test.each(ENDED)('by %s is left valid', async (reason) => {
    const { document } = await issued({ reason, reason_text: 'No' })
    expect(await keep(document)).toBe(true)
    const after = await rowOf(house.db, document)
    expect(after).toMatchObject({ state: 'issued', reason: null, reason_text: null })
    expect(await eventsOf(document)).toMatchObject([{ kind: 'keptValid', worker: 'user:1' }])
    expect(await keep(document)).toBe(false)
  })

  test('reports its double again', async () => {
    const { document, twin } = await issued()
    await sweep(twin)
    await house.db.updateTable('document').set({ reason: 'annulmentRefused' }).execute()
    expect(await keep(document)).toBe(true)
    expect(await rowOf(house.db, document)).toMatchObject({ reason: 'twinFound' })
  })

  async function stop(document: PortalDocument): Promise<void> {
    const reason = 'annulmentRefused'
    await house.db.transaction().execute(async (trx) => {
      const row = await rowOf(trx, document)
      const told = { reason, reason_text: 'No' }
      await record(trx, house.clock, WORKER, row, { kind: 'annulmentStopped', reason }, told)
    })
  }

  test.each<[string, (document: PortalDocument, twin: SweptRow) => Promise<unknown>]>([
    ['is taken back', (_, twin) => sweep({ ...twin, annulled: { on: null } })],
    ['is another service', (document, twin) => accept(document, [twin.folio])],
  ])('says so again once the other one %s', async (_, end) => {
    const { document, twin } = await issued()
    await stop(document)
    await sweep(twin)
    expect(await rowOf(house.db, document)).toMatchObject({ reason: 'twinFound' })
    await end(document, twin)
    const told = { reason: 'annulmentRefused', reason_text: 'No' }
    expect(await rowOf(house.db, document)).toMatchObject(told)
    expect(await keep(document)).toBe(true)
    expect(await rowOf(house.db, document)).toMatchObject({ reason: null, reason_text: null })
  })

  test.each<[string, DocumentEvent]>([
    ['left valid', { kind: 'keptValid' }],
    ['asked for once more', { kind: 'annulmentAsked', cause: 3 }],
  ])('and was %s since is not told of after an alarm', async (_, event) => {
    const { document, twin } = await issued()
    await stop(document)
    await house.db.transaction().execute(async (trx) => {
      await record(trx, house.clock, USER, await rowOf(trx, document), event)
    })
    await sweep(twin)
    await accept(document, [twin.folio])
    expect(await rowOf(house.db, document)).toMatchObject({ reason: null, reason_text: null })
  })

  test.each(['twinFound', 'xmlDiffers', null])('is not one with %s', async (reason) => {
    const { document } = await issued({ reason })
    expect(await keep(document)).toBe(false)
  })
})

describe('of facturas made at the portal the notas are asked for', () => {
  const made = (takesBack?: { folio: number; issueDate: Day; code: 1 }) =>
    house.simulator.admin.issueByHand({
      issuerRut: asesoriasPenaMunoz.rut,
      sentByRut: ana.rut,
      receiverRut: '90909090-3',
      lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
      ...(takesBack === undefined ? {} : { takesBack }),
    })
  const annul = ({ folio }: ReturnType<typeof made>) => made({ folio, issueDate: TODAY, code: 1 })

  async function sweepAll(): Promise<number> {
    const [at] = await unsweptFacturators(house, {
      since: instantText(house.clock.now()),
      limit: 1,
    })
    if (at === undefined) throw new Error('none is due')
    const answer = await sweepFacturator(house.worker('sweeper'), at, 'sweeper')
    if (answer.kind !== 'ok') throw new Error(answer.kind)
    return answer.value.twins
  }

  test('so that one annulled by hand ends its alarm, and one annulled at once raises none', async () => {
    await seedRule(house, { nextDay: TODAY })
    await house.live(house.worker('w1'), 60, 10)
    expect(await documentsOf(house)).toMatchObject([{ state: 'issued', reason: null }])
    const other = made()
    expect(await sweepAll()).toBe(1)
    expect(await documentsOf(house)).toMatchObject([{ reason: 'twinFound' }])
    annul(other)
    await house.clock.advance(3_600_000)
    expect(await sweepAll()).toBe(0)
    expect(await documentsOf(house)).toMatchObject([{ state: 'issued', reason: null }])
    annul(made())
    await house.clock.advance(3_600_000)
    expect(await sweepAll()).toBe(0)
  })
})
