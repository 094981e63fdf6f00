import { expect, test } from 'vitest'
import { UPLOAD_FAULTS, type UploadFaultCause, type UploadRole } from '#domain/upload.ts'
import { uploadFaultText, uploadTexts } from '#texts/uploads.ts'
import { csvOf, FACTS, GOOD_ROW, judged, placeOf, type Row } from './test-uploads.ts'

const ROWS = 500
const BOLETA: Row = {
  ...GOOD_ROW,
  kind: 'Boleta de honorarios',
  rut: '12345678-5',
  name: 'Ana',
  street: 'Calle 1',
  commune: 'Providencia',
}

/** To one of whom the SII knows nothing, without its city. */
const NEW: Row = {
  ...GOOD_ROW,
  rut: '76192083-9',
  name: 'Nueva SpA',
  giro: 'Comercio',
  street: 'Calle 1',
  commune: 'Maipú',
}
const WITH_UNKNOWN: typeof FACTS = {
  ...FACTS,
  lookUps: new Map([['76192083-9', { state: 'failed', reason: 'unknown' }]]),
}

/** What is wrong in a row, the cell where it is said, and why. */
type Mistake = [Row, UploadRole, UploadFaultCause]

const MISTAKES: Mistake[] = [
  [{ ...GOOD_ROW, kind: '' }, 'kind', 'missing'],
  [{ ...GOOD_ROW, kind: 'Fatura' }, 'kind', 'kindUnknown'],
  [{ ...GOOD_ROW, kind: 'Nota de crédito' }, 'kind', 'kindIsNota'],
  [{ ...GOOD_ROW, kind: '61' }, 'kind', 'kindIsNota'],
  [{ ...GOOD_ROW, kind: 'Boleta electrónica' }, 'kind', 'kindIsRetailBoleta'],
  [{ ...GOOD_ROW, kind: '39' }, 'kind', 'kindIsRetailBoleta'],
  [{ ...GOOD_ROW, kind: 'Boleta' }, 'kind', 'kindAmbiguous'],
  [{ ...GOOD_ROW, kind: 'Factura exenta' }, 'kind', 'kindIsOther'],
  [{ ...GOOD_ROW, kind: 'Guía de despacho' }, 'kind', 'kindIsOther'],
  [{ ...GOOD_ROW, rut: '' }, 'rut', 'missing'],
  [{ ...GOOD_ROW, rut: '77.777.777-8' }, 'rut', 'rutWrongCheckDigit'],
  [{ ...GOOD_ROW, rut: 'Juan Pérez' }, 'rut', 'rutMalformed'],
  [{ ...GOOD_ROW, rut: '77777777' }, 'rut', 'rutWithoutCheckDigit'],
  [{ ...GOOD_ROW, rut: '76192039' }, 'rut', 'rutWithoutCheckDigit'],
  [{ ...GOOD_ROW, rut: '12345674' }, 'rut', 'rutAmbiguous'],
  [{ ...GOOD_ROW, rut: '05-11-2026' }, 'rut', 'rutMalformed'],
  [{ ...BOLETA, rut: '11111111-1' }, 'rut', 'rutIsIssuer'],
  [{ ...GOOD_ROW, rut: '88888888-8', commune: 'Maipú', city: 'Santiago' }, 'street', 'missing'],
  [{ ...GOOD_ROW, name: 'Otra Empresa SpA' }, 'name', 'nameOfAnother'],
  [{ ...BOLETA, name: '' }, 'name', 'missing'],
  [{ ...BOLETA, street: '' }, 'street', 'missing'],
  [{ ...BOLETA, commune: 'Nunoaa' }, 'commune', 'communeMisspelt'],
  [{ ...BOLETA, commune: 'Springfield' }, 'commune', 'communeUnknown'],
  [{ ...GOOD_ROW, giro: 'g'.repeat(41) }, 'giro', 'tooLong'],
  [{ ...GOOD_ROW, street: 's'.repeat(71) }, 'street', 'tooLong'],
  [{ ...GOOD_ROW, city: 'c'.repeat(21) }, 'city', 'tooLong'],
  [{ ...GOOD_ROW, name: 'n'.repeat(101) }, 'name', 'tooLong'],
  [{ ...GOOD_ROW, description: 'd'.repeat(81) }, 'description', 'tooLong'],
  [{ ...BOLETA, description: 'd'.repeat(61) }, 'description', 'tooLong'],
  [{ ...GOOD_ROW, description: 'Servicio 🚀' }, 'description', 'characters'],
  [{ ...GOOD_ROW, description: 'Asesor\ufffda' }, 'description', 'characters'],
  [{ ...GOOD_ROW, description: '' }, 'description', 'missing'],
  [{ ...GOOD_ROW, description: '#N/A' }, 'description', 'errorValue'],
  [{ ...GOOD_ROW, price: '' }, 'price', 'missing'],
  [{ ...GOOD_ROW, price: 'cien' }, 'price', 'notANumber'],
  [{ ...GOOD_ROW, price: '1,000' }, 'price', 'numberAmbiguous'],
  [{ ...GOOD_ROW, price: '15000\n20000' }, 'price', 'notANumber'],
  [{ ...GOOD_ROW, price: '15000 20000' }, 'price', 'notANumber'],
  [{ ...GOOD_ROW, price: '$5000 $3000' }, 'price', 'notANumber'],
  [{ ...GOOD_ROW, price: '0' }, 'price', 'zero'],
  [{ ...GOOD_ROW, price: '0,0', currency: 'UF' }, 'price', 'zero'],
  [{ ...GOOD_ROW, price: '1,500', currency: 'UF' }, 'price', 'numberAmbiguous'],
  [{ ...GOOD_ROW, price: '1.5' }, 'price', 'numberAmbiguous'],
  [{ ...GOOD_ROW, price: '1,234.50' }, 'price', 'numberForeign'],
  [{ ...GOOD_ROW, price: '-1000' }, 'price', 'negative'],
  [{ ...GOOD_ROW, price: '1000,50' }, 'price', 'pesosWithDecimals'],
  [{ ...GOOD_ROW, price: '1234567890123' }, 'price', 'tooLarge'],
  [{ ...GOOD_ROW, price: '#¡REF!' }, 'price', 'errorValue'],
  [{ ...GOOD_ROW, price: '2' }, 'price', 'totalTooSmall'],
  [{ ...GOOD_ROW, price: '999999999999', quantity: '2' }, 'price', 'lineTooLarge'],
  [{ ...BOLETA, price: '0' }, 'price', 'zero'],
  [{ ...BOLETA, price: '1', quantity: '0,1' }, 'price', 'lineTooSmall'],
  [{ ...GOOD_ROW, price: 'UF 2,5', currency: 'CLP' }, 'price', 'currencyContradicts'],
  [{ ...GOOD_ROW, price: '$ 1000', currency: 'UF' }, 'price', 'currencyContradicts'],
  [{ ...GOOD_ROW, price: '1.000', currency: 'UF' }, 'price', 'numberAmbiguous'],
  [{ ...GOOD_ROW, price: '1,1234567', currency: 'UF' }, 'price', 'tooManyDecimals'],
  [{ ...GOOD_ROW, quantity: '1.000' }, 'quantity', 'numberAmbiguous'],
  [{ ...GOOD_ROW, quantity: '1,000' }, 'quantity', 'numberAmbiguous'],
  [{ ...GOOD_ROW, quantity: '2 3' }, 'quantity', 'notANumber'],
  [{ ...GOOD_ROW, quantity: '0' }, 'quantity', 'zero'],
  [{ ...GOOD_ROW, quantity: '-1' }, 'quantity', 'negative'],
  [{ ...GOOD_ROW, quantity: 'dos' }, 'quantity', 'notANumber'],
  [{ ...GOOD_ROW, currency: 'USD' }, 'currency', 'currencyForeign'],
  [{ ...GOOD_ROW, currency: 'bolívar' }, 'currency', 'currencyUnknown'],
  [{ ...GOOD_ROW, ufDate: 'ayer' }, 'ufDate', 'ufDateUnknown'],
  [{ ...GOOD_ROW, code: 'Z-9', description: '', price: '' }, 'code', 'productUnknown'],
  [{ ...GOOD_ROW, code: `${'x'.repeat(30)} · Z-9` }, 'code', 'tooLong'],
  [{ ...GOOD_ROW, code: 'Doble', description: '', price: '' }, 'code', 'productRepeated'],
  [{ ...GOOD_ROW, code: 'UF', price: '', currency: 'CLP' }, 'currency', 'productCurrency'],
  [{ kind: 'Factura', rut: '77777777-7' }, 'description', 'emptyLine'],
  [{ ...BOLETA, withholder: 'nadie' }, 'withholder', 'withholderUnknown'],
  [{ ...GOOD_ROW, withholder: 'Receptor' }, 'withholder', 'withholderOfFactura'],
  [{ ...GOOD_ROW, dueDay: '31-02-2027' }, 'dueDay', 'dateUnreadable'],
  [{ ...GOOD_ROW, dueDay: 'pronto' }, 'dueDay', 'dateUnreadable'],
  [{ ...GOOD_ROW, dueDay: '30-11' }, 'dueDay', 'dateWithoutYear'],
  [{ ...GOOD_ROW, dueDay: '04-11-2026' }, 'dueDay', 'dueDayPast'],
  [{ ...GOOD_ROW, dueDay: '06-11-2027' }, 'dueDay', 'dueDayTooFar'],
  [{ ...GOOD_ROW, serviceMonth: 'trece' }, 'serviceMonth', 'monthUnreadable'],
  [{ ...GOOD_ROW, serviceMonth: '13-2026' }, 'serviceMonth', 'monthUnreadable'],
  [{ ...GOOD_ROW, serviceMonth: '10-2024' }, 'serviceMonth', 'monthTooFar'],
  [{ ...GOOD_ROW, sendEmail: 'tal vez' }, 'sendEmail', 'yesNoUnknown'],
  [{ ...GOOD_ROW, to: 'ana arroba ejemplo' }, 'to', 'mailboxInvalid'],
  [{ ...GOOD_ROW, cc: 'Ana <ana@ejemplo.cl>' }, 'cc', 'mailboxInvalid'],
  [
    { ...GOOD_ROW, to: Array.from({ length: 21 }, (_, n) => `a${n}@ejemplo.cl`).join(';') },
    'to',
    'tooManyAddresses',
  ],
  [{ ...BOLETA, sendEmail: 'Sí' }, 'sendEmail', 'sendWithoutAddress'],
  [{ ...BOLETA, cc: 'a@ejemplo.cl' }, 'cc', 'copyWithoutAddress'],
  [{ ...GOOD_ROW, cc: 'a@ejemplo.cl' }, 'cc', 'copyUnsent'],
  [NEW, 'city', 'missing'],
  [{ ...BOLETA, name: 'Berta' }, 'name', 'differsFromClient'],
  [{ ...BOLETA, street: 'Calle 2' }, 'street', 'differsFromClient'],
]

/** 500 rows, all right but those where the mistakes stand. */
function fileWith(mistakes: readonly Row[]): { bytes: Buffer; rows: number[] } {
  const rows = Array.from({ length: ROWS }, (_, n): Row => ({
    ...GOOD_ROW,
    description: `N° ${n}`,
  }))
  const places = mistakes.map((_, n) => 3 + n * 5)
  for (const [n, place] of places.entries()) rows[place] = mistakes[n] ?? {}
  // The headings are row 1.
  return { bytes: csvOf(rows), rows: places.map((place) => place + 2) }
}

test('each mistake in a file of 500 rows is said at its cell, and nothing else is', async () => {
  const { bytes, rows } = fileWith(MISTAKES.map(([row]) => row))
  const { faults, faultCount, documents } = await judged(bytes, { facts: WITH_UNKNOWN })
  const told = faults.map(({ row, column, role, cause }) => ({ row, column, role, cause }))
  const expected = MISTAKES.map(([, role, cause], n) => ({
    row: rows[n] ?? 0,
    column: placeOf(role),
    role,
    cause,
  }))
  // A row without a client may be a line of the one above.
  const stray = expected.find(({ role, cause }) => role === 'rut' && cause === 'missing')?.row ?? 0
  const short = { row: stray - 1, column: 0, role: 'group', cause: 'groupShort' } as const
  expect(told).toEqual([...expected, short].toSorted((a, b) => a.row - b.row))
  expect(faultCount).toBe(MISTAKES.length + 1)
  expect(documents.filter(({ isValid }) => isValid)).toHaveLength(ROWS - MISTAKES.length - 1)
})

const TOGETHER: [string, Row[], [number, UploadRole, UploadFaultCause][]][] = [
  [
    'rows of one document that differ',
    [
      { ...GOOD_ROW, group: '1' },
      { ...GOOD_ROW, group: '1', rut: '76192083-9' },
    ],
    [[3, 'rut', 'differsInGroup']],
  ],
  [
    'addresses of one document that differ',
    [
      { ...GOOD_ROW, group: '1', to: 'a@ejemplo.cl; b@ejemplo.cl' },
      { ...GOOD_ROW, group: '1', to: 'b@ejemplo.cl' },
    ],
    [[3, 'to', 'differsInGroup']],
  ],
  [
    'groups that are told apart by case alone',
    [
      { ...GOOD_ROW, group: 'F-1' },
      { ...GOOD_ROW, group: 'f 1' },
    ],
    [
      [2, 'group', 'groupAlike'],
      [3, 'group', 'groupAlike'],
    ],
  ],
  [
    'an eleventh line of a factura',
    Array.from({ length: 11 }, () => ({ ...GOOD_ROW, group: 'largo' })),
    [[12, 'group', 'tooManyLines']],
  ],
  [
    'a fifth line of a boleta',
    Array.from({ length: 5 }, () => ({ ...BOLETA, group: 'largo' })),
    [[6, 'group', 'tooManyLines']],
  ],
  [
    'two names of one new client',
    [
      { ...NEW, city: 'Santiago' },
      { ...NEW, city: 'Santiago', name: 'Otra Ltda' },
      { ...NEW, city: 'Santiago', name: 'NUEVA' },
    ],
    [[3, 'name', 'differsFromClient']],
  ],
  [
    'two addresses and two lines of business of one new client',
    [
      { ...NEW, city: 'Santiago' },
      { ...NEW, city: 'Valparaíso', street: 'calle  1.', giro: 'Otro', commune: 'Ñuñoa' },
    ],
    [
      [3, 'giro', 'differsFromClient'],
      [3, 'commune', 'differsFromClient'],
      [3, 'city', 'differsFromClient'],
    ],
  ],
  [
    'an id of two documents',
    [
      { ...GOOD_ROW, ownId: 'P-1' },
      { ...GOOD_ROW, ownId: 'P-2' },
      { ...GOOD_ROW, ownId: 'P-1' },
    ],
    [[4, 'ownId', 'ownIdRepeated']],
  ],
  [
    'dates of a file that has some with the month first',
    [
      { ...GOOD_ROW, dueDay: '06/12/2026' },
      { ...GOOD_ROW, dueDay: '12/25/2026' },
      { ...GOOD_ROW, dueDay: '25/12/2026' },
    ],
    [
      [2, 'dueDay', 'dateAmbiguous'],
      [3, 'dueDay', 'dateOtherOrder'],
    ],
  ],
  [
    'a group whose rows say no kind',
    [
      { ...GOOD_ROW, group: 'x', kind: '' },
      { ...GOOD_ROW, group: 'x', kind: '', rut: '' },
    ],
    [[2, 'kind', 'missing']],
  ],
]

test.each(TOGETHER)('rows together: %s', async (_what, rows, expected) => {
  const { faults } = await judged(csvOf(rows))
  expect(faults.map(({ row, role, cause }) => [row, role, cause])).toEqual(expected)
})

test('rows of a stored client may say different addresses, because what is stored of it is used', async () => {
  const rows = ['Calle 1', 'Calle 2'].map((street) => ({ ...GOOD_ROW, street }))
  expect((await judged(csvOf(rows))).faults).toEqual([])
})

test('a factura of a connection that issues none is a fault', async () => {
  const facts = { ...FACTS, issuesFacturas: false }
  const { faults } = await judged(csvOf([GOOD_ROW]), { facts })
  expect(faults.map(({ cause }) => cause)).toEqual(['kindNotIssued'])
})

test('both readings of an ambiguous number are said, with what to write', async () => {
  const { faults } = await judged(csvOf([{ ...GOOD_ROW, quantity: '1.000' }]))
  expect(faults.map((fault) => uploadFaultText(fault, 'es'))).toEqual([
    { cause: '¿1.000 es 1000 o 1?', instead: 'Escribe 1000 o 1, sin puntos.' },
  ])
})

test('both readings of digits that may lack their check digit are said', async () => {
  const { faults } = await judged(csvOf([{ ...GOOD_ROW, rut: '12345674' }]))
  expect(faults.map((fault) => uploadFaultText(fault, 'es').cause)).toEqual([
    '¿12345674 es 1.234.567-4, o 12.345.674-2 sin su dígito verificador?',
  ])
})

test('every fault has both sentences in both languages, with each value that they name', async () => {
  for (const language of ['es', 'en'] as const) {
    const { faults } = uploadTexts(language)
    expect(Object.keys(faults).toSorted()).toEqual([...UPLOAD_FAULTS].toSorted())
  }
  const { bytes } = fileWith(MISTAKES.map(([row]) => row))
  for (const file of [bytes, ...TOGETHER.map(([, rows]) => csvOf(rows))]) {
    for (const fault of (await judged(file)).faults) {
      for (const language of ['es', 'en'] as const) {
        const template = uploadTexts(language).faults[fault.cause]
        const given = ['column', 'value', ...Object.keys(fault.values)]
        expect(given).toEqual(expect.arrayContaining(namesIn(template.cause + template.instead)))
        expect(Object.values(uploadFaultText(fault, language)).join()).not.toContain('{{')
      }
    }
  }
})

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
}
