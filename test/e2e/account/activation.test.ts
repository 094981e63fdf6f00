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
import { PASSWORD, register } from '../fixtures/resident.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const email = 'ana.munoz@empresa.example'
const CHOSEN = 'Loica-71-parda'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('a link is good once: then it says that the account was active already', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width })
    await page.goto('/register')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await field(page, 'Confirmar contraseña').fill(PASSWORD)
    await button(page, 'Crear cuenta').click()
    await expectPath(page, '/login')
    const path = await city.activationPath(email)
    await page.route('**/api/auth/users/activation/', (route) => route.abort())
    await page.goto(path ?? '/')
    await activateWith(page, PASSWORD)
    await expectSeen(page.getByText('No pudimos activar tu cuenta todavía'))
    await page.unroute('**/api/auth/users/activation/')
    await button(page, 'Activar mi cuenta').click()
    await expectSeen(heading(page, 'Tu cuenta está activa'))
    await page.reload()
    await activateWith(page, PASSWORD)
    await expectSeen(heading(page, 'Tu cuenta ya estaba activa'))
    await link(page.getByRole('main'), 'Iniciar sesión').click()
    await expectPath(page, '/login')
  })

  test('a link is spent neither by opening it nor by a wrong password', async ({ city, visit }) => {
    const { page } = await visit({ width })
    await register(city, email)
    const path = (await city.activationPath(email)) ?? '/'
    await page.goto(path)
    await page.goto(path)
    await button(page, 'Activar mi cuenta').click()
    await expectSeen(page.getByText('Escribe tu contraseña', { exact: true }))
    await activateWith(page, 'Otra-clave-99-azul')
    await expectSeen(page.getByText('Este correo se registró con otra contraseña'))
    const choose = async (password: string, repeated: string) => {
      await field(page, 'Contraseña nueva').fill(password)
      await field(page, 'Repite la contraseña').fill(repeated)
      await button(page, 'Activar mi cuenta').click()
    }
    await choose(CHOSEN, PASSWORD)
    await expectSeen(page.getByText('Las contraseñas no coinciden.'))
    await choose('12345678', '12345678')
    await expectSeen(page.getByText('Esta contraseña es demasiado común.'))
    await choose(CHOSEN, CHOSEN)
    await expectSeen(heading(page, 'Tu cuenta está activa'))
    await link(page.getByRole('main'), 'Iniciar sesión').click()
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(CHOSEN)
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, '/onboarding/sii')
  })

  test('another link goes only to an address, and Enter asks for it', async ({ visit }) => {
    const { page } = await visit({ width })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/resend_activation/')) sent.push(request.postData() ?? '')
    })
    await page.goto('/auth/activate/MQ/gastado')
    await activateWith(page, PASSWORD)
    await expectSeen(heading(page, 'Este enlace no sirve'))
    await button(page, 'Enviar otro enlace').click()
    await expectSeen(page.getByText('Email es requerido'))
    await field(page, 'Tu e-mail').fill('ana')
    await field(page, 'Tu e-mail').press('Enter')
    await expectSeen(page.getByText('Email inválido'))
    expect(sent).toEqual([])
    await field(page, 'Tu e-mail').fill(email)
    await field(page, 'Tu e-mail').press('Enter')
    await expectToast(page, 'Si la cuenta existe y no está activa, enviamos otro enlace.')
    expect(sent).toEqual([JSON.stringify({ email })])
  })
})
