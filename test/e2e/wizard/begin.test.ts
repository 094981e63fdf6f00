import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { rodrigo } from '#simulators/world.ts'
import * as contract from '#contract/index.ts'
import { formatDay } from '#domain/day.ts'
import {
  button,
  expectGone,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
} from '../fixtures/hands.ts'
import { addRule, resident, type Resident } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'
import { chooseFacturas, newFacturaRule, newRut, secondRule } from '../fixtures/wizard-hands.ts'
import { dayOfSoon, soonAfter } from '../fixtures/today.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  deepTest('the company in the address is the one that issues', async ({ city, visit }) => {
    const as = await resident(city, rodrigo)
    const [, second] = await companiesOf(as)
    const { page } = await visit({ width, as })
    await page.goto(`/rules/create/${second?.id}`)
    await chooseFacturas(page)
    await expectText(chosen(page, 'Empresa'), `${second?.company_info.name} · `)
  })

  deepTest(
    'a saved rule has its address and activity again, and the first ones when they are gone',
    async ({ city, visit }) => {
      const as = await resident(city, rodrigo)
      const { id } = await addRule(as, { ruts: ['90909090-3'], on: 'SOON' })
      const [company] = await companiesOf(as)
      const [address, otherAddress] = company?.addresses ?? []
      const [activity, otherActivity] = company?.activities ?? []
      const { page } = await visit({ width, as })
      for (const [stored, shown] of [
        [
          { issuer_address_id: otherAddress?.id, issuer_activity_id: otherActivity?.id },
          [otherAddress, otherActivity],
        ],
        [{ issuer_address_id: 999_999, issuer_activity_id: 999_999 }, [address, activity]],
      ] as const) {
        await page.route(`**/invoice-rules/${id}/`, async (route) => {
          const answer = await route.fetch()
          await route.fulfill({ json: { ...(await answer.json()), ...stored } })
        })
        await page.goto(`/rules/edit/${id}?step=issuer`)
        await expectText(chosen(page, 'Dirección'), `${shown[0]?.street_and_number}, `)
        await expectText(chosen(page, 'Actividad'), shown[1]?.description ?? '?')
        await page.unroute(`**/invoice-rules/${id}/`)
      }
    },
  )

  deepTest(
    'of a client’s addresses the first that has a city is chosen',
    async ({ city, visit }) => {
      const { page } = await visit({ width, as: await resident(city) })
      await page.route('**/clients/lookup/**', async (route) => {
        const answer = await route.fetch()
        const client = contract.lookUpClient.reply.parse(await answer.json())
        const [known] = client.addresses
        const others = [
          { ...known, id: 999_001, street_and_number: 'SIN CIUDAD 1', city: '' },
          { ...known, id: 999_002, street_and_number: 'CON CIUDAD 2', city: 'TALCA' },
        ]
        await route.fulfill({ json: { ...client, addresses: [...others, ...client.addresses] } })
      })
      await newFacturaRule(page)
      await button(page, 'Siguiente').click()
      await (await newRut(page)).fill('93.939.393-5')
      await button(page, 'Buscar en el SII').click()
      await expectSeen(page.getByText('Completo', { exact: true }))
      await expectSeen(page.getByRole('listitem').getByText(/ · CON CIUDAD 2, /))
    },
  )

  test('a client’s dialog says that its data are on their way, and never comes half', async ({
    city,
    visit,
  }) => {
    const as = await resident(city)
    const { id } = await addRule(as, { ruts: ['93939393-5'], on: 'SOON' })
    const { page } = await visit({ width, as })
    const answer = Promise.withResolvers<void>()
    await page.route('**/client_info/*/', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto(`/rules/edit/${id}?step=clients`)
    await button(page, 'Editar CLÍNICA DENTAL SONRISAS LIMITADA').click()
    const dialog = page.getByRole('dialog')
    const waiting = dialog.getByText('Cargando información del cliente...', { exact: true })
    await expectSeen(waiting)
    expect(await button(dialog, 'Guardar').count()).toBe(0)
    answer.resolve()
    await expectSeen(button(dialog, 'Guardar'))
    await expectGone(waiting)
  })

  test('while it is being saved nothing goes on, and it is saved once', async ({ city, visit }) => {
    const { page } = await secondRule(city, visit, { width })
    await field(page, 'Día del mes').fill(dayOfSoon(city.today))
    await button(page, 'Siguiente').click()
    await button(page, 'Siguiente').click()
    await expectSeen(page.getByText(`Se emitirá el ${formatDay(soonAfter(city.today))}`))
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/billing-sii/invoice-rules/', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent += 1
      await held.promise
      await route.continue()
    })
    await button(page, 'Crear regla').click()
    await expect.poll(() => button(page, 'Volver').isDisabled()).toBe(true)
    expect(await button(page, 'Crear regla').isDisabled()).toBe(true)
    await field(page, 'Nombre de la regla').press('Enter')
    held.resolve()
    await expectToast(page, 'Regla creada')
    await expectSeen(heading(page, 'Reglas'))
    expect(sent).toBe(1)
  })
})

async function companiesOf({ ask }: Resident) {
  const companies = contract.listCompanies.reply.parse(await ask('GET', '/billing-sii/companies/'))
  return companies.filter(({ issues_facturas: issues }) => issues)
}

function chosen(page: Page, label: string): Locator {
  return field(page, label).locator('option:checked')
}
