import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import {
  DOCUMENT_PRICE_UF,
  documentCharge,
  MAIL_PRICE_UF,
  PAYMENT_FEE_BASIS_POINTS,
  paymentFee,
} from '#domain/prices.ts'
import { uf } from '#domain/uf.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { seededRandom } from '../setup/random.ts'
import { linesOf, openBooks, storeUf } from './books.ts'

// The ledger has figures of its own, in SQL. What the pages say beforehand is worked out by the domain's.

let database: TestDatabase
beforeEach(async () => {
  database = await borrowTestDatabase()
})
afterEach(() => database.drop())

const SEED = 'prices'
const FIRST_DAY = knownDay('2026-11-01')

test('a document and its mail are charged what is said before they are issued, at any UF', async () => {
  // Specification 9: a document with its e-mail costs 0.015 UF and IVA in Spanish.
  const random = seededRandom(SEED)
  const { db } = database
  const { organisationId, plan, issue, queueMail, setMail } = await openBooks(db)
  for (let index = 0; index < 40; index += 1) {
    const issueDay = addDays(FIRST_DAY, index)
    const rate = (random.integer(2_000_000, 6_000_000) / 100).toFixed(2)
    await storeUf(db, issueDay, rate)
    const document = await plan({ issueDay })
    await issue(document)
    const isMailed = random.fraction() < 0.5
    if (isMailed) await setMail(await queueMail(document), 'sent')
    const lines = (await linesOf(db, organisationId)).filter(
      ({ about }) => about === String(document),
    )
    const said = documentCharge(isMailed, uf(rate))
    expect([SEED, rate, isMailed, sumOf(lines)]).toEqual([
      SEED,
      rate,
      isMailed,
      { net: said.netoClp, iva: said.ivaClp },
    ])
  }
  const prices = await db.selectFrom('charge').select(['kind', 'price_uf']).distinct().execute()
  expect(
    Object.fromEntries(prices.map(({ kind, price_uf }) => [kind, uf(price_uf ?? '')])),
  ).toEqual({ document: DOCUMENT_PRICE_UF.alone, mail: MAIL_PRICE_UF })
})

test('a payment is charged the fee that is said before it is made, of any amount', async () => {
  // Specification 1: what is paid for is each payment made by a link, and no other.
  // Specification 9: a payment by bank transfer costs 1 % and IVA.
  // Specification 9: a payment by card costs 2.9 % and IVA.
  const random = seededRandom(SEED)
  const { db } = database
  const { organisationId, plan, pay } = await openBooks(db)
  const document = await plan()
  for (const way of ['transfer', 'card'] as const) {
    for (let index = 0; index < 40; index += 1) {
      const amountClp = random.integer(1, index % 2 === 0 ? 500 : 90_000_000)
      const payment = await pay([document], { amountClp, way })
      const lines = (await linesOf(db, organisationId)).filter(
        ({ about }) => about === String(payment),
      )
      const said = paymentFee(way, clp(amountClp))
      expect([SEED, way, amountClp, sumOf(lines)]).toEqual([
        SEED,
        way,
        amountClp,
        { net: said.netoClp, iva: said.ivaClp },
      ])
    }
  }
  const points = await db.selectFrom('charge').select('basis_points').distinct().execute()
  expect(points.map(({ basis_points }) => basis_points ?? 0).toSorted((a, b) => a - b)).toEqual(
    Object.values(PAYMENT_FEE_BASIS_POINTS),
  )
})

function sumOf(lines: readonly { net: number | null; iva: number | null }[]) {
  return {
    net: lines.reduce((sum, { net }) => sum + (net ?? NaN), 0),
    iva: lines.reduce((sum, { iva }) => sum + (iva ?? NaN), 0),
  }
}
