import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { DOCUMENT_PRICE_UF, paymentFee, priceClp } from '#domain/prices.ts'
import { uf } from '#domain/uf.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { untilLockWait } from '../engine/lock-wait.ts'
import { AT, linesOf, openBooks, storeUf, type Books, type SentTry } from './books.ts'
import { isDeep } from '../setup/deep.ts'
import { playApart } from './history.ts'

let database: TestDatabase
let books: Books
beforeEach(async () => {
  database = await borrowTestDatabase()
  books = await openBooks(database.db)
  await storeUf(database.db, '2026-11-05', '39200.15')
})
afterEach(() => database.drop())

const lines = () => linesOf(database.db, books.organisationId)
const kinds = async () => (await lines()).map(({ kind }) => kind)

async function issued(wish: Parameters<Books['plan']>[0] = {}): Promise<number> {
  const document = await books.plan(wish)
  await books.issue(document)
  return document
}

describe('a document', () => {
  test('a document is charged 0.01 UF of its issue day and IVA when it becomes issued', async () => {
    // Specification 9: a document alone costs 0.01 UF and IVA, about 392 pesos net.
    const document = await issued()
    expect(await lines()).toEqual([
      {
        kind: 'document',
        about: String(document),
        day: '2026-11-05',
        uf: '39200.15',
        net: 392,
        iva: 74,
      },
    ])
  })

  test('a document is charged as the price table of the pages says', async () => {
    const rate = uf('39200.15')
    const document = await issued()
    const mail = await books.queueMail(document)
    await books.setMail(mail, 'sent')
    const [first, second] = await lines()
    expect(first).toMatchObject({ net: priceClp(DOCUMENT_PRICE_UF.alone, rate).netoClp })
    const { rows } = await sql<{ sum: string }>`select sum(price_uf) as sum from charge`.execute(
      database.db,
    )
    expect(uf(rows[0]?.sum ?? '')).toBe(DOCUMENT_PRICE_UF.withMail)
    expect(second).toMatchObject({ kind: 'mail', net: 196, iva: 37, day: '2026-11-05' })
  })

  test('a nota de crédito is charged like any other', async () => {
    const factura = await issued()
    await issued({ kind: 'notaCredito', notaOf: factura })
    await issued({ kind: 'boletaHonorarios' })
    expect(await kinds()).toEqual(['document', 'document', 'document'])
  })

  test('a document is charged once however often it becomes issued', async () => {
    // Specification 1: what is paid for is each document that is issued.
    const document = await issued()
    await books.setState(document, 'annulled')
    await books.setState(document, 'issued')
    expect(await kinds()).toEqual(['document'])
  })

  test('annulling a document costs nothing and gives nothing back', async () => {
    // Specification 1: what is paid for is each document that is issued.
    const document = await issued()
    const before = await lines()
    await books.setState(document, 'annulled')
    expect(await lines()).toEqual(before)
  })

  test('a document found after a lost answer is charged when it is found', async () => {
    const document = await books.plan()
    await books.setState(document, 'uncertain')
    expect(await lines()).toEqual([])
    await books.issue(document, '2026-12-02T15:00:00Z')
    expect(await lines()).toMatchObject([{ day: '2026-12-02', uf: '39200.15' }])
  })

  test('a document made at the portal costs nothing, nor does its mail', async () => {
    const document = await books.plan()
    await books.issue(document, AT, { told: true })
    await books.setMail(await books.queueMail(document), 'sent')
    expect(await lines()).toEqual([])
  })

  test('a document whose told number a try of ours signed is charged', async () => {
    const document = await books.plan()
    await books.issue(document, AT, { told: true, signed: true })
    expect(await kinds()).toEqual(['document'])
  })

  test.each(['absent', 'uncertain'] as const)(
    'a boleta whose told number may be that of a try of ours is charged with its mail (%s)',
    async (outcome) => {
      const document = await books.plan({ kind: 'boletaHonorarios' })
      await books.issue(document, AT, { told: true, sent: { outcome } })
      await books.setMail(await books.queueMail(document), 'sent')
      expect(await kinds()).toEqual(['document', 'mail'])
    },
  )

  test.each<[string, SentTry]>([
    ['that never left', { outcome: 'notSent' }],
    ['that the SII refused', { outcome: 'refused' }],
    ['that saw it on the list', { sawNumber: true }],
    ['to another recipient', { recipient: { rut: '93939393-5' } }],
    ['of another day', { issueDate: '2026-11-04' }],
    ['of another total', { grossClp: 1 }],
  ])('a boleta whose told number is none of a try %s costs nothing', async (_what, sent) => {
    const document = await books.plan({ kind: 'boletaHonorarios' })
    await books.issue(document, AT, { told: true, sent })
    expect(await kinds()).toEqual([])
  })

  test('a factura that no try of ours signed costs nothing, whatever was sent', async () => {
    await books.issue(await books.plan(), AT, { told: true, sent: {} })
    expect(await kinds()).toEqual([])
  })

  test('a document issued in the last hour of a month in Chile belongs to that month', async () => {
    const document = await books.plan()
    await books.issue(document, '2026-12-01T02:30:00Z')
    expect(await lines()).toMatchObject([{ day: '2026-11-30' }])
  })
})

describe('the UF of its issue day', () => {
  test('the UF of the issue day is no other day’s: a line waits for it without a price', async () => {
    await issued({ issueDay: '2026-11-06' })
    expect(await lines()).toMatchObject([{ uf: null, net: null, iva: null }])
    await storeUf(database.db, '2026-11-07', '40000.00')
    expect(await lines()).toMatchObject([{ uf: null, net: null, iva: null }])
    await storeUf(database.db, '2026-11-06', '39215.50')
    expect(await lines()).toMatchObject([{ uf: '39215.50', net: 392, iva: 74 }])
  })

  test('the UF of the issue day is the mail’s too, whenever that leaves', async () => {
    await storeUf(database.db, '2026-12-01', '45000.00')
    const document = await issued()
    await books.setMail(await books.queueMail(document), 'sent', '2026-12-01T15:00:00Z')
    expect(await lines()).toMatchObject([{}, { kind: 'mail', uf: '39200.15', day: '2026-12-01' }])
  })

  test('a UF stored while a document becomes issued prices it all the same', async () => {
    const document = await books.plan({ issueDay: '2026-11-06' })
    const { db } = database
    const storing = await db.transaction().execute(async (trx) => {
      await sql`update document set state = 'issued', folio = 1, updated_at = ${AT}
        where id = ${document}`.execute(trx)
      const waiting = storeUf(db, '2026-11-06', '39215.50')
      await untilLockWait(db)
      return { waiting }
    })
    await storing.waiting
    expect(await lines()).toMatchObject([{ uf: '39215.50', net: 392 }])
  })

  test('a UF that is being stored is waited for by a document that becomes issued', async () => {
    const document = await books.plan({ issueDay: '2026-11-06' })
    const { db } = database
    const issuing = await db.transaction().execute(async (trx) => {
      await storeUf(trx, '2026-11-06', '39215.50')
      const waiting = books.issue(document)
      await untilLockWait(db)
      return { waiting }
    })
    await issuing.waiting
    expect(await lines()).toMatchObject([{ uf: '39215.50', net: 392 }])
  })
})

describe('a mail', () => {
  test('a mail is charged once it left, not when it is queued, refused or in doubt', async () => {
    // Specification 9: a document with its e-mail costs 0.015 UF and IVA in Spanish.
    const document = await issued()
    const mail = await books.queueMail(document)
    for (const state of ['sending', 'unknown', 'failed', 'bounced', 'queued'] as const) {
      await books.setMail(mail, state)
      expect(await kinds()).toEqual(['document'])
    }
    await books.setMail(mail, 'sent')
    expect(await kinds()).toEqual(['document', 'mail'])
  })

  test('a mail sent again, or back and sent again, is not charged again', async () => {
    const document = await issued()
    const mail = await books.queueMail(document)
    await books.setMail(mail, 'sent')
    await books.setMail(mail, 'bounced')
    await books.setMail(mail, 'sent')
    await books.setMail(await books.queueMail(document), 'sent')
    expect(await kinds()).toEqual(['document', 'mail'])
  })

  test('a mail of a document issued before there was a ledger costs nothing', async () => {
    const document = await books.plan()
    await sql`alter table document disable trigger document_is_charged`.execute(database.db)
    await books.issue(document)
    await sql`alter table document enable trigger document_is_charged`.execute(database.db)
    await books.setMail(await books.queueMail(document), 'sent')
    expect(await lines()).toEqual([])
  })
})

describe('a payment', () => {
  test.each([
    ['transfer', 1_488, 283],
    ['card', 4_314, 820],
  ] as const)('by %s that a provider confirms costs its part and IVA', async (way, net, iva) => {
    const document = await issued()
    const payment = await books.pay([document], { amountClp: 148_750, way })
    const fee = paymentFee(way, clp(148_750))
    expect([fee.netoClp, fee.ivaClp]).toEqual([net, iva])
    expect((await lines()).at(-1)).toEqual({
      kind: 'payment',
      about: String(payment),
      day: '2026-11-05',
      uf: null,
      net,
      iva,
    })
  })

  test('a payment that no provider confirmed costs nothing', async () => {
    // Specification 1: what is paid for is each payment made by a link, and no other.
    const document = await issued()
    for (const source of ['person', 'declaration', 'statement'] as const) {
      await books.pay([document], { amountClp: 10_000, way: 'transfer', source })
    }
    await books.pay([document], { amountClp: 10_000, way: 'other' })
    expect(await kinds()).toEqual(['document'])
  })

  test('a payment of several documents is one line', async () => {
    const both = [await issued(), await issued()]
    await books.pay(both, { amountClp: 297_500, way: 'card' })
    expect((await kinds()).filter((kind) => kind === 'payment')).toHaveLength(1)
  })
})

describe('a refund', () => {
  test('a refund by its provider reverses in proportion, and given back whole, exactly all', async () => {
    const document = await issued()
    const payment = await books.pay([document], { amountClp: 100_003, way: 'card' })
    for (const amountClp of [1, 33_333, 17, 66_652]) {
      await books.refund(payment, document, { amountClp })
    }
    const all = (await lines()).filter(({ kind }) => kind !== 'document')
    expect(all.map(({ net, iva }) => [net, iva])).toEqual([
      [2_900, 551],
      [0, 0],
      [-967, -184],
      [0, 0],
      [-1_933, -367],
    ])
  })

  test('a refund recorded by hand, or of a payment that cost nothing, reverses nothing', async () => {
    const document = await issued()
    const paid = await books.pay([document], { amountClp: 10_000, way: 'card' })
    await books.refund(paid, document, { amountClp: 10_000, source: 'person' })
    const byHand = await books.pay([document], {
      amountClp: 10_000,
      way: 'transfer',
      source: 'person',
    })
    await books.refund(byHand, document, { amountClp: 10_000 })
    expect(await kinds()).toEqual(['document', 'payment'])
  })

  test('a refund beside another one of the same payment is worked out after it', async () => {
    const document = await issued()
    const payment = await books.pay([document], { amountClp: 10_050, way: 'card' })
    const { db } = database
    const first = await db.transaction().execute(async (trx) => {
      await sql`insert into payment_refund (organisation_id, payment_id, document_id, day, amount_clp, source, recorded_at)
        values (${books.organisationId}, ${payment}, ${document}, '2026-11-05', 5025, 'provider', ${AT})`.execute(
        trx,
      )
      const second = books.refund(payment, document, { amountClp: 5_025 })
      await untilLockWait(db)
      return { second }
    })
    await first.second
    const sum = (await lines()).reduce((total, { kind, net }) => {
      return total + (kind === 'document' ? 0 : (net ?? 0))
    }, 0)
    expect(sum).toBe(0)
  })
})

describe('the ledger', () => {
  test('the ledger is changed, deleted and emptied by nobody', async () => {
    const { db } = database
    await issued()
    await issued({ issueDay: '2026-11-06' })
    const attempts = [
      sql`update charge set net_clp = 1, total_clp = 1 + iva_clp where net_clp is not null`,
      sql`update charge set net_clp = 1, iva_clp = 0, total_clp = 1, rate_clp = 1, day = '2026-01-01' where net_clp is null`,
      sql`update charge set day = '2026-01-01'`,
      sql`delete from charge`,
      sql`truncate charge`,
    ]
    for (const attempt of attempts) {
      await expect(attempt.execute(db)).rejects.toThrow(/never changed/)
    }
    expect(await kinds()).toEqual(['document', 'document'])
  })

  test('the ledger is not written by the API, nor by asking for a line', async () => {
    const { rows } = await sql<{ can: boolean }>`select
      has_table_privilege('folio_api', 'charge', 'insert') or has_table_privilege('folio_api', 'charge', 'update')
      or has_table_privilege('folio_api', 'charge', 'delete') or has_table_privilege('folio_api', 'charge', 'truncate')
      or has_function_privilege('folio_api', 'charge_in_uf(bigint, bigint, text, numeric, date, timestamptz)', 'execute')
      as can`.execute(database.db)
    expect(rows).toEqual([{ can: false }])
  })

  test('the ledger outlives its documents and its organisation', async () => {
    const document = await issued()
    const { db } = database
    await sql`delete from document where id = ${document}`.execute(db)
    await sql`delete from organisation where id = ${books.organisationId}`.execute(db)
    expect(await kinds()).toEqual(['document'])
  })

  test('the ledger of any history is what a second calculation says', async () => {
    let whole = 0
    for (let history = 0; history < (isDeep ? 60 : 6); history += 1) {
      const seed = `charges ${history}`
      const { lines: found, expected, paid } = await playApart(database.db, seed)
      expect([seed, found]).toEqual([seed, expected])
      whole += paid.filter(({ left, points }) => left === 0n && points !== null).length
    }
    expect(whole).toBeGreaterThan(2)
  })
})
