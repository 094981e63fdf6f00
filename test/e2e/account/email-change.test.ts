import { describe, expect } from 'vitest'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { login, newcomer, PASSWORD } from '../fixtures/resident.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const NEXT = 'ana@contabilidad.example'
const NEW_PASSWORD = 'Golondrina-71-azul'
const CHANGE = 'Cambiar el correo de la cuenta'

describe.each(WIDTHS)('the address of an account at %i pixels', (width) => {
  const test = testsAt(width)

  test('changes when the new one is confirmed, and the old one takes it back', async ({
    city,
    visit,
  }) => {
    const as = await newcomer(city)
    const elsewhere = await login(city, as.email)
    const { page } = await visit({ width, as })
    await page.goto('/profile')
    await button(page, CHANGE).click()
    const dialog = page.getByRole('dialog')
    await button(dialog, 'Enviar el enlace').click()
    await expectSeen(dialog.getByText('Escribe el correo nuevo'))
    await expectSeen(dialog.getByText('Escribe tu contraseña'))
    await field(dialog, 'Correo nuevo').fill(as.email)
    await field(dialog, 'Contraseña de tu cuenta').fill(PASSWORD)
    await button(dialog, 'Enviar el enlace').click()
    await expectSeen(dialog.getByText('Es el correo que ya tiene tu cuenta.'))
    await field(dialog, 'Correo nuevo').fill(NEXT)
    await field(dialog, 'Contraseña de tu cuenta').fill('no-es-esta')
    await button(dialog, 'Enviar el enlace').click()
    await expectSeen(dialog.getByText('La contraseña no es correcta.'))
    await field(dialog, 'Contraseña de tu cuenta').fill(PASSWORD)
    await button(dialog, 'Enviar el enlace').click()
    await expectToast(page, `Enviamos un enlace a ${NEXT}`)
    await expectGone(dialog)
    await expectSeen(page.getByText(`Falta confirmar ${NEXT}`))
    await page.goto((await city.emailChangePath('confirm')) ?? '/')
    await button(page, 'Confirmar mi correo').click()
    await expectSeen(heading(page, 'El correo de tu cuenta cambió'))
    await expect(elsewhere.ask('GET', '/auth/users/me/')).rejects.toThrow('401')
    await link(page, 'Ir a tu perfil').click()
    await expectText(page.getByRole('main').locator('h1 + p'), NEXT)
    await expectSeen(page.getByText(`${NEXT}. Con él entras, y a él te escribimos.`))

    await page.goto((await city.emailChangePath('undo')) ?? '/')
    await expectSeen(heading(page, 'Deshacer el cambio de correo'))
    await button(page, 'Deshacer el cambio').click()
    await field(page, 'Contraseña nueva').fill(NEW_PASSWORD)
    await field(page, 'Repite la contraseña').fill(NEW_PASSWORD)
    await button(page, 'Restablecer contraseña').click()
    await link(page, 'Iniciar sesión').last().click()
    await field(page, 'E-mail').fill(as.email)
    await field(page, 'Contraseña').fill(NEW_PASSWORD)
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, '/onboarding/sii')
  })

  test('that waits to be confirmed is cancelled, and its link says so', async ({ city, visit }) => {
    const as = await newcomer(city)
    const body = { new_email: NEXT, current_password: PASSWORD }
    await as.ask('POST', '/auth/users/set_email/', body)
    const path = await city.emailChangePath('confirm')
    const { page } = await visit({ width, as })
    await page.goto('/profile')
    await button(page, 'Anular el cambio de correo').click()
    await expectToast(page, 'El cambio de correo quedó anulado')
    await expectSeen(page.getByText(`${as.email}. Con él entras, y a él te escribimos.`))
    await page.goto(path ?? '/')
    await button(page, 'Confirmar mi correo').click()
    await expectSeen(heading(page, 'No se pudo cambiar el correo'))
    await expectSeen(page.getByText(/fue anulado/))
    await page.goto('/auth/undo-email/7-nada')
    await page.route('**/api/auth/users/set_email_undo/', (route) => route.abort())
    await button(page, 'Deshacer el cambio').click()
    await expectSeen(page.getByText(/Tu enlace sigue sirviendo: inténtalo otra vez/))
    await page.unroute('**/api/auth/users/set_email_undo/')
    await button(page, 'Deshacer el cambio').click()
    await expectSeen(heading(page, 'No se pudo deshacer el cambio'))
    await expectSeen(page.getByText(/Escríbenos si no puedes entrar a tu cuenta/))
  })
})
