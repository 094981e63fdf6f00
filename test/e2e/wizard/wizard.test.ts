import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { formatDay } from '#domain/day.ts'
import { ruleMonth } from '#texts/formats.ts'
import { button, expectGone, expectSeen, expectToast, field, heading } from '../fixtures/hands.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { newFacturaRule, newRut, secondRule } from '../fixtures/wizard-hands.ts'
import { dayOfSoon, soonAfter } from '../fixtures/today.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('the review says nothing before it is counted, and nothing is created before it is said', async ({
    city,
    visit,
  }) => {
    const { page } = await secondRule(city, visit, { width })
    const held = await holdForecasts(page)
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    await button(page, 'Siguiente').click()
    await button(page, 'Siguiente').click()
    await expectSeen(heading(page, 'Revisa y confirma'))
    expect(await button(page, 'Crear regla').isDisabled()).toBe(true)
    expect(await page.getByText(/^Se emitirá el/).count()).toBe(0)
    expect(await page.getByText('La primera fecha es hoy').count()).toBe(0)
    held.release()
    await expectSeen(
      page.getByText(
        `Se emitirá el ${formatDay(soonAfter(city.today))} por $119.000 con IVA a 1 cliente.`,
      ),
    )
    const name = field(page, 'Nombre de la regla')
    expect(await name.inputValue()).toBe(`Factura ${ruleMonth(city.today)}`)
    await name.fill('')
    await expectSeen(page.getByText('Ponle un nombre a la regla'))
    expect(await button(page, 'Crear regla').isDisabled()).toBe(true)
    await name.fill(`Factura ${ruleMonth(city.today)}`)
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla creada')
  })

  deepTest('a server that cannot count is asked again from the review', async ({ city, visit }) => {
    const { page } = await secondRule(city, visit, { width })
    await page.route('**/forecast/', (route) => route.abort())
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    await button(page, 'Siguiente').click()
    await button(page, 'Siguiente').click()
    await expectSeen(page.getByText('No pudimos calcular las fechas.'))
    expect(await button(page, 'Crear regla').isDisabled()).toBe(true)
    await page.unroute('**/forecast/')
    await button(page, 'Reintentar').click()
    await expectSeen(page.getByText(`Se emitirá el ${formatDay(soonAfter(city.today))}`))
    await expectGone(page.getByText('No pudimos calcular las fechas.'))
    expect(await button(page, 'Crear regla').isDisabled()).toBe(false)
  })

  test('a rule that the server does not take is told in its words, and nothing is lost', async ({
    city,
    visit,
  }) => {
    const { page } = await secondRule(city, visit, { width })
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    await button(page, 'Siguiente').click()
    await button(page, 'Siguiente').click()
    await expectSeen(page.getByText(`Se emitirá el ${formatDay(soonAfter(city.today))}`))
    const rules = '**/billing-sii/invoice-rules/'
    await page.route(rules, (route) =>
      route.fulfill({ status: 400, json: { name: ['Ya hay una regla con ese nombre.'] } }),
    )
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Ya hay una regla con ese nombre.')
    await page.unroute(rules)
    await page.route(rules, (route) => route.abort())
    await button(page, 'Crear regla').click()
    await expectToast(page, 'No se pudo guardar la regla')
    await page.unroute(rules)
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla creada')
  })

  deepTest('a client without a city only warns: the wizard goes on', async ({ city, visit }) => {
    const { page } = await visit({ as: await resident(city), width })
    await newFacturaRule(page)
    await button(page, 'Siguiente').click()
    await (await newRut(page)).fill('92.929.292-8')
    await button(page, 'Buscar en el SII').click()
    await expectSeen(page.getByText('Faltan datos'))
    await button(page, 'Siguiente').click()
    await expectToast(
      page,
      'Algunos clientes necesitan información de ciudad. Se usarán las direcciones disponibles en SII',
    )
    await expectSeen(heading(page, '¿Qué facturas?'))
  })
})

// The steps of a phone are one line, the others' are buttons.
describe.each(WIDTHS)('the way back at %i pixels', (width) => {
  test('going back keeps everything, and a step ahead cannot be opened', async ({
    city,
    visit,
  }) => {
    const { page } = await secondRule(city, visit, { width })
    const steps = page.getByRole('navigation', { name: 'Pasos' })
    if (width === PHONE) {
      await expectSeen(steps.getByText('Paso 5 de 7 · Fechas'))
      for (const _ of ['lines', 'clients']) await button(page, 'Volver').click()
    } else {
      expect(await button(steps, 'Revisión').isDisabled()).toBe(true)
      await steps.getByRole('button', { name: /^Cliente/ }).click()
    }
    await expectSeen(heading(page, '¿A quién le facturas?'))
    await expectSeen(page.getByText('Completo', { exact: true }))
    await button(page, 'Siguiente').click()
    expect(await field(page, 'Precio en pesos').inputValue()).toBe('100.000')
  })
})

async function holdForecasts(page: Page): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/forecast/', async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
