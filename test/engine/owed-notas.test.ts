import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { sweepFacturator, unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { documentsOf, openHouse, seedRule, type House } from './house.ts'

let house: House

const TODAY = day(2026, 11, 30)

beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: TODAY })
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

async function factura(): Promise<{ folio: number; issueDate: Day }> {
  const [document] = await documentsOf(house)
  if (document?.folio == null) throw new Error('no factura')
  return { folio: document.folio, issueDate: TODAY }
}

function makeAtPortal(takesBack: { folio: number; issueDate: Day; code: 1 | 3 }, unitClp: number) {
  return house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
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

function takenBack() {
  return house.db
    .selectFrom('receivable')
    .select(['base_clp', 'taken_back_clp'])
    .executeTakeFirstOrThrow()
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
  const rows = await house.db
    .selectFrom('sii_issued')
    .select('annulled_by')
    .where('annulled_by', 'is not', null)
    .execute()
  expect(rows).toEqual([])
})
