import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { checkDigit, formatRut, rut } from '#domain/rut.ts'
import { addDays, type Day } from '#domain/day.ts'
import { csvOf, type Line } from '../../payments/statement/csv-statement.ts'
import type { City } from '../fixtures/city.ts'
import {
  button,
  expectFocus,
  expectSeen,
  expectText,
  expectToast,
  heading,
} from '../fixtures/hands.ts'
import { companies, followedPayments, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { isDeep } from '../../setup/deep.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE, WIDTHS } from '../fixtures/visitor.ts'

const clientRut = (n: number) => formatRut(rut(`${76_100_000 + n}-${checkDigit(76_100_000 + n)}`))

/** Forty clients that owe one factura each, and one that owes two of which it pays both at once. */
async function owing(city: City): Promise<Resident> {
  const ana = await resident(city)
  await followedPayments(ana)
  const [company] = await companies(ana)
  const facts = Array.from({ length: 42 }, (_, n) => ({
    folio: 5_000 + n,
    rut: clientRut(Math.min(n, 40)),
    name: `Cliente ${Math.min(n, 40)} SpA`,
    amount: 100_000 + n * 1_190,
    issueDay: addDays(city.today, -16),
  }))
  await city.owedDocuments(company?.id ?? 0, facts)
  return ana
}

/** Two hundred movements: forty payments, seven for a person to look at, and what is no client's. */
/** On the days before `today`. */
function movements(today: Day): Line[] {
  const day = (n: number) => addDays(today, (n % 4) - 4)
  const payments = Array.from({ length: 38 }, (_, n) => ({
    day: day(n),
    operation: String(9_000 + n),
    rut: clientRut(n),
    name: `CLIENTE ${n}`,
    clp: 100_000 + n * 1_190,
  }))
  const unsure: Line[] = [
    // Without RUT, by the folio; a peso too much; both of the last client's at once; a part.
    { clp: 145_220, text: 'Transf. pago factura 5038', day: addDays(today, -3) },
    { clp: 146_411, rut: clientRut(39), name: 'CLIENTE 39', day: addDays(today, -2) },
    { clp: 147_600 + 148_790, rut: clientRut(40), name: 'CLIENTE 40', day: addDays(today, -1) },
  ]
  const others = Array.from({ length: 159 }, (_, n) => ({
    day: day(n),
    operation: String(20_000 + n),
    text: n % 3 === 0 ? 'Venta del día' : 'Cargo por compra',
    clp: n % 3 === 0 ? 7 + n : -(1_000 + n),
  }))
  return [...payments, ...unsure, ...others]
}

function choose(page: Page, buffer: Buffer, name = 'cartola.csv'): Promise<void> {
  return page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('a statement of 200 movements is reconciled, the last ones by the keyboard', async ({
    city,
    visit,
  }) => {
    const ana = await owing(city)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments')
    await page.getByRole('link', { name: 'Subir cartola' }).click()
    await expectSeen(heading(page, 'Aún no subes una cartola'))
    await choose(page, csvOf(movements(city.today)))
    await expectSeen(page.getByText('38 pagos reconocidos, 3 por revisar, 159 sin documento.'))
    const rows = page.getByRole('listitem').filter({ has: button(page, 'No es de un cliente') })
    await expect.poll(() => rows.count()).toBe(3)
    const first = rows.filter({ hasText: 'pago factura 5038' })
    await expectSeen(first.getByText('Nombra este documento y el monto es exacto'))
    await button(first, 'Aceptar').focus()
    await page.keyboard.press('a')
    await expectToast(page, 'Pago registrado')
    await expect.poll(() => rows.count()).toBe(2)
    // The next row has the focus: its transfer pays both documents.
    const sum = rows.filter({ hasText: 'y suman lo que llegó' })
    await expectSeen(sum.getByText('Factura 5041'))
    await button(sum, 'Aceptar').focus()
    await page.keyboard.press('a')
    await expect.poll(() => rows.count()).toBe(1)
    await expectFocus(button(rows.first(), 'No es esto'))
    await expectSeen(rows.getByText('Sobran $1'))
    await page.keyboard.press('n')
    await expectToast(page, 'Propuesta descartada')
    await expectSeen(page.getByText('No queda nada por revisar.'))
    await button(page, 'Reconocidos 40').click()
    const paid = page.getByRole('listitem').filter({ hasText: 'Factura 5038' })
    await expectText(paid, /Asignado por ana/)
    await button(paid, 'Deshacer').click()
    await expectToast(page, 'Pago deshecho')
    await expectSeen(button(page, 'Reconocidos 39'))
    // Uploaded again, it adds nothing and brings nothing back.
    await button(page, 'Subir otra').click()
    await choose(page, csvOf(movements(city.today)))
    await expectSeen(page.getByText('Ya tenías todos sus movimientos: no se agregó ninguno.'))
    await expectSeen(button(page, 'Reconocidos 39'))
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a file with unknown headings asks for its columns, and one with mistakes lists them', async ({
    city,
    visit,
  }) => {
    const ana = await owing(city)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments/statements')
    await choose(page, Buffer.from('Cuándo;Qué;Cuánto\r\n04/11/2026;Pago;1.000\r\n'))
    await expectSeen(heading(page, 'Muéstranos las columnas'))
    await button(page, 'Continuar').click()
    await expectSeen(page.getByText('Elige cuál es la fecha.'))
    await page.getByLabel('Columna A').selectOption('Fecha')
    await page.getByLabel('Columna C').selectOption('Abono')
    // The next file is taken before the list comes again.
    const held = Promise.withResolvers<void>()
    await page.route('**/api/payments/terms/*/movements/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await button(page, 'Continuar').click()
    await expectSeen(page.getByText('0 pagos reconocidos, 0 por revisar, 1 sin documento.'))
    await button(page, 'Subir otra').click()
    await choose(page, Buffer.from('Cuándo;Qué;Cuánto\r\n44/11/2026;Pago;1.000\r\n'))
    await expectSeen(heading(page, 'Hay 1 dato que no pudimos leer'))
    held.resolve()
    await expectSeen(page.getByText('No es una fecha. Escríbela como 05/11/2026.'))
    await button(page, 'Cancelar').click()
    await choose(page, Buffer.from('%PDF-1.7'), 'cartola.pdf')
    await expectSeen(page.getByText('Es un PDF. Descarga la cartola en Excel o en texto.'))
  })
})

describe.each(isDeep ? WIDTHS : [])('at %i pixels', (width) => {
  deepTest(
    'a statement of another account is asked about, and so is a transfer that may be for an earlier document',
    async ({ city, visit }) => {
      const ana = await owing(city)
      const [company] = await companies(ana)
      const [earlier] = await city.owedDocuments(company?.id ?? 0, [
        {
          folio: 4_000,
          rut: clientRut(0),
          name: 'Cliente 0 SpA',
          amount: 100_000,
          issueDay: addDays(city.today, -40),
        },
      ])
      await ana.ask('DELETE', `/documents/${earlier ?? 0}/payment/`)
      const { page } = await visit({ as: ana, width })
      await page.goto('/payments/statements')
      const paid = { rut: clientRut(0), name: 'CLIENTE 0', clp: 100_000, operation: '778' }
      const lines = csvOf([{ ...paid, day: addDays(city.today, -3) }])
      const named = (bytes: Buffer) => Buffer.concat([Buffer.from('Cuenta 7654321\r\n'), bytes])
      await choose(page, named(lines))
      await expectSeen(heading(page, '¿Es de esta empresa?'))
      await button(page, 'Sí, es de esta empresa').click()
      await expectSeen(page.getByText('0 pagos reconocidos, 1 por revisar, 0 sin documento.'))
      await button(page, 'Los anteriores ya están pagados').click()
      await expectToast(page, 'Anotado: lo nuevo de este cliente se reconoce solo')
      await expectSeen(heading(page, 'Clientes con lo anterior pagado'))
      await expectSeen(button(page, 'Reconocidos 1'))
      // The bank takes it back.
      await button(page, 'Subir otra').click()
      const back = {
        clp: -100_000,
        operation: '778',
        text: 'Reversa',
        day: addDays(city.today, -1),
      }
      await choose(page, named(csvOf([back])))
      await expectSeen(page.getByText('0 pagos reconocidos, 1 por revisar, 0 sin documento.'))
      await expectSeen(page.getByText(/^El banco devolvió esta transferencia/))
      await button(page, 'El dinero sigue en mi cuenta').click()
      await expectToast(page, 'Anotado: el dinero sigue ahí')
      await expect.poll(() => button(page, 'El dinero sigue en mi cuenta').count()).toBe(0)
    },
  )

  deepTest(
    'a transfer of two documents that were recorded one by one is set aside as recorded',
    async ({ city, visit }) => {
      const ana = await owing(city)
      const [company] = await companies(ana)
      const day = addDays(city.today, -3)
      const client = { rut: clientRut(0), name: 'Cliente 0 SpA' }
      const owed = [40_000, 60_000].map((amount, n) => ({
        ...client,
        folio: 4_000 + n,
        amount,
        issueDay: addDays(city.today, -40),
      }))
      const [first, second] = await city.owedDocuments(company?.id ?? 0, owed)
      const byHand = { day, way: 'transfer', note: '' }
      await ana.ask('POST', `/documents/${first ?? 0}/payments/`, { ...byHand, amount: 40_000 })
      await ana.ask('POST', `/documents/${second ?? 0}/payments/`, { ...byHand, amount: 60_000 })
      const { page } = await visit({ as: ana, width })
      await page.goto('/payments/statements')
      await choose(page, csvOf([{ rut: clientRut(0), name: 'CLIENTE 0', clp: 100_000, day }]))
      await expectSeen(page.getByText('0 pagos reconocidos, 1 por revisar, 0 sin documento.'))
      await expectSeen(page.getByText(/De este cliente ya registraste \$60\.000.*, \$40\.000/))
      await button(page, 'Ya lo registré').click()
      await expectToast(page, 'Movimiento apartado')
      await button(page, 'Apartados 1').click()
      await expectSeen(page.getByText(/^Ya estaba registrado, según /))
    },
  )
})
