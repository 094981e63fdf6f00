import { describe, expect } from 'vitest'
import { button, expectPath, expectSeen, expectToast, field, link } from '../fixtures/hands.ts'
import { newcomer } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const email = 'ana.munoz@empresa.example'
const NEW_PASSWORD = 'Golondrina-71-azul'

describe.each(WIDTHS)('a forgotten password at %i pixels', (width) => {
  const test = testsAt(width)

  deepTest('asks for a real address before anything is sent', async ({ visit }) => {
    const { page } = await visit({ width })
    await page.goto('/login')
    await link(page, '¿Olvidaste tu contraseña?').click()
    await expectPath(page, '/forgot-password')
    await button(page, 'Enviar enlace').click()
    await expectToast(page, 'Email es requerido')
    await field(page, 'E-mail').fill('ana@empresa')
    await button(page, 'Enviar enlace').click()
    await expectToast(page, 'Email inválido')
    await expectPath(page, '/forgot-password')
  })

  test('is the same answer for whoever has no account', async ({ visit }) => {
    const { page } = await visit({ width })
    await page.goto('/forgot-password')
    await field(page, 'E-mail').fill('nadie@empresa.example')
    await button(page, 'Enviar enlace').click()
    await expectToast(page, 'Enlace de recuperación enviado. Revisa tu email.')
    await expectPath(page, '/login')
    await expectSeen(page.getByText(/Si nadie@empresa\.example tiene una cuenta activa/))
  })

  deepTest('keeps what was typed when the server is silent', async ({ visit }) => {
    const { page } = await visit({ width })
    await page.goto('/forgot-password')
    await page.route('**/api/auth/forgot-password', (route) => route.abort())
    await field(page, 'E-mail').fill(email)
    await button(page, 'Enviar enlace').click()
    await expectToast(page, 'Error de conexión')
    await expectSeen(page.getByRole('main').getByRole('alert').getByText('Error de conexión'))
    expect(await field(page, 'E-mail').inputValue()).toBe(email)
    for (const [json, words] of [
      [{}, 'Error al enviar enlace'],
      [{ detail: 'Hoy no sale ningún correo.' }, 'Hoy no sale ningún correo.'],
    ] as const) {
      await page.route('**/api/auth/forgot-password', (route) =>
        route.fulfill({ status: 500, json }),
      )
      await button(page, 'Enviar enlace').click()
      await expectToast(page, words)
    }
  })

  test('is replaced once: the new one opens, the link is spent', async ({ city, visit }) => {
    await newcomer(city, email)
    const path = await city.recoveryPath(email)
    const { page } = await visit({ width })
    await page.goto(path ?? '/')
    await field(page, 'Contraseña nueva').fill(NEW_PASSWORD)
    await field(page, 'Repite la contraseña').fill('otra-cosa')
    await button(page, 'Restablecer contraseña').click()
    await expectSeen(page.getByText('Las contraseñas no coinciden.', { exact: true }))
    await field(page, 'Contraseña nueva').fill('12345678')
    await field(page, 'Repite la contraseña').fill('12345678')
    await button(page, 'Restablecer contraseña').click()
    await expectSeen(page.getByText('A tu contraseña le falta: que no sea de las más usadas'))
    await field(page, 'Contraseña nueva').fill(NEW_PASSWORD)
    await field(page, 'Repite la contraseña').fill(NEW_PASSWORD)
    await button(page, 'Restablecer contraseña').click()
    await expectSeen(page.getByText('¡Contraseña restablecida! Ya puedes iniciar sesión.'))
    await link(page, 'Iniciar sesión').last().click()
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(NEW_PASSWORD)
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, '/onboarding/sii')
  })

  test('a link that is no good says so and offers another', async ({ city, visit }) => {
    await newcomer(city, email)
    const path = await city.recoveryPath(email)
    const { page } = await visit({ width })
    await page.goto(`${path?.slice(0, -4)}AAAA`)
    await field(page, 'Contraseña nueva').fill('ana.munoz')
    await field(page, 'Repite la contraseña').fill('ana.munoz')
    const confirm = '**/api/auth/users/reset_password_confirm/'
    await page.route(confirm, (route) => route.fulfill({ status: 500, json: {} }))
    await button(page, 'Restablecer contraseña').click()
    await expectSeen(page.getByRole('alert').getByText('Error desconocido.', { exact: true }))
    await page.unroute(confirm)
    await button(page, 'Restablecer contraseña').click()
    await expectSeen(page.getByText('No se pudo restablecer la contraseña.'))
    await expectSeen(page.getByText(/^Este enlace venció/))
    await link(page, 'Pedir otro enlace').click()
    await expectPath(page, '/forgot-password')
  })
})
