import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { pagesOf } from '#dte/printing/test-text.ts'
import { printReceipt } from './print.ts'
import type { Receipt, ReceiptLine } from './read.ts'

const LINE: ReceiptLine = {
  day: knownDay('2026-11-05'),
  way: 'card',
  provider: 'transbank',
  reference: 'k7m2p4q6r3s5t7u2v4w6x3y5z7',
  authorisation: '121388',
  cardEnding: '6623',
  isTest: false,
  document: 'Factura N° 1042',
  amountClp: clp(148_750),
}

function receiptOf(lines: ReceiptLine[], more: Partial<Receipt> = {}): Receipt {
  return {
    issuer: { name: 'Asesorías Ñuñoa SpA', rut: '76.543.210-3' },
    payer: { name: 'Aseo del Sur Ltda.', rut: '90.909.090-3' },
    lines,
    refunds: [],
    balance: null,
    at: '2026-11-05T15:00:00.000Z',
    ...more,
  }
}

const documentsOf = (count: number): ReceiptLine[] =>
  Array.from({ length: count }, (_, index) => ({
    ...LINE,
    document: `Factura N° ${2000 + index}`,
    amountClp: clp(1_000),
  }))

const countOf = (text: string, part: string) => text.split(part).length - 1

test('a payment of several documents says once how it was made, and each document with its part', async () => {
  const [page = ''] = pagesOf(await printReceipt(receiptOf(documentsOf(3))))
  expect(page).toContain('Asesorías Ñuñoa SpA')
  for (const folio of [2000, 2001, 2002]) expect(page).toContain(`Factura N° ${folio}`)
  expect(countOf(page, 'Tarjeta por Webpay')).toBe(1)
  expect(countOf(page, 'Autorización 121388')).toBe(1)
  expect(countOf(page, '$1.000')).toBe(3)
  expect(page).toContain('$3.000')
})

test('payments of one document are told apart although they are alike', async () => {
  const cash = { ...LINE, way: 'cash', provider: null, reference: null } as const
  const alike = { ...cash, authorisation: null, cardEnding: null }
  const balance = { owedClp: clp(400_000), openClp: clp(102_500) }
  const [page = ''] = pagesOf(await printReceipt(receiptOf([alike, alike], { balance })))
  expect(countOf(page, 'Efectivo')).toBe(2)
  expect(countOf(page, '05/11/2026')).toBe(2)
  for (const said of ['$297.500', '$400.000', '$102.500']) expect(page).toContain(said)
})

test('a receipt of many documents goes on under the same headings, with its sum at the end alone', async () => {
  const pages = pagesOf(await printReceipt(receiptOf(documentsOf(60))))
  expect(pages).toHaveLength(2)
  for (const page of pages) {
    expect(page).toContain('Documento')
    expect(countOf(page, 'Tarjeta por Webpay')).toBe(1)
  }
  expect(pages.map((page) => page.includes('Total pagado'))).toEqual([false, true])
  expect(pages[1]).toContain('Hoja 2 de 2')
})
