import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  activateWith,
  button,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { mailsTo } from '../fixtures/mailbox.ts'
import { newcomer, PASSWORD } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { until } from '../fixtures/until.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const email = 'ana.munoz@empresa.example'

describe.each(WIDTHS)('registering at %i pixels', (width) => {
  const test = testsAt(width)

  test('asks for one thing after another, and only what is right reaches the server', async ({
    visit,
  }) => {
    const { page } = await visit({ width })
    await page.goto('/register')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/users/')) sent.push(request.url())
    })
    const steps: [label: string, typed: string, refusal: string][] = [
      ['E-mail', 'ana', 'Email es requerido'],
      ['E-mail', email, 'Email inválido'],
      ['Contraseña', 'corta', 'Contraseña es requerida'],
      ['Contraseña', PASSWORD, 'Contraseña debe tener al menos 6 caracteres'],
      ['Confirmar contraseña', 'Cuncuna-34-verde', 'Confirmar contraseña es requerido'],
      ['Confirmar contraseña', PASSWORD, 'Las contraseñas no coinciden'],
    ]
    for (const [label, typed, refusal] of steps) {
      await button(page, 'Crear cuenta').click()
      await expectToast(page, refusal)
      await expect.poll(() => field(page, label).evaluate(isFocused)).toBe(true)
      await field(page, label).fill(typed)
    }
    expect(sent).toEqual([])
    await field(page, 'Confirmar contraseña').fill(PASSWORD)
    for (const label of ['Contraseña', 'Confirmar contraseña']) await showAndHide(page, label)
    const release = await holdCalls(page, '**/api/auth/users/')
    await button(page, 'Crear cuenta').click()
    expect(await button(page, 'Creando cuenta...').isDisabled()).toBe(true)
    await field(page, 'E-mail').press('Enter')
    release()
    await expectPath(page, '/login')
    expect(sent).toHaveLength(1)
  })

  deepTest('tells while typing what the password still needs', async ({ visit }) => {
    const { page } = await visit({ width })
    await page.goto('/register')
    const list = page.getByRole('group', { name: 'Tu contraseña' })
    const needs = async () => {
      const items = await list.getByRole('listitem').allTextContents()
      return items.filter((text) => text.endsWith(', pendiente')).length
    }
    await expect.poll(needs).toBe(9)
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill('ana.munoz')
    await expectSeen(list.getByText('que no se parezca a tu e-mail, pendiente'))
    await field(page, 'Contraseña').fill(PASSWORD)
    await field(page, 'Confirmar contraseña').fill(PASSWORD)
    await expect.poll(needs).toBe(0)
  })

  test('says that the address has an account, beside it and in a toast', async ({
    city,
    visit,
  }) => {
    await newcomer(city, email)
    const { page } = await visit({ width })
    await page.goto('/register')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await field(page, 'Confirmar contraseña').fill(PASSWORD)
    await button(page, 'Crear cuenta').click()
    const refusal = 'Email: Ya existe una cuenta con este correo electrónico.'
    await expectToast(page, refusal)
    await expectSeen(page.getByRole('main').getByText(refusal))
    await expectPath(page, '/register')
  })

  deepTest('loses nothing of what was typed when the server is silent', async ({ visit }) => {
    const { page } = await visit({ width })
    await page.goto('/register')
    await page.route('**/api/auth/users/', (route) => route.abort())
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await field(page, 'Confirmar contraseña').fill(PASSWORD)
    await button(page, 'Crear cuenta').click()
    await expectToast(page, 'Error de conexión')
    await expectSeen(page.getByRole('main').getByRole('alert').getByText('Error de conexión'))
    expect(await field(page, 'Contraseña').inputValue()).toBe(PASSWORD)
    await page.unroute('**/api/auth/users/')
    await button(page, 'Crear cuenta').click()
    await expectPath(page, '/login')
  })

  test('tells while typing that a password is common, and sends none that would be refused', async ({
    visit,
  }) => {
    const { page } = await visit({ width })
    await page.goto('/register')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/users/')) sent.push(request.url())
    })
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill('password')
    await field(page, 'Confirmar contraseña').fill('password')
    const list = page.getByRole('group', { name: 'Tu contraseña' })
    await expectSeen(list.getByText('8 caracteres o más, listo'))
    await expectSeen(list.getByText('que no sea de las más usadas, pendiente'))
    await button(page, 'Crear cuenta').click()
    await expectToast(page, 'A tu contraseña le falta: que no sea de las más usadas')
    await expect.poll(() => field(page, 'Contraseña').evaluate(isFocused)).toBe(true)
    expect(sent).toEqual([])
  })

  deepTest(
    'says what the server has against the password, and when it says nothing itself',
    async ({ visit }) => {
      const { page } = await visit({ width })
      await page.goto('/register')
      await field(page, 'E-mail').fill(email)
      await field(page, 'Contraseña').fill(PASSWORD)
      await field(page, 'Confirmar contraseña').fill(PASSWORD)
      const refused = 'Esta contraseña es demasiado común.'
      await page.route('**/api/auth/users/', (route) =>
        route.fulfill({ status: 400, json: { password: [refused] } }),
      )
      await button(page, 'Crear cuenta').click()
      await expectToast(page, `Contraseña: ${refused}`)
      await expect.poll(() => field(page, 'Contraseña').evaluate(isFocused)).toBe(true)
      await page.unroute('**/api/auth/users/')
      await page.route('**/api/auth/users/', (route) => route.fulfill({ status: 500, json: {} }))
      await button(page, 'Crear cuenta').click()
      await expectToast(page, 'Error al crear cuenta')
      await expectSeen(page.getByRole('main').getByRole('alert').getByText('Error al crear cuenta'))
    },
  )
})

describe.each(WIDTHS)('logging in at %i pixels', (width) => {
  const test = testsAt(width)

  test('asks for what is missing beside it, and the keyboard jumps to the form', async ({
    visit,
  }) => {
    const { page } = await visit({ width })
    await page.goto('/login')
    await expectSeen(heading(page, 'Iniciar sesión'))
    await page.keyboard.press('Tab')
    expect(await link(page, 'Saltar al formulario').evaluate(isFocused)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => field(page, 'E-mail').evaluate(isFocused)).toBe(true)
    await page.keyboard.press('Enter')
    await expectSeen(page.getByText('Escribe tu e-mail'))
    await expectSeen(page.getByText('Escribe tu contraseña'))
    await field(page, 'E-mail').fill('ana')
    await button(page, 'Iniciar sesión').click()
    await expectSeen(page.getByText('Email inválido'))
  })

  test('a wrong password is told once, with the hint of the activation mail', async ({
    city,
    visit,
  }) => {
    await newcomer(city, email)
    const { page } = await visit({ width })
    await page.goto('/login')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill('no-es-esta')
    const release = await holdCalls(page, '**/api/auth/jwt/create/')
    await button(page, 'Iniciar sesión').click()
    await expectSeen(button(page, 'Ingresando…'))
    release()
    await expectSeen(page.getByRole('main').getByText('Email o contraseña incorrectos'))
    await expectSeen(page.getByRole('main').getByText(/busca nuestro correo/))
    const stepsBack = await page.evaluate(() => history.length)
    await field(page, 'Contraseña').fill(PASSWORD)
    await field(page, 'Contraseña').press('Enter')
    await expectPath(page, '/onboarding/sii')
    expect(await page.evaluate(() => history.length)).toBe(stepsBack)
  })

  deepTest('a link that is no good offers another, which comes', async ({ city, visit }) => {
    const { page } = await visit({ width })
    await page.goto('/register')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await field(page, 'Confirmar contraseña').fill(PASSWORD)
    await button(page, 'Crear cuenta').click()
    await expectPath(page, '/login')
    await page.goto('/auth/activate/MQ/gastado')
    await activateWith(page, PASSWORD)
    await expectSeen(heading(page, 'Este enlace no sirve'))
    await field(page, 'Tu e-mail').fill(email)
    await button(page, 'Enviar otro enlace').click()
    await expectToast(page, 'Si la cuenta existe y no está activa, enviamos otro enlace.')
    const [newest] = await until('both mails', async () => {
      const mails = await mailsTo(city, email)
      return mails.length === 2 && mails
    })
    await page.goto(/\/auth\/activate\/[\w/-]+/.exec(newest?.html ?? '')?.[0] ?? '/')
    await activateWith(page, PASSWORD)
    await expectSeen(heading(page, 'Tu cuenta está activa'))
  })
})

/** What stands written stays as it is, shown or not. */
async function showAndHide(page: Page, label: string): Promise<void> {
  const password = field(page, label)
  const around = page.locator('.mantine-PasswordInput-root').filter({ has: password })
  const typed = await password.inputValue()
  await button(around, 'Mostrar contraseña').click()
  expect(await password.getAttribute('type')).toBe('text')
  await button(around, 'Ocultar contraseña').click()
  expect(await password.getAttribute('type')).toBe('password')
  expect(await password.inputValue()).toBe(typed)
}

function isFocused(element: Element): boolean {
  return element === document.activeElement
}
