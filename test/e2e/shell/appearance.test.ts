import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, heading, expectSeen } from '../fixtures/hands.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest } from '../fixtures/stories.ts'

deepTest(
  'follows the device until somebody chooses, and the choice stays',
  async ({ city, visit }) => {
    const { page } = await visit({ as: await resident(city), scheme: 'dark' })
    await page.goto('/rules')
    await expectSeen(heading(page, 'Reglas'))
    expect(await isDark(page)).toBe(true)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => isDark(page)).toBe(false)
    await field(page, 'Apariencia').selectOption('Oscuro')
    await expect.poll(() => isDark(page)).toBe(true)
    await page.reload()
    await expectSeen(heading(page, 'Reglas'))
    expect(await isDark(page)).toBe(true)
  },
)

test('before anything is drawn the page has its colour already', async ({ visit }) => {
  const { page } = await visit({ scheme: 'dark' })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  expect(await background(page)).toBe('rgb(14, 21, 20)')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  expect(await background(page)).toBe('rgb(245, 247, 246)')
})

async function isDark(page: Page): Promise<boolean> {
  return (await background(page)) === 'rgb(14, 21, 20)'
}

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}
