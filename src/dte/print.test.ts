import { describe, expect, test } from 'vitest'
import { clp, portionOf } from '#domain/money.ts'
import { day } from '#domain/day.ts'
import { adjustedSums } from './document/adjustments.ts'
import { totalsOf } from './document/amounts.ts'
import type { DteAdjustment, DteDocument } from './document/document.ts'
import { dteFile } from './envelope.ts'
import { encodePdf417 } from './printing/barcode.ts'
import { printDte } from './print.ts'
import { readDtes } from './read.ts'
import { facturaOf, lineOf, signed } from './fixtures/test-world.ts'
import { latin1Bytes } from './document/text.ts'
import { contentOf, pagesOf } from './printing/test-text.ts'

const reading = readDtes(dteFile(signed()))
const ted = (reading.kind === 'ok' ? reading.file.documents[0]?.ted : null) ?? ''
const options = { ted, siiOffice: 'SANTIAGO CENTRO', resolution: { number: 80, year: 2014 } }

async function printed(document: DteDocument, more: object = {}): Promise<string[]> {
  return pagesOf(await printDte(document, { ...options, ...more }))
}

test('what the manual asks for is on the sheet, as text', async () => {
  const [page = '', ...others] = await printed(facturaOf())
  expect(others).toEqual([])
  const expected = [
    'R.U.T.: 76.192.083-9',
    'FACTURA ELECTRÓNICA',
    'N° 205',
    'S.I.I. - SANTIAGO CENTRO',
    'Ñandú & Águila Ltda.',
    'Giro: Servicios de computación',
    'Santiago, 20 de noviembre de 2026',
    "Peñaflor & O'Higgins S.A.",
    '96.790.240-3',
    'Crédito',
    'Asesoría mensual',
    'Monto neto',
    '$ 100.000',
    'IVA (19%)',
    '$ 19.000',
    '$ 119.000',
    'Timbre Electrónico SII',
    'Res. 80 de 2014 - Verifique documento: www.sii.cl',
  ]
  for (const text of expected) expect(page).toContain(text)
  expect(page).not.toContain('CEDIBLE')
})

test('the cedible copy comes second, with its acknowledgement and the words of Ley 19.983', async () => {
  const [first = '', second = ''] = await printed(facturaOf(), { cedible: true })
  expect(first).not.toContain('CEDIBLE')
  for (const text of ['CEDIBLE', 'Acuse de recibo', 'Recinto:', 'Ley 19.983']) {
    expect(second).toContain(text)
  }
  expect(second).not.toContain('Recibí conforme')
})

test('a note has no cedible copy, says what it refers to, and a 34 shows no IVA', async () => {
  const references = [
    {
      documentType: '33',
      folio: '205',
      issueDate: day(2026, 11, 3),
      code: 1 as const,
      reason: 'Error',
    },
  ]
  const note = await printed(facturaOf({ tipoDte: 61, references }), { cedible: true })
  expect(note).toHaveLength(1)
  expect(note[0]?.replace(/\s+/g, ' ')).toContain('NOTA DE CRÉDITO ELECTRÓNICA N° 205')
  expect(note[0]).toContain('Factura electrónica N° 205 del 03/11/2026')
  const [exempt = ''] = await printed(facturaOf({ tipoDte: 34, lines: [lineOf({ exempt: true })] }))
  expect(exempt).toContain('Monto exento')
  expect(exempt).not.toContain('IVA')
})

test('a banner stands on every page of every copy', async () => {
  const lines = Array.from({ length: 60 }, () =>
    lineOf({ description: 'Detalle largo. '.repeat(30) }),
  )
  const pages = await printed(facturaOf({ lines }), { cedible: true, banner: 'SIN VALIDEZ' })
  expect(pages.length).toBeGreaterThan(6)
  for (const page of pages) expect(page).toContain('SIN VALIDEZ')
  expect(pages.filter((page) => page.includes('Timbre Electrónico SII'))).toHaveLength(2)
  expect(pages.filter((page) => page.includes('Total'))).toHaveLength(2)
})

test('discounts and fractions are shown', async () => {
  const line = lineOf({
    quantity: '1.5',
    unit: 'hr',
    discountPct: '10',
    discountClp: clp(15000),
    amountClp: clp(135000),
  })
  const [page] = await printed(facturaOf({ lines: [line] }))
  expect(page).toContain('1,5 hr')
  expect(page).toMatch(/10%\s?15\.000|10%\n15\.000/)
  expect(page).toContain('135.000')
})

describe('a discount and a surcharge on one sum', () => {
  const adjustments: DteAdjustment[] = [
    { kind: 'discount', text: '', unit: '%', value: '7.5', on: 'affected' },
    { kind: 'surcharge', text: '', unit: '%', value: '3.3', on: 'affected' },
    { kind: 'discount', text: '', unit: '$', value: '10.5', on: 'affected' },
  ]
  const line = lineOf({ unitPrice: '33335', amountClp: clp(33_335) })

  test.each(adjustedSums(33_335n, adjustments).map((sum, index) => [index, Number(sum)]))(
    'add up on the sheet by whichever reading (%i) the document has',
    async (_, neto) => {
      const iva = portionOf(clp(neto), 19, 100)
      const totals = {
        netoClp: clp(neto),
        exentoClp: null,
        ivaClp: iva,
        totalClp: clp(neto + iva),
      }
      const [page = ''] = await printed(facturaOf({ lines: [line], adjustments, totals }))
      const told = [...page.matchAll(/(Descuento|Recargo) global[^$]*\$ ([\d.]+)/g)].map(
        ([, kind, pesos]) => Number(pesos?.replaceAll('.', '')) * (kind === 'Recargo' ? 1 : -1),
      )
      expect(told).toHaveLength(3)
      expect(told.reduce((sum, one) => sum + one, 33_335)).toBe(neto)
    },
  )
})

test('global discounts and surcharges are told with what they come to, under the lines', async () => {
  const lines = [lineOf(), lineOf({ name: 'Arriendo', exempt: true, amountClp: clp(50000) })]
  const adjustments: DteAdjustment[] = [
    { kind: 'discount', text: 'Cliente frecuente', unit: '%', value: '5', on: 'affected' },
    { kind: 'surcharge', text: '', unit: '$', value: '1500', on: 'exempt' },
  ]
  const totals = totalsOf(33, lines, { adjustments })
  const [page] = await printed(facturaOf({ lines, adjustments, totals }))
  for (const text of [
    'Descuento global de 5% sobre montos afectos: $ 5.000',
    'Cliente frecuente',
    'Recargo global sobre montos exentos: $ 1.500',
    'Arriendo (exento)',
    'Subtotal\n$ 150.000',
    'Monto neto\n$ 95.000',
    'Monto exento\n$ 51.500',
    'Total\n$ 164.550',
  ])
    expect(page).toContain(text)
})

test('all that is beside or beyond the total is shown, and when it falls due', async () => {
  const base = facturaOf()
  const totals = {
    ...base.totals,
    taxes: [{ code: '27', ratePct: '10', amountClp: clp(10000) }],
    depositClp: clp(500),
    totalClp: clp(129500),
    notBilledClp: clp(2000),
    periodClp: clp(131500),
    previousBalanceClp: clp(-1500),
    payableClp: clp(130000),
  }
  const lines = [
    lineOf({ taxCodes: ['27'] }),
    lineOf({ name: 'Ajuste', apart: 'notBilled', amountClp: clp(2000) }),
    lineOf({ name: 'Flete', surchargePct: '2', surchargeClp: clp(2000), amountClp: clp(102000) }),
  ]
  const [page] = await printed({ ...base, lines, totals, dueDate: day(2026, 12, 20) })
  for (const text of [
    'Vencimiento\n20 de diciembre de 2026',
    'Ajuste (no facturable)',
    '+2% 2.000',
    'Impuesto 27 (10%)\n$ 10.000',
    'Garantía de envases\n$ 500',
    'Total\n$ 129.500',
    'No facturable\n$ 2.000',
    'Monto del período\n$ 131.500',
    'Saldo anterior\n$ -1.500',
    'Valor a pagar\n$ 130.000',
  ])
    expect(page).toContain(text)
})

test('the sheets of each copy are numbered, and one alone is not', async () => {
  const lines = Array.from({ length: 60 }, () => lineOf())
  const pages = await printed(facturaOf({ lines }), { cedible: true })
  // The acknowledgement of the cedible copy takes a sheet more.
  const expected = [2, 3].flatMap((total) =>
    Array.from({ length: total }, (_, index) => `Hoja ${index + 1} de ${total}`),
  )
  expect(pages.map((page) => /Hoja \d+ de \d+/.exec(page)?.[0])).toEqual(expected)
  for (const page of pages) expect(page).toContain('76.192.083-9')
  expect((await printed(facturaOf())).join()).not.toContain('Hoja')
})

test('no amount runs into the next row or out of its column', async () => {
  const line = lineOf({
    quantity: '99999.125',
    unit: 'm3',
    unitPrice: '9999999.999999',
    discountPct: '12.5',
    discountClp: clp(124998890625),
    amountClp: clp(874992234375),
  })
  const [page] = await printed(
    facturaOf({ lines: [line, line], totals: totalsOf(33, [line, line]) }),
  )
  expect(page?.split('\n').filter((row) => row === '874.992.234.375')).toHaveLength(2)
  expect(page).toContain('$ 2.082.481.517.813')
})

test('the same document gives the same bytes, and is small', async () => {
  const [one, two] = [await printDte(facturaOf(), options), await printDte(facturaOf(), options)]
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
  expect(one.length).toBeLessThan(10_000)
})

test('the bars are in the file once, a bit for each module, on both copies', async () => {
  const sheets = await printDte(facturaOf(), { ...options, cedible: true })
  const stencils = Buffer.from(sheets)
    .toString('latin1')
    .split(/\nendobj\n/)
    .filter((object) => object.includes('/ImageMask true'))
  expect(stencils).toHaveLength(1)
  const [facts = '', data = ''] = stencils[0]?.split('\nstream\n') ?? []
  const { widthModules, rowCount, modules } = encodePdf417(latin1Bytes(ted))
  expect(facts).toContain(`/Width ${widthModules}\n`)
  expect(facts).toContain(`/Height ${rowCount}\n`)
  expect(facts).toContain('/Interpolate false')
  expect(contentOf(data)).toBe(Buffer.from(modules).toString('latin1'))
})
