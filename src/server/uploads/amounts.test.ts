import { expect, test } from 'vitest'
import { uf } from '#domain/uf.ts'
import { xlsxOf } from '../sheets/test-xlsx.ts'
import type { UploadFacts } from './judge/result.ts'
import { csvOf, FACTS, GOOD_ROW, judged, type Row } from './test-uploads.ts'

async function documents(rows: readonly Row[], facts = FACTS) {
  const read = await judged(csvOf(rows), { facts })
  expect(read.faults).toEqual([])
  return read.documents
}

async function only(rows: readonly Row[], facts = FACTS) {
  const [document, other] = await documents(rows, facts)
  if (document === undefined || other !== undefined) throw new Error('Not one document')
  return document
}

const amountsOf = ({ lines }: { lines: { amountClp: number | null }[] }) =>
  lines.map(({ amountClp }) => amountClp)

test('each line in UF is rounded once, half up, and IVA once on their sum', async () => {
  const facts = { ...FACTS, ufRates: { PREV_MONTH_CLOSE: uf('39001'), DAY_OF: uf('40000') } }
  const line: Row = { ...GOOD_ROW, group: '1', currency: 'UF', quantity: '1', price: '0,5' }
  const document = await only([line, line, { ...line, quantity: '3' }], facts)
  // 19,500.5 twice and 58,501.5.
  expect(amountsOf(document)).toEqual([19_501, 19_501, 58_502])
  expect(document.totals).toEqual({ netoClp: 97_504, taxClp: 18_526, totalClp: 116_030 })
})

test('a fraction of a thing in pesos is rounded half up', async () => {
  const document = await only([{ ...GOOD_ROW, quantity: '1,5', price: '33.333' }])
  expect(amountsOf(document)).toEqual([50_000])
})

test('the UF is that of the close of the month before, unless the row says the day of issue', async () => {
  const line: Row = { ...GOOD_ROW, currency: 'UF', price: '10' }
  expect(amountsOf(await only([line]))).toEqual([390_000])
  expect(amountsOf(await only([{ ...line, ufDate: 'Día de emisión' }]))).toEqual([395_005])
  expect(amountsOf(await only([{ ...line, ufDate: 'cierre del mes anterior' }]))).toEqual([390_000])
})

test('an amount in UF waits for a UF that is not known, and the document stays right', async () => {
  const facts = { ...FACTS, ufRates: { PREV_MONTH_CLOSE: null, DAY_OF: null } }
  const document = await only([{ ...GOOD_ROW, currency: 'UF', price: '10' }], facts)
  expect(document).toMatchObject({ isValid: true, totals: null, lines: [{ amountClp: null }] })
})

test('dots group thousands of pesos, as people in Chile write them', async () => {
  const prices = ['150.000', '$ 1.234.567', '1500', '2.000,00', '$150000 ', 'CLP 9.990']
  const read = await documents(prices.map((price) => ({ ...GOOD_ROW, price })))
  expect(read.flatMap(amountsOf)).toEqual([150_000, 1_234_567, 1_500, 2_000, 150_000, 9_990])
})

test('a comma separates the decimals of a quantity and of UF', async () => {
  const document = await only([{ ...GOOD_ROW, quantity: '2,5', price: 'UF 1,25', currency: '' }])
  // 2.5 × 1.25 × 39,000
  expect(document.lines).toMatchObject([
    { quantity: '2.5', price: { currency: 'UF', unitUf: '1.25' }, amountClp: 121_875 },
  ])
})

test('a boleta has its gross, the retention of its year and the líquido', async () => {
  const boleta: Row = {
    ...GOOD_ROW,
    kind: 'Boleta de honorarios',
    price: '100.001',
    quantity: '',
  }
  const document = await only([boleta])
  expect(document.totals).toEqual({ netoClp: 84_751, taxClp: 15_250, totalClp: 100_001 })
  // A company keeps accounts.
  expect(document.withholder).toBe('recipient')
  expect(await only([{ ...boleta, withholder: 'Emisor' }])).toMatchObject({ withholder: 'issuer' })
})

test('a code fills in what the row leaves empty, and the row wins over it', async () => {
  const bare: Row = { kind: 'Factura', rut: '77777777-7' }
  expect((await only([{ ...bare, code: 'a-1' }])).lines).toMatchObject([
    { code: 'A-1', description: 'Servicio', amountClp: 90_000, quantity: '1' },
  ])
  expect((await only([{ ...bare, code: 'UF', quantity: '2' }])).lines).toMatchObject([
    { description: 'Arriendo', price: { currency: 'UF', unitUf: '12.5' }, amountClp: 975_000 },
  ])
  expect(
    (await only([{ ...bare, code: 'A-1', description: 'Otro', price: '1.500' }])).lines,
  ).toMatchObject([{ description: 'Otro', amountClp: 1_500 }])
  // The product's currency is meant by a price that says none.
  expect((await only([{ ...bare, code: 'UF', price: '2' }])).lines).toMatchObject([
    { price: { currency: 'UF', unitUf: '2' } },
  ])
  expect(
    (await only([{ ...bare, code: 'UF', price: '2000', currency: 'CLP' }])).lines,
  ).toMatchObject([{ price: { currency: 'CLP', unitClp: 2_000 } }])
})

test('rows of one group are its lines wherever they stand, and a row without one is a document', async () => {
  const line = (group: string, description: string): Row => ({ ...GOOD_ROW, group, description })
  const read = await documents([
    line('A', 'uno'),
    line('', 'dos'),
    line('B', 'tres'),
    { ...line('A', 'cuatro'), kind: '', rut: '' },
    line('', 'cinco'),
  ])
  expect(
    read.map(({ key, rows, lines }) => [key, rows, lines.map((one) => one.description)]),
  ).toEqual([
    ['g:A', [2, 5], ['uno', 'cuatro']],
    ['r:3', [3], ['dos']],
    ['g:B', [4], ['tres']],
    ['r:6', [6], ['cinco']],
  ])
  expect(read[0]?.totals).toEqual({ netoClp: 300_000, taxClp: 57_000, totalClp: 357_000 })
})

test('a faulty line leaves its document without totals, and the others with theirs', async () => {
  const { documents: read } = await judged(
    csvOf([
      { ...GOOD_ROW, group: '1' },
      { ...GOOD_ROW, group: '1', price: '1,000' },
      { ...GOOD_ROW, group: '2' },
    ]),
  )
  expect(read.map(({ isValid, totals }) => [isValid, totals?.totalClp ?? null])).toEqual([
    [false, null],
    [true, 178_500],
  ])
})

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const number = (value: string) => `<c><v>${value}</v></c>`

async function workbookOf(headings: string[], rows: string[], more = ''): Promise<Buffer> {
  const all = [headings.map(text).join(''), ...rows]
  const xml = `<sheetData>${all.map((row) => `<row>${row}</row>`).join('')}</sheetData>${more}`
  return xlsxOf([{ name: 'Documentos', xml }])
}

const NUMBERS = ['Tipo', 'RUT', 'Detalle', 'Cantidad', 'Precio', 'Moneda']

test("a number is read as Excel shows it, without its binary's last digits", async () => {
  const start = text('Factura') + text('77777777-7') + text('x')
  const bytes = await workbookOf(NUMBERS, [
    `${start}${number('0.30000000000000004')}${number('1000')}${text('CLP')}`,
    `${start}${number('1')}${number('12.499999999999998')}${text('UF')}`,
    `${start}${number('2')}${number('119000.00000000001')}${text('CLP')}`,
    `${start}${number('1E1')}${number('1.5E5')}${text('CLP')}`,
  ])
  const { documents: read, faults } = await judged(bytes, { fileName: 'a.xlsx' })
  expect(faults).toEqual([])
  expect(read.flatMap(({ lines }) => lines)).toMatchObject([
    { quantity: '0.3', amountClp: 300 },
    { price: { unitUf: '12.5' } },
    { amountClp: 238_000 },
    { quantity: '10', amountClp: 1_500_000 },
  ])
})

test('numbers that no document can say are faults', async () => {
  const start = text('Factura') + text('77777777-7') + text('x')
  const bytes = await workbookOf(NUMBERS, [
    `${start}${number('1')}${number('1000.5')}${text('CLP')}`,
    `${start}${number('0.3333333333')}${number('1000')}${text('CLP')}`,
    `${start}${number('-1')}${number('1000')}${text('CLP')}`,
    `${start}${number('1')}${number('1e13')}${text('UF')}`,
    `${start}${number('1')}${number('1e13')}${text('CLP')}`,
    `${start}${number('0')}${number('1000')}${text('CLP')}`,
  ])
  const { faults } = await judged(bytes, { fileName: 'a.xlsx' })
  expect(faults.map(({ row, role, cause }) => [row, role, cause])).toEqual([
    [2, 'price', 'pesosWithDecimals'],
    [3, 'quantity', 'tooManyDecimals'],
    [4, 'quantity', 'negative'],
    [5, 'price', 'tooLarge'],
    [6, 'price', 'tooLarge'],
    [7, 'quantity', 'zero'],
  ])
})

test('cells that Excel merged or turned into dates are faults where they would change a document', async () => {
  const headings = [
    'Documento',
    'Tipo',
    'RUT',
    'Detalle',
    'Precio',
    'Vencimiento',
    'Mes de servicio',
  ]
  const day = '<c s="1"><v>46352</v></c>'
  const row = (group: string, detail: string, due = '<c/>', month = '<c/>') =>
    `${group}${text('Factura')}${text('77777777-7')}${detail}${number('1000')}${due}${month}`
  const bytes = await workbookOf(
    headings,
    [
      row(text('1'), text('uno')),
      row('<c/>', text('dos')),
      row(day, '<c/>'),
      row('<c/>', day, number('46352'), day),
    ],
    '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="D3:D4"/></mergeCells>',
  )
  const { faults } = await judged(bytes, { fileName: 'a.xlsx' })
  expect(faults.map(({ row: at, role, cause }) => [at, role, cause])).toEqual([
    [2, 'group', 'groupShort'],
    [3, 'group', 'mergedCell'],
    [4, 'group', 'valueIsDay'],
    [4, 'description', 'mergedCell'],
    [5, 'group', 'groupShort'],
    [5, 'description', 'valueIsDay'],
    [5, 'dueDay', 'dateIsNumber'],
    [5, 'serviceMonth', 'monthIsDay'],
  ])
})

test('months are read in the ways that people write them', async () => {
  const months = [
    '2026-11',
    '11/2026',
    '11-2026',
    'noviembre 2026',
    'nov-26',
    'Nov. 2026',
    'Diciembre de 2026',
  ]
  const read = await documents(months.map((serviceMonth) => ({ ...GOOD_ROW, serviceMonth })))
  expect(read.map(({ serviceMonth }) => serviceMonth)).toEqual([
    ...Array.from({ length: 6 }, () => '2026-11'),
    '2026-12',
  ])
})

test('a client is known, is made from its row, or is asked for at the SII', async () => {
  const unknown: Row = { ...GOOD_ROW, rut: '76192083-9' }
  const whole: Row = {
    name: 'Nueva SpA',
    giro: 'Comercio',
    street: 'Calle 1',
    commune: 'Maipu',
    city: 'Maipú',
  }
  const { city: _city, ...withoutCity } = whole
  const read = await documents([
    GOOD_ROW,
    { ...unknown, ...whole },
    { ...unknown, name: 'Nueva' },
    { ...unknown, ...withoutCity },
  ])
  expect(read.map(({ client }) => client)).toEqual([
    { kind: 'known', id: 7, name: 'Cliente Conocido SpA', wasLookedUp: false },
    { kind: 'fromRow', name: 'Nueva SpA' },
    { kind: 'lookUp', failed: null },
    { kind: 'lookUp', failed: null },
  ])
  expect(read.map(({ isValid, waits }) => [isValid, waits])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, true],
  ])
  expect(read[1]?.written).toMatchObject({ commune: 'MAIPU' })
})

const NEW_CLIENT: Row = { ...GOOD_ROW, rut: '76192083-9' }

test('of a client that the SII doesn’t know, the rows say who it is', async () => {
  const facts: UploadFacts = {
    ...FACTS,
    lookUps: new Map([['76192083-9', { state: 'failed', reason: 'unknown' }]]),
  }
  const {
    documents: [document],
    faults,
  } = await judged(csvOf([NEW_CLIENT]), { facts })
  expect(document).toMatchObject({ client: null, waits: false, isValid: false })
  expect(faults.map(({ role, cause }) => [role, cause])).toEqual([
    ['name', 'missing'],
    ['giro', 'missing'],
    ['street', 'missing'],
    ['commune', 'missing'],
    ['city', 'missing'],
  ])
})

test('a client of whom the SII gave no answer is waited for, and is no fault', async () => {
  const facts: UploadFacts = {
    ...FACTS,
    lookUps: new Map([['76192083-9', { state: 'failed', reason: 'portal' }]]),
  }
  expect(await only([NEW_CLIENT], facts)).toMatchObject({
    client: { kind: 'lookUp', failed: 'portal' },
    waits: true,
    isValid: false,
  })
})

test('a client whose data we lack is asked for once, and then the rows say what is still missing', async () => {
  const client = { id: 9, name: 'Incompleta SpA', lacks: ['giro'], contacts: [] } as const
  const withClient = (isLookedUp: boolean): UploadFacts => ({
    ...FACTS,
    clients: new Map([['76192083-9', { ...client, isLookedUp }]]),
  })
  expect(await only([NEW_CLIENT], withClient(false))).toMatchObject({
    client: { kind: 'lookUp', failed: null },
    waits: true,
  })
  expect(await only([{ ...NEW_CLIENT, giro: 'Comercio' }], withClient(false))).toMatchObject({
    client: { kind: 'known', id: 9 },
    isValid: true,
  })
  const { faults } = await judged(csvOf([NEW_CLIENT]), { facts: withClient(true) })
  expect(faults.map(({ role, cause }) => [role, cause])).toEqual([['giro', 'missing']])
})

test('a mail goes to whom the row says, else to the contacts where the row asks for it, or to nobody', async () => {
  const read = await documents([
    { ...GOOD_ROW, to: 'A@ejemplo.cl, b@ejemplo.cl', cc: 'b@ejemplo.cl;c@ejemplo.cl' },
    { ...GOOD_ROW, to: 'a@ejemplo.cl', sendEmail: 'No' },
    { ...GOOD_ROW, sendEmail: 'Sí', cc: 'c@ejemplo.cl' },
    { ...GOOD_ROW, sendEmail: 'No', cc: 'c@ejemplo.cl' },
    GOOD_ROW,
  ])
  expect(read.map(({ sendsEmail, to, cc }) => [sendsEmail, to, cc])).toEqual([
    [true, ['a@ejemplo.cl', 'b@ejemplo.cl'], ['c@ejemplo.cl']],
    [false, ['a@ejemplo.cl'], []],
    [true, ['contacto@ejemplo.cl'], ['c@ejemplo.cl']],
    [false, [], ['c@ejemplo.cl']],
    [false, [], []],
  ])
})

test('documents that say the same are named to each other, those that differ are not', async () => {
  const read = await documents([
    GOOD_ROW,
    { ...GOOD_ROW, price: '150.001' },
    { ...GOOD_ROW, quantity: '1,0' },
    { ...GOOD_ROW, serviceMonth: '10-2026' },
    { ...GOOD_ROW, ownId: 'x' },
  ])
  expect(read.map(({ sameAs }) => sameAs)).toEqual([[], [], ['r:2'], [], ['r:2', 'r:4']])
})
