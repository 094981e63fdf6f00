import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { instantText } from '#server/clock.ts'
import { orderNota } from '#server/documents/actions/order-nota.ts'
import { MAX_READ } from '#server/documents/reconcile/notas-of-owed.ts'
import { sweepFacturator, unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House

const TODAY = day(2026, 11, 30)
const [FIRST, SECOND] = ['90909090-3', '93939393-5']

// 30 November 2026, 09:00 in Chile. Two clients get a factura over 119.000 each, and both are owed.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: TODAY, clients: [FIRST, SECOND] })
  await house.db
    .insertInto('payment_terms')
    .columns(['organisation_id', 'company_id', 'first_day', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('company')
        .select((row) => [
          'organisation_id',
          'id',
          sql<string>`date '2026-01-01'`.as('first_day'),
          row.val(instantText(house.clock.now())).as('updated_at'),
        ]),
    )
    .execute()
  await house.live(house.worker('w1'), 180, 10)
})
afterEach(() => house.close())

async function factura(client = FIRST): Promise<{ folio: number; issueDate: Day }> {
  const of = (await documentsOf(house)).find(({ recipient_rut }) => recipient_rut === client)
  if (of?.folio == null) throw new Error('no factura')
  return { folio: of.folio, issueDate: TODAY }
}

function makeAtPortal(
  takesBack: { folio: number; issueDate: Day; code: 1 | 3 },
  unitClp: number,
  client = FIRST,
) {
  return house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: client,
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp }],
    takesBack,
  })
}

async function sweep(): Promise<void> {
  const since = instantText(house.clock.now() - 3_600_000)
  for (const at of await unsweptFacturators(house, { since, limit: 10 })) {
    const answer = await sweepFacturator(house.worker('sweeper'), at, 'sweeper')
    expect(answer.kind).toBe('ok')
  }
}

/** Of the factura of that client that was issued first. */
function takenBack(client = FIRST) {
  return house.db
    .selectFrom('receivable')
    .innerJoin('document', 'document.id', 'receivable.document_id')
    .select(['base_clp', 'taken_back_clp'])
    .where('recipient_rut', '=', client)
    .orderBy('document.id')
    .executeTakeFirstOrThrow()
}

/** Three months later the rule has the first client only, whose new factura is owed too. */
async function inFebruary(): Promise<void> {
  await house.db.deleteFrom('rule_client').where('position', '=', 1).execute()
  const next = { day_of_month: 26, next_emission_day: '2027-02-26' }
  await house.db.updateTable('invoice_rule').set(next).execute()
  await house.clock.advanceTo('2027-02-26T12:30:00Z')
  await house.live(house.worker('w1'), 180, 10)
  const receivables = await house.db.selectFrom('receivable').select('document_id').execute()
  expect(receivables).toHaveLength(3)
}

/** What the next sweep asks of the SII: its lists, and the XML of documents. */
async function asked(): Promise<{ lists: number; files: number }> {
  const before = house.simulator.admin.requests().length
  await house.clock.advance(2 * 3_600_000)
  await sweep()
  const paths = house.simulator.admin
    .requests()
    .slice(before)
    .map(({ path }) => path)
  const count = (cgi: string) => paths.filter((path) => path.endsWith(cgi)).length
  return { lists: count('mipeAdminDocsEmi.cgi'), files: count('download.cgi') }
}

test('a nota made at the portal lowers what is owed of our factura', async () => {
  makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
  await sweep()
  expect(await takenBack()).toEqual({ base_clp: 119_000, taken_back_clp: 11_900 })
  makeAtPortal({ ...(await factura()), code: 3 }, 20_000)
  await house.clock.advance(2 * 3_600_000)
  await sweep()
  expect(await takenBack()).toMatchObject({ taken_back_clp: 35_700 })
})

test('a nota made at the portal that annuls our factura leaves nothing owed', async () => {
  makeAtPortal({ ...(await factura()), code: 1 }, 100_000)
  await sweep()
  expect(await takenBack()).toMatchObject({ taken_back_clp: 119_000 })
})

test('of a factura whose payment is not followed nothing is asked', async () => {
  await house.db.deleteFrom('receivable').execute()
  makeAtPortal({ ...(await factura()), code: 1 }, 100_000)
  await sweep()
  const rows = await house.db.selectFrom('portal_nota').selectAll().execute()
  expect(rows).toEqual([])
})

test('a nota made at the portal lowers what is owed of a factura older than those that are listed', async () => {
  await inFebruary()
  makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
  await sweep()
  expect(await takenBack()).toEqual({ base_clp: 119_000, taken_back_clp: 11_900 })
  const all = await house.db.selectFrom('receivable').select('taken_back_clp').execute()
  expect(all.map((one) => one.taken_back_clp).toSorted()).toEqual([0, 0, 11_900])
})

test('a nota that annuls an older factura is seen though its client got no newer one', async () => {
  await inFebruary()
  makeAtPortal({ ...(await factura(SECOND)), code: 1 }, 100_000, SECOND)
  await sweep()
  expect(await takenBack(SECOND)).toMatchObject({ taken_back_clp: 119_000 })
  const kept = await house.db.selectFrom('portal_nota').select(['recipient_rut', 'about']).execute()
  const about = [{ folio: (await factura(SECOND)).folio, day: TODAY, code: 1 }]
  expect(kept).toEqual([{ recipient_rut: SECOND, about }])
})

test.each([
  ['that sweeps read', true],
  ['of which the first was not seen', false],
])(
  'notas made at the portal months apart %s lower an older factura together',
  async (_what, isSeen) => {
    makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
    if (isSeen) await sweep()
    await inFebruary()
    makeAtPortal({ ...(await factura()), code: 3 }, 20_000)
    await sweep()
    expect(await takenBack()).toMatchObject({ taken_back_clp: 35_700 })
  },
)

/** A nota of ours over 35.700 of the factura that was issued first. */
async function issueOurs(): Promise<void> {
  await house.db
    .insertInto('app_user')
    .values({
      id: 7,
      email: 'ana@folio.example',
      password_hash: 'x',
      language: 'es',
      created_at: instantText(house.clock.now()),
    })
    .execute()
  const [own] = await documentsOf(house)
  const at = { organisationId: own?.organisation_id ?? 0, id: own?.id ?? 0 }
  const wish = { code: 3, netoClp: clp(30_000), reason: 'Menos' } as const
  expect(await orderNota(house, 7, at, { wish, totalClp: 35_700 })).toMatchObject({
    kind: 'ordered',
  })
  await house.live(house.worker('w1'), 60, 5)
}

test('notas of ours and those made at the portal lower a factura together', async () => {
  await issueOurs()
  makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
  // Its own notas are listed for their own sake, and are not listed twice; the XML of ours tells nothing new.
  expect(await asked()).toEqual({ lists: 2, files: 1 })
  expect(await takenBack()).toMatchObject({ taken_back_clp: 47_600 })
})

test('a nota of ours lowers a factura beside one made at the portal months before', async () => {
  makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
  await sweep()
  await inFebruary()
  await issueOurs()
  expect(await takenBack()).toMatchObject({ taken_back_clp: 47_600 })
  await house.clock.advance(2 * 3_600_000)
  await sweep()
  expect(await takenBack()).toMatchObject({ taken_back_clp: 47_600 })
})

test('a nota made at the portal is read once', async () => {
  makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
  expect(await asked()).toEqual({ lists: 2, files: 1 })
  expect(await asked()).toEqual({ lists: 2, files: 0 })
  expect(await takenBack()).toMatchObject({ taken_back_clp: 11_900 })
})

test('notas made at the portal beyond those that one sweep reads are read by the next', async () => {
  const of = { ...(await factura()), code: 3 } as const
  for (let count = 0; count < MAX_READ + 2; count += 1) makeAtPortal(of, 1_000)
  expect(await asked()).toEqual({ lists: 2, files: MAX_READ })
  expect(await takenBack()).toMatchObject({ taken_back_clp: MAX_READ * 1_190 })
  expect(await asked()).toEqual({ lists: 2, files: 2 })
  expect(await takenBack()).toMatchObject({ taken_back_clp: (MAX_READ + 2) * 1_190 })
})

test('notas that could not be read wait for those that were never tried', async () => {
  const { organisation_id = 0, company_id = 0 } = (await documentsOf(house))[0] ?? {}
  await house.db
    .insertInto('portal_nota')
    .values(
      Array.from({ length: MAX_READ }, (_one, index) => ({
        organisation_id,
        company_id,
        folio: 70_000 + index,
        recipient_rut: FIRST,
        issue_day: TODAY,
        total_clp: 1_190,
        tried_at: instantText(house.clock.now()),
      })),
    )
    .execute()
  makeAtPortal({ ...(await factura()), code: 3 }, 10_000)
  await asked()
  expect(await takenBack()).toMatchObject({ taken_back_clp: 11_900 })
})

test('older facturas are asked about by the lists that a sweep reads anyway', async () => {
  await inFebruary()
  // The facturas, and the notas because one of those is owed.
  expect(await asked()).toEqual({ lists: 2, files: 0 })
  makeAtPortal({ ...(await factura()), code: 1 }, 100_000)
  makeAtPortal({ ...(await factura(SECOND)), code: 1 }, 100_000, SECOND)
  expect(await asked()).toEqual({ lists: 2, files: 2 })
  expect(await takenBack()).toMatchObject({ taken_back_clp: 119_000 })
  expect(await takenBack(SECOND)).toMatchObject({ taken_back_clp: 119_000 })
})

test('no list is read for the sake of older facturas alone', async () => {
  await inFebruary()
  await house.db
    .deleteFrom('receivable')
    .where('document_id', '=', (eb) =>
      eb.selectFrom('document').select((of) => of.fn.max('id').as('id')),
    )
    .execute()
  makeAtPortal({ ...(await factura(SECOND)), code: 1 }, 100_000, SECOND)
  expect(await asked()).toEqual({ lists: 1, files: 0 })
})
