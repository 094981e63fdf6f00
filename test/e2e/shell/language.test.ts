import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectSeen, field, heading } from '../fixtures/hands.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'

test('the choice stays, and the server answers in it', async ({ city, visit }) => {
  const { page } = await visit({ as: await resident(city) })
  await page.goto('/rules')
  await footer(page, 'Idioma').selectOption('English')
  await expectSeen(heading(page, 'Rules'))
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const asked = page.waitForRequest('**/api/billing-sii/invoice-rules/')
  await page.reload()
  expect((await asked).headers()['accept-language']).toBe('en')
  await expectSeen(heading(page, 'Rules'))
})

test('what Spanish lacks is said in English, never by its key', async ({ city, visit }) => {
  const { page } = await visit({ as: await resident(city) })
  // The program complains of it, which fails every other test.
  await page.addInitScript(() => void (console.error = () => undefined))
  let taken = 0
  await page.route('**/assets/*.js', async (route) => {
    const reply = await route.fetch()
    const script = await reply.text()
    const body = script.replace(/title:(?=.Cuentas de correo)/, () => `lost${(taken += 1)}:`)
    await route.fulfill({ response: reply, body })
  })
  await page.goto('/email-accounts')
  await expectSeen(heading(page, 'E-mail accounts'))
  await expectSeen(page.getByText('Desde aquí salen tus documentos'))
  expect(taken).toBe(1)
})

/** The profile has the choice too. */
function footer(page: Page, label: string) {
  return field(page.getByRole('contentinfo'), label)
}
