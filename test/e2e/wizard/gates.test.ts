import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ana, rodrigo, world } from '#simulators/world.ts'
import * as contract from '#contract/index.ts'
import { addDays, addMonths, formatDay, monthOf } from '#domain/day.ts'
import { nextEmissions } from '#domain/schedule.ts'
import { showMonthAlone } from '#texts/formats.ts'
import {
  button,
  expectFocus,
  expectGone,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { addRule, connected, resident } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'
import { chooseFacturas, newFacturaRule, newRut, secondRule } from '../fixtures/wizard-hands.ts'
import { monthName, suggestedDay } from '../fixtures/today.ts'

const BAKERY = 'PANADERÍA "LA ESPIGA" SPA'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('the issuer lacks nothing before it is left; its city is saved first, and a failure stays', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await connected(city, rodrigo) })
    await newFacturaRule(page, rodrigo.certificatePassword)
    await field(page, 'Empresa').selectOption({ label: ASEO })
    await field(page, 'Dirección').selectOption({ label: WITHOUT_CITY })
    await expectBlocked(page, 'La ciudad es obligatoria para el emisor')
    await field(page, 'Ciudad').fill('Temuco')
    await field(page, 'E-mail del emisor').fill('')
    await expectBlocked(page, 'Escribe un e-mail válido')
    await field(page, 'E-mail del emisor').fill('cobros@aseo')
    await expectSeen(page.getByText('Escribe un e-mail válido', { exact: true }).first())
    expect(await field(page, 'E-mail del emisor').getAttribute('aria-invalid')).toBe('true')
    await field(page, 'E-mail del emisor').fill('cobros@aseo.example')
    await page.route('**/issuers-addresses/*/', (route) => route.abort())
    await button(page, 'Siguiente').click()
    await expectToast(page, 'Error actualizando ciudad de emisor')
    await expectSeen(heading(page, '¿Quién emite?'))
    await page.unroute('**/issuers-addresses/*/')
    await button(page, 'Siguiente').click()
    await expectSeen(heading(page, '¿A quién le facturas?'))
    await button(page, 'Volver').click()
    await expectSeen(field(page, 'Dirección'))
    expect(await field(page, 'Ciudad').count()).toBe(0)
  })

  deepTest(
    'another issuer clears what was chosen, and brings its own addresses, clients and products',
    async ({ city, visit }) => {
      const rodrigos = await connected(city, rodrigo)
      await addRule(rodrigos, { ruts: ['90909090-3'], on: 'SOON' })
      const { page } = await visit({ width, as: rodrigos })
      await newFacturaRule(page, rodrigo.certificatePassword)
      const company = field(page, 'Empresa')
      await company.selectOption({ label: ASEO })
      await field(page, 'Actividad').selectOption('ACTIVIDADES DE CONSULTORIA DE GESTION')
      await field(page, 'Dirección').selectOption({ label: WITHOUT_CITY })
      await field(page, 'Ciudad').fill('Temuco')
      await company.selectOption({ label: SOFTWARE })
      expect(await chosen(page, 'Dirección')).toBe('AV. ALEMANIA 0671, TEMUCO')
      expect(await chosen(page, 'Actividad')).toBe('ACTIVIDADES DE PROGRAMACION INFORMATICA')
      expect(await field(page, 'E-mail del emisor').inputValue()).toBe('hola@araucaria.example')
      await company.selectOption({ label: ASEO })
      expect(await chosen(page, 'Dirección')).toBe('CALLE MANUEL MONTT 850, TEMUCO')
      expect(await chosen(page, 'Actividad')).toBe('LIMPIEZA GENERAL DE EDIFICIOS')
      await field(page, 'Dirección').selectOption({ label: WITHOUT_CITY })
      expect(await field(page, 'Ciudad').inputValue()).toBe('')
      await field(page, 'Dirección').selectOption({ index: 0 })
      await button(page, 'Siguiente').click()
      await expectFocus(heading(page, '¿A quién le facturas?'))
      await chooseFirst(page, 'Elegir entre tus clientes')
      await expectSeen(page.getByText('Completo', { exact: true }))
      await page.keyboard.press('Escape')
      await button(page, 'Siguiente').click()
      await expectFocus(heading(page, '¿Qué facturas?'))
      await chooseFirst(page, 'Producto o servicio')
      for (const _ of ['clients', 'issuer']) await button(page, 'Volver').click()
      await company.selectOption({ label: SOFTWARE })
      await button(page, 'Siguiente').click()
      await expectBlocked(page, 'Elige al menos un cliente')
      await (await newRut(page)).fill('93.939.393-5')
      await button(page, 'Buscar en el SII').click()
      await expectSeen(page.getByText('Completo', { exact: true }))
      await button(page, 'Siguiente').click()
      await expectFocus(heading(page, '¿Qué facturas?'))
      expect(await field(page, 'Precio en pesos').inputValue()).toBe('')
      await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
      await expectSeen(page.getByText('Aún no tienes productos. Crea el primero.'))
    },
  )

  test('somebody must be billed: a RUT is loaded once it is right, and its card says what it lacks', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await newFacturaRule(page)
    await button(page, 'Siguiente').click()
    await expectBlocked(page, 'Elige al menos un cliente')
    const rut = await newRut(page)
    const load = button(page, 'Buscar en el SII')
    await rut.pressSequentially('929292921')
    expect(await rut.inputValue()).toBe('92.929.292-1')
    await expectSeen(page.getByText('RUT inválido', { exact: true }))
    expect(await load.isDisabled()).toBe(true)
    await rut.fill('11.111.111-1')
    const asked = page.waitForRequest('**/clients/lookup/**')
    await load.click()
    expect(new URL((await asked).url()).searchParams.get('rut')).toBe('11111111-1')
    await expectSeen(page.getByText('El SII no conoce a nadie con ese RUT.'))
    await rut.fill('92.929.292-8')
    await page.route('**/clients/lookup/**', (route) => route.abort())
    await load.click()
    await expectToast(page, 'Error al cargar datos del cliente')
    await page.unroute('**/clients/lookup/**')
    const answer = Promise.withResolvers<void>()
    await page.route('**/clients/lookup/**', async (route) => {
      await answer.promise
      await route.fallback()
    })
    await load.click()
    // Whoever doesn't wait for the answer writes the next one: it stays, and nothing said is of it.
    await rut.fill('60.803.000-K')
    answer.resolve()
    await expectSeen(page.getByText('Faltan datos'))
    expect(await rut.inputValue()).toBe('60.803.000-K')
    await expectSeen(page.getByText(/^92\.929\.292-8 · CALLE ARTURO PRAT 77, VIÑA DEL MAR$/))
    await completeBakery(page)
    await button(page, `Quitar a ${BAKERY}`).click()
    await expectBlocked(page, 'Elige al menos un cliente')
  })

  test('a client without activity or address blocks until both are told', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    const name = 'JOSÉ IGNACIO PÉREZ ÓRDENES'
    await newFacturaRule(page)
    await button(page, 'Siguiente').click()
    await (await newRut(page)).fill('10.101.010-4')
    await button(page, 'Buscar en el SII').click()
    await expectBlocked(page, `Completa los datos de ${name}`)
    await button(page, `Completar ${name}`).click()
    const dialog = page.getByRole('dialog', { name: `Datos de ${name}` })
    await button(dialog, 'Guardar').click()
    for (const problem of [
      'Debe seleccionar una dirección',
      'La ciudad es obligatoria',
      'La descripción de la actividad es obligatoria',
    ]) {
      await expectSeen(dialog.getByText(problem, { exact: true }))
    }
    await expectFocus(field(dialog, 'Calle y número'))
    await field(dialog, 'Calle y número').fill('Los Aromos 123')
    await dialog.getByRole('combobox', { name: 'Comuna' }).fill('nunoa')
    await dialog.getByRole('option').first().click()
    await field(dialog, 'Ciudad').fill('Santiago')
    await field(dialog, 'Descripción de la actividad').fill('Diseño gráfico')
    // Too short to be judged while it is typed, but never the silent cause of a button that does nothing.
    await field(dialog, 'RUT de contacto (opcional)').pressSequentially('123')
    await button(dialog, 'Guardar').click()
    await expectSeen(dialog.getByText('RUT inválido', { exact: true }))
    await expectFocus(field(dialog, 'RUT de contacto (opcional)'))
    await field(dialog, 'RUT de contacto (opcional)').fill('')
    await button(dialog, 'Guardar').click()
    await expectToast(page, 'Datos del cliente guardados')
    await expectSeen(page.getByText('Completo', { exact: true }))
    expect(await button(page, 'Siguiente').isDisabled()).toBe(false)
    // Opened again at once it knows all that, and asks for nothing a second time.
    await button(page, `Editar ${name}`).click()
    expect(await chosen(dialog, 'Dirección')).toMatch(/^Los Aromos 123, /)
    expect(await chosen(dialog, 'Actividad')).toBe('Diseño gráfico')
    expect(await field(dialog, 'Ciudad').count()).toBe(0)
  })

  deepTest(
    'ten lines at most, a product fills its price, and what is not fixed is not typed',
    async ({ city, visit }) => {
      const { page } = await secondRule(city, visit, { width })
      await button(page, 'Volver').click()
      await expectSeen(heading(page, '¿Qué facturas?'))
      const first = page.getByRole('group', { name: 'Línea 1', exact: true })
      expect(await field(first, 'Precio en pesos').inputValue()).toBe('100.000')
      expect(await field(first, 'Cantidad').inputValue()).toBe('1')
      for (const [flag, number] of [
        ['Cantidad fija', 'Cantidad'],
        ['Precio fijo', 'Precio en pesos'],
      ] as const) {
        expect(await field(first, flag).isChecked()).toBe(true)
        await field(first, flag).uncheck()
        expect(await field(first, number).isDisabled()).toBe(true)
        expect(await button(page, 'Siguiente').isDisabled()).toBe(false)
        await field(first, flag).check()
        expect(await field(first, number).isDisabled()).toBe(false)
      }
      const add = button(page, 'Agregar línea')
      for (let line = 2; line <= 10; line += 1) await add.click()
      expect(await add.isDisabled()).toBe(true)
      await expectSeen(page.getByText('Llegaste a las 10 líneas que admite el SII'))
      await expectBlocked(page, 'Completa la línea 2')
      for (let line = 10; line >= 2; line -= 1) await button(page, `Quitar línea ${line}`).click()
      expect(await button(page, 'Quitar línea 1').count()).toBe(0)
      await button(page, 'Crear producto').click()
      const product = page.getByRole('group', { name: 'Nuevo producto o servicio' })
      const create = button(product, 'Crear producto')
      expect(await create.isDisabled()).toBe(true)
      await field(product, 'Nombre').fill('Informe')
      await field(product, 'Precio en pesos').fill('50.000')
      await page.route('**/billing-core/products/', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      )
      await create.click()
      await expectToast(page, 'Error al crear producto')
      await page.unroute('**/billing-core/products/')
      await create.click()
      await expectToast(page, 'Producto creado')
      expect(await field(first, 'Precio en pesos').inputValue()).toBe('50.000')
    },
  )

  deepTest(
    'a fixed day is one from 1 to 28; the others ask for none, and the next three are told',
    async ({ city, visit }) => {
      const { page } = await secondRule(city, visit, { width })
      const day = field(page, 'Día del mes')
      expect(await day.inputValue()).toBe(suggestedDay(city.today))
      for (const wrong of ['0', 'x', '']) {
        await day.fill(wrong)
        await expectBlocked(page, 'Escribe un día entre 1 y 28')
      }
      await day.fill('31')
      await expectSeen(page.getByText(/^Usa del 1 al 28\. En febrero .* el 28 o el 29/))
      expect(await button(page, 'Siguiente').isDisabled()).toBe(true)
      await page.getByRole('radio', { name: /^Último día hábil/ }).check()
      expect(await day.count()).toBe(0)
      // Where the first date is today, the rule begins with the next.
      const dates = nextEmissions({ rule: 'LAST_BUSINESS' }, addDays(city.today, 1), 3)
      for (const date of dates) await expectSeen(page.getByText(formatDay(date), { exact: true }))
      const [first = city.today] = dates
      await expectSeen(page.getByText(`servicio de ${monthName(first)}`).first())
      await page.getByRole('radio', { name: 'El mes anterior' }).check()
      const before = showMonthAlone(addMonths(monthOf(first), -1), 'es')
      await expectSeen(page.getByText(`servicio de ${before}`).first())
      expect(await page.getByRole('group', { name: 'Valor de la UF' }).count()).toBe(0)
      expect(await button(page, 'Siguiente').isDisabled()).toBe(false)
    },
  )

  test('without a certificate at the SII there is a notice with its guide, and no way on', async ({
    city,
    visit,
  }) => {
    const camila = world.people.find(({ key }) => key === 'camila') ?? ana
    const { page } = await visit({ width, as: await resident(city, camila) })
    await page.goto('/rules/create')
    await page.getByRole('radio', { name: /^Facturas/ }).check()
    await expectSeen(page.getByText('Primero sube tu certificado al SII'))
    expect(await link(page, 'Cómo subirlo en sii.cl').getAttribute('href')).toMatch(
      /^https:\/\/www\.sii\.cl\//,
    )
    expect(await button(page, 'Siguiente').isDisabled()).toBe(true)
    await page.getByRole('radio', { name: /^Boletas/ }).check()
    await expectGone(page.getByText('Primero sube tu certificado al SII'))
    expect(await button(page, 'Siguiente').isDisabled()).toBe(false)
  })

  test('the certificate’s password is asked for while it is missing, and its failure is told', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await connected(city, ana) })
    await page.goto('/rules/create')
    await chooseFacturas(page)
    const save = button(page, 'Guardar y seguir')
    expect(await save.isDisabled()).toBe(true)
    await field(page, 'Clave del certificado').fill('demo-cert-1')
    await page.route('**/certificate/', (route) =>
      route.fulfill({ status: 400, json: { certificate_password: ['Esa clave no sirve.'] } }),
    )
    await save.click()
    await expectToast(page, 'Esa clave no sirve.')
    await page.unroute('**/certificate/')
    await page.route('**/certificate/', (route) => route.abort())
    await save.click()
    await expectToast(page, 'No se pudo guardar la clave del certificado')
    await page.unroute('**/certificate/')
    await save.click()
    await expectToast(page, 'Certificado guardado')
    await expectSeen(heading(page, '¿Quién emite?'))
  })

  test('what cannot be loaded is said in a toast and on the screen, and asked for again', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await page.goto('/rules/edit/999999')
    await expectToast(page, 'Error al cargar la regla existente')
    await expectSeen(link(page, 'Ver las reglas'))
    // Refused: of a silent server the same is said after two more tries.
    const refuse = (route: Route) => route.fulfill({ status: 400, json: {} })
    await page.route('**/email-accounts/', refuse)
    await page.goto('/rules/create')
    const failed = 'No pudimos cargar los datos para crear la regla'
    await expectToast(page, failed)
    await page.unroute('**/email-accounts/')
    await button(page, 'Reintentar').click()
    await chooseFacturas(page)
    await page.route('**/clients/', refuse)
    await button(page, 'Siguiente').click()
    await expectToast(page, 'No pudimos cargar tus clientes')
    await page.unroute('**/clients/')
    await button(page, 'Reintentar').click()
    await expectSeen(page.getByRole('combobox', { name: 'Elegir entre tus clientes' }))
  })
})

const ASEO = 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA · 77.171.717-9'
const SOFTWARE = 'SOFTWARE ARAUCARIA E.I.R.L. · 77.272.727-5'
const WITHOUT_CITY = "PASAJE O'HIGGINS 12, VILLA LOS AVELLANOS, PADRE LAS CASAS"

/** Whose activity is no longer among those that the SII tells. */
async function completeBakery(page: Page): Promise<void> {
  await page.route('**/client_info/*/', async (route) => {
    const client = contract.readClientInfo.reply.parse(await (await route.fetch()).json())
    const activities = client.activities.map((one) => ({ ...one, id: one.id + 1_000 }))
    await route.fulfill({ json: { ...client, activities } })
  })
  await button(page, `Completar ${BAKERY}`).click()
  const dialog = page.getByRole('dialog', { name: `Datos de ${BAKERY}` })
  await button(dialog, 'Guardar').click()
  await expectSeen(dialog.getByText('La ciudad es obligatoria', { exact: true }))
  await expectSeen(dialog.getByText('Debe seleccionar una actividad', { exact: true }))
  await field(dialog, 'Actividad').selectOption('ELABORACIÓN DE PAN Y PASTELES')
  await field(dialog, 'Ciudad').fill('Viña del Mar')
  await page.route('**/clients-addresses/*/', (route) => route.abort())
  await button(dialog, 'Guardar').click()
  await expectToast(page, 'Error al guardar los datos del cliente')
  await page.unroute('**/clients-addresses/*/')
  await button(dialog, 'Guardar').click()
  await expectToast(page, 'Datos del cliente guardados')
  await expectSeen(page.getByText('Completo', { exact: true }))
}

async function expectBlocked(page: Page, why: string): Promise<void> {
  await expectSeen(page.locator('#step-problem').getByText(why, { exact: true }))
  expect(await button(page, 'Siguiente').isDisabled()).toBe(true)
}

async function chooseFirst(page: Page, list: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option').first().click()
}

function chosen(page: Page | Locator, label: string): Promise<string | null> {
  return field(page, label).locator('option:checked').textContent()
}
