import type { Page } from 'playwright-core'
import { csvOf } from '../../payments/csv-statement.ts'
import type { City } from '../fixtures/city.ts'
import { button } from '../fixtures/hands.ts'
import { companies, type Resident } from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

const PATH = '/payments/statements'

/** A bank's statement: before the first one, its questions and mistakes, and what is left to a person. */
export async function statementStops(city: City, as: Resident): Promise<Omit<Stop, 'as'>[]> {
  const [company] = await companies(as)
  await city.owedDocuments(company?.id ?? 0, OWED)
  return [
    {
      name: 'statements',
      path: PATH,
      reach: (at) => at.getByText('Suelta aquí la cartola de tu banco').waitFor(),
    },
    {
      name: 'statements-columns',
      path: PATH,
      reach: (at) => asked(at, 'Cuándo;Qué;Cuánto\r\n04/11/2026;Pago de Textil;1.000\r\n', 'Continuar'),
    },
    {
      name: 'statements-faults',
      path: PATH,
      reach: (at) =>
        asked(
          at,
          'Fecha;Descripción;Cargos;Abonos\r\n44/11/2026;Pago;;1.000\r\n05/11/2026;Pago;;1,000\r\n',
          'Las comas separan miles',
        ),
    },
    {
      name: 'statements-refused',
      path: PATH,
      reach: (at) => asked(at, '%PDF-1.7', 'Subir otra'),
    },
    {
      name: 'statements-taken',
      path: PATH,
      reach: (at) => asked(at, csvOf(LINES).toString(), 'Elegir documentos'),
    },
    {
      name: 'statements-pick',
      path: PATH,
      reach: async (at) => {
        await button(at, 'Elegir documentos').first().click()
        await at.getByRole('dialog').getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'statements-matched',
      path: PATH,
      reach: async (at) => {
        await at.getByRole('button', { name: /^Reconocidos/ }).click()
        await button(at, 'Deshacer').first().waitFor()
      },
    },
  ]
}

async function asked(page: Page, text: string, answer: string): Promise<void> {
  const file = { name: 'cartola-noviembre.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await button(page, answer).first().waitFor()
}

const TEXTIL = { rut: '76.086.428-5', name: 'Textil Donoso Lagos SpA', issueDay: '2026-10-20' }
const VIVEROS = { rut: '76.192.083-9', name: 'Viveros Herrera SpA', issueDay: '2026-10-20' }

const OWED = [
  { ...TEXTIL, folio: 7_001, amount: 119_000 },
  { ...TEXTIL, folio: 7_002, amount: 238_000 },
  { ...VIVEROS, folio: 7_003, amount: 595_000 },
  { ...VIVEROS, folio: 7_004, amount: 80_000 },
]

const LINES = [
  { rut: TEXTIL.rut, name: 'TEXTIL DONOSO', clp: 119_000, day: '2026-11-02' },
  { rut: VIVEROS.rut, name: 'VIVEROS HERR', clp: 675_000, day: '2026-11-03' },
  { text: 'Transf. de Rosa Soto pago factura 7002', clp: 238_000, day: '2026-11-04' },
  { rut: '5.126.663-3', name: 'PEDRO JARA', clp: 50_000, day: '2026-11-04' },
  { text: 'Compra', clp: -32_990, day: '2026-11-04' },
]
