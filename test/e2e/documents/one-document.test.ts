import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { addDays, formatDay } from '#domain/day.ts'
import { issued } from '../fixtures/city.ts'
import {
  button,
  expectPath,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { addRule, issuedDocument, resident, type Resident } from '../fixtures/resident.ts'
import { testsAt } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const WINDOW_MS = 30 * 60_000
const CLIENT = 'Elegir entre tus clientes'
const PRODUCT = 'Producto o servicio'
const REVIEW = 'Revisa y confirma'
const HOUR = /^\d\d?:\d\d$/

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('one factura is queued by hand in at most twelve clicks, its countdown before the user', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    // It brings the client and the product.
    await addRule(ana, { on: 28 })
    const { page, putForward } = await visit({ as: ana, width })
    // The first screen after a login.
    await page.goto('/dashboard')
    await expectSeen(link(page, 'Emitir documento'))
    await countPresses(page)
    await link(page, 'Emitir documento').click()
    await orderOne(page)
    await expectText(page.getByRole('timer'), HOUR)
    expect(await presses(page)).toBeLessThanOrEqual(12)
    await putForward(WINDOW_MS + 60_000)
    await expectSeen(heading(page, /^Factura N° \d+$/))
    expect(issued(city).map(({ totalClp }) => totalClp)).toEqual([119_000])
  })

  test('a document for a chosen day is listed, edited and cancelled before it leaves', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 28 })
    const { page, putForward } = await visit({ as: ana, width })
    const day = addDays(city.today, 2)
    await page.goto('/documents/new')
    await reachDates(page)
    await page.getByRole('radio', { name: /^Otro día/ }).check()
    await field(page, 'Día de emisión').fill(day)
    await pass(page, ['¿Enviamos el documento por correo?', REVIEW])
    await expectSeen(page.getByText(`Se emitirá el ${formatDay(day)} por $119.000 con IVA`))
    await button(page, `Emitir el ${formatDay(day)}`).click()
    await page.waitForURL(/\/documents\/\d+$/)
    const first = page.url()
    await expectSeen(page.getByText('Planificada', { exact: true }))
    await page.goto('/this-month')
    await expectSeen(page.getByText('Planificada', { exact: true }))
    await page.goto(first)
    await link(page, 'Editar').click()
    await expectSeen(heading(page, 'Editar documento'))
    await expectSeen(heading(page, REVIEW))
    await button(page, 'Cambiar Líneas').click()
    await field(page, 'Precio en pesos').fill('200.000')
    await pass(page, ['¿Cuándo se emite?', '¿Enviamos el documento por correo?', REVIEW])
    await button(page, `Emitir el ${formatDay(day)}`).click()
    await page.waitForURL(/\/documents\/\d+$/)
    const second = page.url()
    expect(second).not.toBe(first)
    await expectSeen(page.getByText('$238.000').first())
    await page.goto(first)
    await expectSeen(page.getByText('La editaste antes de que saliera.'))
    await page.goto(second)
    await button(page, 'No emitir').click()
    await button(page.getByRole('dialog'), 'Sí, no emitir').click()
    await expectSeen(page.getByText('Detenida', { exact: true }))
    await putForward(3 * 24 * 3_600_000)
    expect(issued(city)).toEqual([])
  })

  test('an issued factura is repeated from the list with what it said, and its copy is made a rule', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await issuedDocument(ana, { price: '70000' })
    const { page } = await visit({ as: ana, width })
    await page.goto('/documents')
    await page.getByRole('link', { name: /^Repetir la de / }).click()
    await expectSeen(heading(page, REVIEW))
    await button(page, 'Cambiar Líneas').click()
    await field(page, 'Precio en pesos').fill('75.000')
    await pass(page, ['¿Cuándo se emite?', '¿Enviamos el documento por correo?', REVIEW])
    await button(page, 'Emitir hoy').click()
    await expectText(page.getByRole('timer'), HOUR)
    await expectSeen(page.getByText('Sin regla: lo pediste tú'))
    await link(page, 'Convertir en regla').click()
    await expectSeen(heading(page, 'Nueva regla'))
    await pass(page, [
      '¿A quién le facturas?',
      '¿Qué facturas?',
      '¿Cuándo se emite?',
      '¿Enviamos el documento por correo?',
      REVIEW,
    ])
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla creada')
    await expectPath(page, '/rules')
    expect(await linesOfRules(ana)).toContainEqual(['75000'])
  })

  test('an edit that comes too late changes nothing and leads to the issued document', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await addRule(ana, { on: 28 })
    const { page, putForward } = await visit({ as: ana, width })
    await page.goto('/documents/new')
    await orderOne(page)
    await expectText(page.getByRole('timer'), HOUR)
    const { pathname } = new URL(page.url())
    await link(page, 'Editar').click()
    await expectSeen(heading(page, REVIEW))
    await putForward(WINDOW_MS + 60_000)
    await until('it is issued', async () => issued(city).length === 1)
    await button(page, 'Emitir hoy').click()
    await expectToast(page, 'Ya es tarde para editarlo: esto pasó con el documento')
    await expectPath(page, pathname)
    expect(issued(city)).toHaveLength(1)
  })

  test('an order that is too late for today says tomorrow’s date and carries it', async ({
    city,
    visit,
  }) => {
    // From noon to 22:47 in Chile.
    city.clock.putForward((10 * 60 + 47) * 60_000)
    const ana = await resident(city)
    await addRule(ana, { on: 28 })
    const { page } = await visit({ as: ana, width })
    const tomorrow = formatDay(addDays(city.today, 1))
    await page.goto('/documents/new')
    await reachDates(page)
    await pass(page, ['¿Enviamos el documento por correo?', REVIEW])
    await expectSeen(page.getByText(`Se emitirá el ${tomorrow} por $119.000 con IVA`))
    await page.getByRole('button', { name: /^Emitir mañana a las 09:\d\d$/ }).click()
    await expectSeen(page.getByText('Planificada', { exact: true }))
    await expectSeen(page.getByText(tomorrow).first())
  })
})

/** From the wizard's first step to the document's own page. */
async function orderOne(page: Page): Promise<void> {
  await reachDates(page)
  await pass(page, ['¿Enviamos el documento por correo?', REVIEW])
  await button(page, 'Emitir hoy').click()
  await page.waitForURL(/\/documents\/\d+$/)
}

/** With the only client and product there are. */
async function reachDates(page: Page): Promise<void> {
  await expectSeen(heading(page, '¿Qué vas a emitir?'))
  expect(await page.getByRole('radio', { name: /^Facturas/ }).isChecked()).toBe(true)
  await pass(page, ['¿A quién le facturas?'])
  await page.getByRole('combobox', { name: CLIENT }).click()
  await page.getByRole('option').first().click()
  await expectSeen(page.getByText('Completo', { exact: true }))
  await pass(page, ['¿Qué facturas?'])
  await page.getByRole('combobox', { name: PRODUCT }).click()
  await page.getByRole('option').first().click()
  await pass(page, ['¿Cuándo se emite?'])
}

/** Goes on to each of these steps. */
async function pass(page: Page, steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    await button(page, 'Siguiente').click()
    await expectSeen(heading(page, step))
  }
}

/** Counts what is pressed from here on, whatever of the page it is. */
async function countPresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.presses = '0'
    const count = () => {
      const { dataset } = document.documentElement
      dataset.presses = String(Number(dataset.presses) + 1)
    }
    window.addEventListener('pointerdown', count, { capture: true })
  })
}

function presses(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.presses))
}

async function linesOfRules({ ask }: Resident): Promise<(string | null)[][]> {
  const rules = contract.listRules.reply.parse(await ask('GET', '/billing-sii/invoice-rules/'))
  return rules.map(({ invoice_lines_detail: lines }) => lines.map(({ price }) => price))
}
