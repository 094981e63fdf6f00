import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { addMonths, monthOf } from '#domain/day.ts'
import { showMonth } from '#texts/formats.ts'
import {
  button,
  contentOf,
  expectGone,
  expectSeen,
  expectText,
  expectToast,
  field,
} from '../fixtures/hands.ts'
import { addRule, listRules, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

async function tenRules(ana: Resident): Promise<void> {
  for (let index = 1; index <= 10; index += 1) {
    await addRule(ana, { name: `Regla ${index}`, price: String(100_000 + index), on: 'SOON' })
  }
}

async function pricesOf(ana: Resident): Promise<number[]> {
  const rules = await listRules(ana)
  return rules
    .map(({ invoice_lines_detail: [line] }) => Number(line?.price))
    .toSorted((a, b) => a - b)
}

async function openChoosing(page: Page): Promise<Locator> {
  await page.goto('/rules')
  await button(page, 'Elegir varias').click()
  return page.getByRole('region', { name: 'Elegidas' })
}

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('ten rules rise by 4,5 %, seen line by line before, and that is undone', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await tenRules(ana)
    const { page } = await visit({ width, as: ana })
    const bar = await openChoosing(page)
    await button(bar, 'Elegir las 10').click()
    await expectText(bar.getByRole('status'), '10 elegidas')
    await button(bar, 'Cambiar precios').click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar los precios de 10 reglas' })
    await field(dialog, 'Sube o baja').fill('4,5')
    await expectSeen(dialog.getByText('Cambian 10 precios de 10 reglas.'))
    await expectSeen(dialog.getByText('Redondeado; exacto: 104501,045'))
    expect(await pricesOf(ana)).toContain(100_001)
    await button(dialog, 'Cambiar 10 reglas').click()
    await expectGone(dialog)
    const risen = Array.from({ length: 10 }, (_, index) => Math.round((100_001 + index) * 1.045))
    await expect.poll(() => pricesOf(ana)).toEqual(risen)
    await button(page, 'Deshacer').click()
    await expectToast(page, 'Deshecho: todo quedó como antes')
    expect(await pricesOf(ana)).toContain(100_001)
  })

  test('what changed while one looked is shown anew before it is made', async ({ city, visit }) => {
    const ana = await resident(city)
    await addRule(ana, { name: 'Una', on: 'SOON' })
    const other = await addRule(ana, { name: 'Otra', on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    const bar = await openChoosing(page)
    await button(bar, 'Elegir las 2').click()
    await button(bar, 'Cambiar precios').click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Sube o baja').fill('10')
    await expectSeen(dialog.getByText('Cambian 2 precios de 2 reglas.'))
    const [line] = other.invoice_lines_detail
    await ana.ask('PATCH', `/billing-sii/invoice-rules/${other.id}/`, {
      invoice_lines: [{ product_id: line?.product_id, quantity: '1', price: '200000', order: 1 }],
    })
    await button(dialog, 'Cambiar 2 reglas').click()
    await expectToast(
      page,
      'Algo cambió en las reglas mientras mirabas. Revisa cómo quedaría y confirma de nuevo.',
    )
    await expectSeen(dialog.getByText('$220.000'))
    expect(await pricesOf(ana)).toEqual([100_000, 200_000])
    await button(dialog, 'Cambiar 2 reglas').click()
    await expect.poll(() => pricesOf(ana)).toEqual([110_000, 220_000])
  })

  test('some are chosen with Shift, paused together, and go on together', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro']) await addRule(ana, { name, on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    const bar = await openChoosing(page)
    await page.getByRole('checkbox', { name: 'Elegir Cuatro' }).click()
    await page.getByRole('checkbox', { name: 'Elegir Dos' }).click({ modifiers: ['Shift'] })
    await expectText(bar.getByRole('status'), '3 elegidas')
    await button(bar, 'Pausar').click()
    await button(page.getByRole('dialog'), 'Pausar 3 reglas').click()
    await expectToast(page, '3 reglas en pausa')
    const paused = async () => (await listRules(ana)).filter(({ is_paused }) => is_paused).length
    expect(await paused()).toBe(3)
    await button(page, 'Deshacer').click()
    await expect.poll(paused).toBe(0)
  })

  test('rules go to Excel and back: as they left nothing changes, an edited price is shown and made', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await addRule(ana, { name: 'Arriendo', on: 'SOON' })
    await addRule(ana, { name: 'Asesoría', price: '50000', on: 'SOON' })
    const { page } = await visit({ width, as: ana })
    await page.goto('/rules')
    const arriving = page.waitForEvent('download')
    await button(page, 'Excel').click()
    await page.getByRole('menuitem', { name: 'Descargar las reglas' }).click()
    const bytes = await contentOf(await arriving)
    await button(page, 'Excel').click()
    await page.getByRole('menuitem', { name: 'Subir reglas editadas' }).click()
    const dialog = page.getByRole('dialog', { name: 'Subir reglas editadas' })
    await upload(page, button(dialog, 'Elegir archivo'), 'reglas.xlsx', bytes)
    await expectSeen(dialog.getByText('El archivo dice lo mismo que tus reglas: no cambia nada.'))

    await upload(page, button(dialog, 'Elegir otro archivo'), 'reglas.csv', await csvOf(bytes, '0'))
    await expectSeen(dialog.getByText('1 celda por corregir'))
    await expectSeen(dialog.getByText('Celda I2'))

    const edited = await csvOf(bytes, '55000')
    await upload(page, button(dialog, 'Elegir otro archivo'), 'reglas.csv', edited)
    const next = addMonths(monthOf(city.today), 2)
    await field(dialog, 'Los precios rigen desde lo que se emite en').selectOption(next)
    await expectSeen(dialog.getByText('$55.000'))
    await button(dialog, 'Cambiar 1 regla').click()
    await expectToast(page, '1 regla cambiada')
    await expectSeen(page.getByText(`Cambia de precio desde ${showMonth(next, 'es')}`))
    expect(await pricesOf(ana)).toEqual([50_000, 100_000])
  })
})

async function upload(page: Page, opener: Locator, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await opener.click()
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

/** As a person saves it from Excel in Chile, the price of its first line changed. */
async function csvOf(bytes: Buffer, price: string): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  const rows = (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')))
  const column = rows[0]?.indexOf('Precio') ?? -1
  const edited = rows.map((row, index) =>
    row.with(column, index === 1 ? price : (row[column] ?? '')),
  )
  return Buffer.from(edited.map((row) => row.join(';')).join('\r\n'))
}

test('keys alone choose and open', async ({ city, visit }) => {
  const ana = await resident(city)
  await addRule(ana, { name: 'Una', on: 'SOON' })
  await addRule(ana, { name: 'Otra', on: 'SOON' })
  const { page } = await visit({ as: ana })
  const bar = await openChoosing(page)
  await page.getByRole('checkbox', { name: 'Elegir Otra' }).focus()
  await page.keyboard.press('Space')
  await expectText(bar.getByRole('status'), '1 elegida')
  await button(bar, 'Cambiar día').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cambiar el día de 1 regla' })
  await field(dialog, 'Qué día emiten').selectOption('el último día hábil de cada mes')
  await button(dialog, 'Cambiar 1 regla').press('Enter')
  await expectToast(page, '1 regla con otro día')
})
