import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { antonia } from '#simulators/world.ts'
import { formatDay, addMonths, monthOf } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { formatRetentionRate, retention } from '#domain/retention.ts'
import { ruleMonth, showMonth } from '#texts/formats.ts'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
} from '../fixtures/hands.ts'
import { addBoletaRule, documentOf, issueNow, listRules, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { WIDE, WIDTHS } from '../fixtures/visitor.ts'
import { newRut, chooseToday } from '../fixtures/wizard-hands.ts'
import { FIFTH_OF_NOVEMBER, soonAfter } from '../fixtures/today.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('a person without companies writes a boleta on one page, and it is issued', async ({
    city,
    visit,
  }) => {
    const as = await resident(city, antonia)
    const { page } = await visit({ as, width })
    await openBoleta(page)
    const create = button(page, 'Crear regla')
    expect(await create.isDisabled()).toBe(true)
    await (await newRut(page)).fill('93.939.393-5')
    await button(page, 'Buscar en el SII').click()
    await expectSeen(page.getByText('Completo', { exact: true }))
    await expectSeen(page.getByRole('radio', { name: /^Retiene quien recibe/, checked: true }))
    await addProduct(page, 'Diseño de {{mes}}', '640000')
    await chooseToday(page, city.today)
    // The dates told are those of the choice below them.
    const serviceOf = (months: number) => {
      const month = showMonth(addMonths(monthOf(city.today), months), 'es')
      return page.getByRole('listitem').filter({ hasText: `servicio de ${month}` })
    }
    const today = serviceOf(0)
    await expectSeen(serviceOf(3))
    await expectGone(today)
    await page.getByRole('radio', { name: /^Emitir hoy/ }).check()
    await expectSeen(today)
    const form = page.locator('form')
    const { rateBasisPoints, liquidoClp } = retention(clp(640_000), city.today)
    await expectSeen(form.getByText(`Retención ${formatRetentionRate(rateBasisPoints)}`))
    await expectSeen(form.getByText(formatClp(liquidoClp), { exact: true }))
    await expectSeen(
      page.getByText(`Se emitirá el ${formatDay(city.today)} por $640.000 brutos a 1 cliente.`),
    )
    await create.click()
    await expectToast(page, 'Regla de boletas creada')
    await expectPath(page, '/rules')
    const [rule] = await listRules(as)
    if (rule === undefined) throw new Error('No rule was made')
    expect(rule).toMatchObject({
      document_type: 39,
      name: `Boleta ${ruleMonth(city.today)}`,
      readiness: [],
    })
    await issueNow(as, rule)
    await documentOf(as, rule, 'issued')
  })

  deepTest(
    'somebody the SII does not know gets name and address; four lines are the most',
    async ({ city, visit }) => {
      const as = await resident(city, antonia)
      const { page } = await visit({ as, width })
      await openBoleta(page)
      await (await newRut(page)).fill('11.111.111-1')
      await button(page, 'Buscar en el SII').click()
      const unknown = page.getByRole('group', { name: 'Receptor nuevo' })
      await field(unknown, 'Nombre o razón social').fill('Juana Pérez')
      await button(unknown, 'Agregar receptor').click()
      await expectGone(unknown)
      await expectSeen(page.getByText('Faltan datos'))
      await button(page, 'Completar Juana Pérez').click()
      const dialog = page.getByRole('dialog', { name: 'Datos de Juana Pérez' })
      await button(dialog, 'Guardar').click()
      await expectSeen(dialog.getByText('Debe seleccionar una dirección'))
      await field(dialog, 'Calle y número').fill('Los Aromos 123')
      await dialog.getByRole('combobox', { name: 'Comuna' }).fill('vina del')
      await dialog.getByRole('option').first().click()
      await button(dialog, 'Guardar').click()
      await expectToast(page, 'Datos del cliente guardados')
      await expectSeen(page.getByText('Completo', { exact: true }))
      for (let line = 2; line <= 4; line += 1) await button(page, 'Agregar línea').click()
      expect(await button(page, 'Agregar línea').isDisabled()).toBe(true)
      await expectSeen(page.getByText('Llegaste a las 4 líneas que admite el SII'))
    },
  )

  test('a saved boleta is edited on the same page, and stays a boleta', async ({ city, visit }) => {
    const as = await resident(city, antonia)
    const { page } = await visit({ as, width })
    await openBoleta(page)
    await (await newRut(page)).fill('93.939.393-5')
    await button(page, 'Buscar en el SII').click()
    await expectSeen(page.getByText('Completo', { exact: true }))
    await addProduct(page, 'Diseño', '640000')
    await page.getByRole('radio', { name: /^Último día del mes/ }).check()
    await button(page, 'Crear regla').click()
    await expectToast(page, 'Regla de boletas creada')
    const [rule] = await listRules(as)
    await page.goto(`/rules/edit/${rule?.id}`)
    await expectSeen(heading(page, 'Tu boleta de honorarios'))
    await field(page, 'Precio en pesos').fill('700000')
    await page.getByRole('radio', { name: /^Lo pago yo/ }).check()
    await button(page, 'Guardar cambios').click()
    await expectToast(page, 'Regla de boletas actualizada')
    expect(await listRules(as)).toMatchObject([
      { document_type: 39, withholder: 'issuer', invoice_lines_detail: [{ price: '700000' }] },
    ])
    await page.goto(`/rules/edit/${rule?.id}`)
    await button(page, 'Volver').click()
    await expectSeen(page.getByText(/^El tipo no se puede cambiar al editar/))
  })

  deepTest(
    'nobody is written to before somebody is billed; a contact that fails is said, and kept',
    async ({ city, visit }) => {
      const { page } = await visit({ as: await resident(city, antonia), width })
      await openBoleta(page)
      await field(page, 'Enviar automáticamente').check()
      await expectSeen(page.getByText('Debe seleccionar al menos un cliente primero'))
      expect(await button(page, 'Nuevo contacto').count()).toBe(0)
      await (await newRut(page)).fill('93.939.393-5')
      await button(page, 'Buscar en el SII').click()
      await button(page, 'Nuevo contacto').click()
      expect(await page.getByText('Debe seleccionar al menos un cliente primero').count()).toBe(0)
      const contact = page.getByRole('group', { name: 'Nuevo contacto' })
      await field(contact, 'Nombre del contacto').fill('Paula')
      await field(contact, 'Email del contacto').fill('paula@cliente.example')
      await field(contact, 'Género').selectOption('Femenino')
      const contacts = '**/clients-contacts/'
      await page.route(contacts, (route) => route.abort())
      await button(contact, 'Crear contacto').click()
      await expectToast(page, 'Error al crear contacto')
      await page.route(contacts, (route) =>
        route.fulfill({ status: 400, json: { contact: { email: ['Esa dirección no existe.'] } } }),
      )
      await button(contact, 'Crear contacto').click()
      await expectToast(page, 'Esa dirección no existe.')
      await page.unroute(contacts)
      await button(contact, 'Crear contacto').click()
      await expectToast(page, 'Contacto creado')
      await expectSeen(page.getByText('1 destinatario', { exact: true }))
    },
  )

  deepTest(
    'a person without companies is told why facturas are not for them',
    async ({ city, visit }) => {
      const { page } = await visit({ as: await resident(city, antonia), width })
      await page.goto('/rules/create')
      await page.getByRole('radio', { name: /^Facturas/ }).check()
      await expectSeen(page.getByRole('status').filter({ hasText: /certificado|empresas/ }))
      expect(await button(page, 'Siguiente').isDisabled()).toBe(true)
    },
  )
})

async function openBoleta(page: Page): Promise<void> {
  await page.goto('/rules/create')
  await page.getByRole('radio', { name: /^Boletas/ }).check()
  await button(page, 'Siguiente').click()
  await expectSeen(heading(page, 'Tu boleta de honorarios'))
}

async function addProduct(page: Page, name: string, price: string): Promise<void> {
  await button(page, 'Crear producto').click()
  const product = page.getByRole('group', { name: 'Nuevo producto o servicio' })
  await field(product, 'Nombre').fill(name)
  await field(product, 'Precio en pesos').fill(price)
  await button(product, 'Crear producto').click()
  await expectToast(page, 'Producto creado')
}

// The boleta to come is found under this month, so its day must be one of this month.
describe('in a month with days to come', () => {
  test.override('today', FIFTH_OF_NOVEMBER)

  describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
    test("the SII's own figures of a boleta to come are asked for in its preview, and nothing is issued", async ({
      city,
      visit,
    }) => {
      const as = await resident(city, antonia)
      await addBoletaRule(as)
      const { page } = await visit({ as, width })
      const before = city.sii.boletas().length
      await page.goto('/this-month')
      await page
        .getByRole('button', { name: /^Acciones de / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Ver el documento' }).click()
      const dialog = page.getByRole('dialog', {
        name: `Así se emitirá el ${formatDay(soonAfter(city.today))}`,
      })
      await button(dialog, 'Preguntar al SII').click()
      await expectSeen(dialog.getByText('El SII confirma estas cifras. No se emitió nada.'))
      await expectSeen(dialog.getByRole('row', { name: 'Retención $97.600 $97.600' }))
      city.sii.scenarios.set({ name: 'boleta-retention-differs' })
      await button(dialog, 'Preguntar al SII').click()
      await expectSeen(dialog.getByText('El SII muestra otras cifras. No se emitió nada.'))
      await expectSeen(dialog.getByRole('row', { name: 'Retención $97.600 $100.800' }))
      city.sii.scenarios.set({ name: 'maintenance' })
      await button(dialog, 'Preguntar al SII').click()
      await expectSeen(dialog.getByText(/^El SII está en mantención\./))
      expect(city.sii.boletas()).toHaveLength(before)
    })
  })
})
