import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listCharges } from '#contract/charges.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { openBooks, storeUf, type Books } from './books.ts'

let app: TestApp
let token: string
let books: Books
beforeEach(async () => {
  app = await startTestApp('2026-11-30T15:00:00Z')
  token = (await app.signIn()).access
  books = await openBooks(app.database.db, await organisationOf())
  await storeUf(app.database.db, '2026-11-05', '39200.15')
})
afterEach(() => app.close())

async function organisationOf(): Promise<number> {
  const { organisation_id } = await app.database.db
    .selectFrom('membership')
    .select('organisation_id')
    .executeTakeFirstOrThrow()
  return organisation_id
}

async function usage(query = '') {
  const { status, body } = await app.call({ path: `/charges/${query}`, token })
  expect(status).toBe(200)
  return listCharges.reply.parse(body)
}

async function issued(at?: string): Promise<number> {
  const document = await books.plan()
  await books.issue(document, at)
  return document
}

/** A mailed document, paid by card and partly given back, and one whose UF is not known yet. */
async function spend() {
  const document = await issued()
  await books.setMail(await books.queueMail(document), 'sent')
  const payment = await books.pay([document], { amountClp: 148_750, way: 'card' })
  await books.refund(payment, document, { amountClp: 48_750 })
  const waits = await books.plan({ issueDay: '2026-11-06' })
  await books.issue(waits)
  return { document, waits }
}

describe('usage', () => {
  test('usage of a month has its sums and its lines, the newest first, with their documents', async () => {
    const { document, waits } = await spend()
    const { month, months, sum, lines, next } = await usage()
    expect([month, months, next]).toEqual(['2026-11', ['2026-11'], null])
    expect(sum).toEqual({
      net: 3_488,
      iva: 662,
      total: 4_150,
      documents: 2,
      mails: 1,
      payments: 1,
      unpriced: 1,
    })
    const about = lines.map(({ kind, documents, total }) => [kind, documents[0]?.id, total])
    expect(about).toEqual([
      ['document', waits, null],
      ['refund', document, -1_683],
      ['payment', document, 5_134],
      ['mail', document, 233],
      ['document', document, 466],
    ])
    expect(lines[0]).toMatchObject({
      uf: { price: '0.010', day: '2026-11-06', rate: null },
      money: null,
    })
    expect(lines[2]).toMatchObject({
      documents: [{ folio: document + 1_000, document_type: 33, recipient: 'ASEO DEL SUR LTDA' }],
      money: { amount: 148_750, way: 'card', basis_points: 290 },
      uf: null,
    })
  })

  test('usage of a month in which nothing was issued or paid is nothing', async () => {
    // Specification 1: there are no fixed costs and no contracts.
    const planned = await books.plan()
    await books.pay([planned], { amountClp: 148_750, way: 'cash', source: 'person' })
    expect(await usage()).toMatchObject({ month: '2026-11', sum: { total: 0 }, lines: [] })
  })

  test('usage is of the month asked for, from its first day to its last, with this month always offered', async () => {
    await issued('2026-09-30T15:00:00Z')
    await issued('2026-10-01T15:00:00Z')
    await issued('2026-10-31T15:00:00Z')
    const { month, months, sum } = await usage('?month=2026-10')
    expect([month, months]).toEqual(['2026-10', ['2026-11', '2026-10', '2026-09']])
    expect(sum).toMatchObject({ documents: 2, total: 932 })
    expect((await usage()).sum).toMatchObject({ documents: 0, total: 0 })
  })

  test('usage is read a page at a time, and its sums are always the whole month’s', async () => {
    for (let count = 0; count < 5; count += 1) await issued()
    const first = await usage('?limit=2')
    const second = await usage(`?limit=2&before=${first.next}`)
    const third = await usage(`?limit=2&before=${second.next}`)
    const pages = [first, second, third]
    expect(pages.map(({ lines }) => lines.length)).toEqual([2, 2, 1])
    expect(pages.map(({ sum }) => sum.documents)).toEqual([5, 5, 5])
    const ids = pages.flatMap(({ lines }) => lines.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
    expect(third.next).toBeNull()
  })

  test('usage of a payment of several documents names them all', async () => {
    const both = [await issued(), await issued()]
    await books.pay(both, { amountClp: 297_500, way: 'transfer' })
    const [line] = (await usage()).lines
    expect(line?.documents.map(({ id }) => id)).toEqual(both)
    expect(line?.money).toEqual({ amount: 297_500, way: 'transfer', basis_points: 100 })
  })

  test('usage has nothing of another organisation', async () => {
    const other = await openBooks(app.database.db)
    await other.issue(await other.plan())
    expect(await usage()).toMatchObject({ lines: [], sum: { documents: 0 }, months: ['2026-11'] })
  })

  test.each(['2026-13', 'ayer', '2026-11-05'])(
    'usage of the month %s is refused',
    async (month) => {
      const { status } = await app.call({ path: `/charges/?month=${month}`, token })
      expect(status).toBe(400)
      const report = await app.call({ path: `/charges/report/${month}/`, token })
      expect(report.status).toBe(404)
    },
  )
})

test('the workbook of a month has each of its lines, priced or not', async () => {
  const { document, waits } = await spend()
  await issued('2026-10-31T15:00:00Z')
  const { headers, rawPayload } = await app.server.inject({
    url: '/api/charges/report/2026-11/',
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'es' },
  })
  expect(headers['content-disposition']).toContain('consumo-2026-11.xlsx')
  const { sheets } = await readXlsx(rawPayload)
  const [, ...rows] = (sheets[0]?.rows ?? []).map((row) => row.map((cell) => cell ?? ''))
  const [fifth, sixth] = [new Date('2026-11-05T00:00:00Z'), new Date('2026-11-06T00:00:00Z')]
  const about = (id: number) => [`Factura ${id + 1_000}`, 'ASEO DEL SUR LTDA']
  expect(rows).toEqual([
    [fifth, 'Documento emitido', ...about(waits), 0.01, sixth, '', '', '', '', '', ''],
    [
      fifth,
      'Comisión devuelta',
      ...about(document),
      '',
      '',
      '',
      48_750,
      'Tarjeta',
      -1_414,
      -269,
      -1_683,
    ],
    [
      fifth,
      'Pago por enlace',
      ...about(document),
      '',
      '',
      '',
      148_750,
      'Tarjeta',
      4_314,
      820,
      5_134,
    ],
    [
      fifth,
      'Primer correo del documento',
      ...about(document),
      0.005,
      fifth,
      39_200.15,
      '',
      '',
      196,
      37,
      233,
    ],
    [fifth, 'Documento emitido', ...about(document), 0.01, fifth, 39_200.15, '', '', 392, 74, 466],
  ])
})
