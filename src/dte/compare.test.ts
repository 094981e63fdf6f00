import { expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity, uf } from '#domain/uf.ts'
import { compareWith } from './compare.ts'
import type { DteDocument } from './document/document.ts'
import { facturaOf, lineOf } from './fixtures/test-world.ts'

const content: FacturaContent = {
  kind: 'factura',
  issueDate: day(2026, 11, 20),
  serviceMonth: month(2026, 11),
  issuer: {
    rut: rut('76192083-9'),
    name: 'Ñandú & Águila Ltda.',
    address: { street: 'Av. Providencia 1234', commune: 'Ñuñoa', city: 'Santiago', branchCode: '' },
    activity: { code: '620200', description: 'Servicios de computación' },
    email: 'facturas@ejemplo.cl',
  },
  recipient: {
    rut: rut('96790240-3'),
    name: "Peñaflor & O'Higgins S.A.",
    giro: 'Comercio al por menor',
    address: { street: 'Los Álamos 55', commune: 'Maipú', city: 'Santiago' },
    contactName: '',
    contactRut: null,
  },
  lines: [
    {
      name: 'Asesoría mensual en gestión tributaria',
      description: '',
      code: '',
      quantity: quantity('2'),
      price: { currency: 'CLP', unitClp: clp(50000) },
      amountClp: clp(100000),
    },
    {
      name: 'Soporte',
      description: '',
      code: '',
      quantity: quantity('1'),
      price: {
        currency: 'UF',
        unitUf: uf('2.5'),
        rateClp: uf('40000'),
        rateDay: day(2026, 10, 31),
      },
      amountClp: clp(100000),
    },
  ],
  netoClp: clp(200000),
  ivaClp: clp(38000),
  totalClp: clp(238000),
  paymentForm: 2,
}

const issued = facturaOf({
  lines: [
    lineOf({ name: 'Asesoría mensual en gestión tributaria', quantity: '2', unitPrice: '50000' }),
    lineOf({ name: 'Soporte' }),
  ],
})

function fieldsOf(changes: Partial<DteDocument>): string[] {
  return compareWith({ ...issued, ...changes }, content).map(({ field, line }) =>
    line === null ? field : `${field} ${line}`,
  )
}

test('the document that was frozen differs in nothing', () => {
  expect(compareWith(issued, content)).toEqual([])
})

test('a name cut by the portal, in capitals or with plain quotes is the same name', () => {
  const [first, second] = issued.lines
  const lines = [
    { ...lineOf(first), name: 'ASESORÍA MENSUAL EN GESTI', quantity: '2.00' },
    { ...lineOf(second), quantity: '2.5', unitPrice: '40000' },
  ]
  expect(fieldsOf({ lines })).toEqual([])
})

test.each<[string, Partial<DteDocument>, string[]]>([
  ['another day', { issueDate: day(2026, 11, 21) }, ['issueDate']],
  ['another type', { tipoDte: 34 }, ['tipoDte']],
  ['another way to pay', { paymentForm: 1 }, ['paymentForm']],
  [
    'another recipient',
    { recipient: { ...issued.recipient, rut: rut('60803000-K'), name: 'SII' } },
    ['recipientRut', 'recipientName'],
  ],
  [
    'letters in the wrong encoding',
    { recipient: { ...issued.recipient, name: "PeÃ±aflor & O'Higgins S.A." } },
    ['recipientName'],
  ],
  ['another issuer', { issuer: { ...issued.issuer, rut: rut('60803000-K') } }, ['issuerRut']],
  ['another total', { totals: { ...issued.totals, totalClp: clp(238001) } }, ['total']],
  ['an exempt part', { totals: { ...issued.totals, exentoClp: clp(1) } }, ['exento']],
  ['a line less', { lines: issued.lines.slice(0, 1) }, ['lineCount']],
  [
    'other lines',
    { lines: [lineOf({ quantity: '1', unitPrice: '1' }), lineOf({ amountClp: clp(1) })] },
    ['lineName 1', 'lineQuantity 1', 'linePrice 1', 'lineName 2', 'lineAmount 2'],
  ],
])('%s is told', (_, changes, fields) => {
  expect(fieldsOf(changes)).toEqual(fields)
})

test('a difference says what was expected and what was seen', () => {
  expect(compareWith({ ...issued, issueDate: day(2026, 11, 21) }, content)).toEqual([
    { field: 'issueDate', line: null, expected: '2026-11-20', seen: '2026-11-21' },
  ])
})

test('a name cut at a word is the same when the description tells it whole, and only then', () => {
  const [line] = content.lines
  if (line === undefined) throw new Error('no line')
  const name = 'Remuneraciones de 4 personas'
  const frozen = { ...content, lines: [{ ...line, name }, ...content.lines.slice(1)] }
  const cut = (description: string) =>
    compareWith(
      {
        ...issued,
        lines: issued.lines.map((each, index) =>
          index === 0 ? { ...each, name: 'Remuneraciones de 4', description } : each,
        ),
      },
      frozen,
    ).map(({ field }) => field)
  expect(cut('Remuneraciones de 4 personas')).toEqual([])
  expect(cut('')).toEqual(['lineName'])
  expect(cut('Remuneraciones de 4 perros')).toEqual(['lineName'])
})

test('two and a half hours go to the portal as one thing at their price', () => {
  const [line] = content.lines
  if (line === undefined) throw new Error('no line')
  const half = { ...line, quantity: quantity('2.5'), amountClp: clp(125000) }
  const frozen = { ...content, lines: [half, ...content.lines.slice(1)] }
  const sent = (amountClp: number) =>
    compareWith(
      {
        ...issued,
        lines: [
          lineOf({
            name: line.name,
            quantity: '1',
            unitPrice: '125000',
            amountClp: clp(amountClp),
          }),
          ...issued.lines.slice(1),
        ],
      },
      frozen,
    ).map(({ field }) => field)
  expect(sent(125000)).toEqual([])
  expect(sent(125001)).toEqual(['lineAmount'])
})
