import type { Locator, Page } from 'playwright-core'
import type { City } from './city.ts'
import { button, expectFocus, expectSeen, field, heading } from './hands.ts'
import { addRule, resident, type Resident } from './resident.ts'
import type { Looks, Visit, Visitor } from './visitor.ts'

/** The wizard's first step, answered; what comes next is the issuer or the certificate's password. */
export async function chooseFacturas(page: Page): Promise<void> {
  await expectSeen(heading(page, '¿Qué vas a emitir?'))
  await page.getByRole('radio', { name: /^Facturas/ }).check()
  await button(page, 'Siguiente').click()
}

/** Opens a new rule at its issuer; with the certificate's password where it was not told before. */
export async function newFacturaRule(page: Page, password: string | null = null): Promise<void> {
  await page.goto('/rules/create')
  await chooseFacturas(page)
  if (password !== null) {
    await field(page, 'Clave del certificado').fill(password)
    await button(page, 'Guardar y seguir').click()
  }
  await expectSeen(heading(page, '¿Quién emite?'))
}

/** The field for the RUT of somebody who is no client yet. */
export async function newRut(page: Page): Promise<Locator> {
  await button(page, 'RUT nuevo').click()
  return field(page, 'Agregar por RUT')
}

/** Ana's second rule, open at its dates, with the client and the product that her first one brought. */
export async function secondRule(
  city: City,
  visit: Visit,
  looks: Looks = {},
): Promise<Visitor & { ana: Resident }> {
  const ana = await resident(city)
  await addRule(ana, { on: 'LAST_DAY' })
  const visitor = await visit({ ...looks, as: ana })
  await newFacturaRule(visitor.page)
  await reachDates(visitor.page)
  return { ...visitor, ana }
}

async function reachDates(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  // A step takes the focus when it opens, which closes a list that was quicker.
  await expectFocus(heading(page, '¿A quién le facturas?'))
  await page.getByRole('combobox', { name: 'Elegir entre tus clientes' }).fill('impuestos')
  await page.getByRole('option').first().click()
  await expectSeen(page.getByText('Completo', { exact: true }))
  await page.keyboard.press('Escape')
  await button(page, 'Siguiente').click()
  await expectFocus(heading(page, '¿Qué facturas?'))
  await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Siguiente').click()
  await expectSeen(page.getByText('$119.000'))
}
