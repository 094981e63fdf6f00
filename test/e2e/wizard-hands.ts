import type { Locator, Page } from 'playwright-core'
import { button, expectSeen, field, heading } from './hands.ts'

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

/** With the client and the product that the account's first rule brought. */
export async function reachDates(page: Page): Promise<void> {
  await button(page, 'Siguiente').click()
  await page.getByRole('combobox', { name: 'Elegir entre tus clientes' }).fill('impuestos')
  await page.getByRole('option').first().click()
  await expectSeen(page.getByText('Completo', { exact: true }))
  await page.keyboard.press('Escape')
  await button(page, 'Siguiente').click()
  await page.getByRole('combobox', { name: 'Producto o servicio' }).click()
  await page.getByRole('option').first().click()
  await button(page, 'Siguiente').click()
  await expectSeen(page.getByText('$119.000'))
}
