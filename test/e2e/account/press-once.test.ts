import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, expectPath, expectToast, field } from '../fixtures/hands.ts'
import { mailsTo } from '../fixtures/mailbox.ts'
import { newcomer, PASSWORD } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { until } from '../fixtures/until.ts'

/** Presses it twice before the page can be drawn in between. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await button(page, name).evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

function countPosts(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) count += 1
  })
  return () => count
}

test('registering by two presses in the same moment asks once and sends one mail', async ({
  city,
  visit,
}) => {
  const { page } = await visit()
  const posts = countPosts(page, '/api/auth/users/')
  await page.goto('/register')
  await field(page, 'E-mail').fill('dos.veces@empresa.example')
  await field(page, 'Contraseña').fill(PASSWORD)
  await field(page, 'Confirmar contraseña').fill(PASSWORD)
  await pressTwice(page, 'Crear cuenta')
  await expectPath(page, '/login')
  expect(posts()).toBe(1)
  const mails = () => mailsTo(city, 'dos.veces@empresa.example')
  await until('the activation mail', async () => (await mails()).length > 0)
  expect(await mails()).toHaveLength(1)
})

test('a wrong password pressed twice in the same moment is one try', async ({ city, visit }) => {
  const { email } = await newcomer(city)
  const { page } = await visit()
  const posts = countPosts(page, '/api/auth/jwt/create/')
  await page.goto('/login')
  await field(page, 'E-mail').fill(email)
  await field(page, 'Contraseña').fill('No-es-esta-12')
  await pressTwice(page, 'Iniciar sesión')
  await expectToast(page, 'Email o contraseña incorrectos')
  expect(posts()).toBe(1)
})
