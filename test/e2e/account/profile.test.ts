import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listFacturators } from '#contract/facturators.ts'
import { unzip } from '#server/sheets/test-unzip.ts'
import { totpCode } from '#server/users/second-factor/totp.ts'
import type { City } from '../fixtures/city.ts'
import {
  button,
  contentOf,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  link,
  logOut,
  openPlaces,
} from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import {
  addRule,
  documentOf,
  issueNow,
  login,
  newcomer,
  PASSWORD,
  resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

const NEW_PASSWORD = 'Golondrina-71-azul'
const STEP_MS = 30_000

async function leaveAndLogIn(page: Page, email: string, password: string): Promise<void> {
  await logOut(page)
  await page.goto('/login')
  await field(page, 'E-mail').fill(email)
  await field(page, 'Contraseña').fill(password)
  await button(page, 'Iniciar sesión').click()
}

const codeNow = (city: City, secret: string) =>
  totpCode(secret.replaceAll(' ', ''), Math.floor(city.clock.now() / STEP_MS))

describe.each(widthsOf(PHONE))('the password at %i pixels', (width) => {
  const test = testsAt(width)

  test('is changed with the one there is; this session goes on, the others are closed', async ({
    city,
    visit,
  }) => {
    const as = await newcomer(city)
    const elsewhere = await login(city, as.email)
    const { page } = await visit({ width, as })
    await page.goto('/onboarding/sii')
    await openPlaces(page)
    await link(page, width === PHONE ? 'Tu perfil' : as.email).click()
    await expectPath(page, '/profile')
    await button(page, 'Cambiar contraseña').click()
    const dialog = page.getByRole('dialog')
    await button(dialog, 'Cambiar contraseña').click()
    await expectSeen(dialog.getByText('Todavía le falta algo de la lista'))
    await field(dialog, 'Contraseña actual').fill('no-es-esta')
    await field(dialog, 'Contraseña nueva').fill(NEW_PASSWORD)
    await field(dialog, 'Repite la contraseña nueva').fill(NEW_PASSWORD)
    await button(dialog, 'Cambiar contraseña').click()
    await expectSeen(dialog.getByText('La contraseña no es correcta.'))
    await field(dialog, 'Contraseña actual').fill(PASSWORD)
    await button(dialog, 'Cambiar contraseña').click()
    await expectToast(page, 'Contraseña cambiada. Tus otras sesiones quedaron cerradas.')
    await expectGone(dialog)
    await expect(elsewhere.ask('GET', '/auth/users/me/')).rejects.toThrow('401')
    await page.reload()
    await expectSeen(page.getByText('No hay otras sesiones abiertas.'))
    await leaveAndLogIn(page, as.email, NEW_PASSWORD)
    await expectPath(page, '/onboarding/sii')
  })

  deepTest(
    'that is known from breaches is told beside its field before anything is sent, and nothing is lost',
    async ({ city, visit }) => {
      const { page } = await visit({ width, as: await newcomer(city) })
      await page.goto('/profile')
      await button(page, 'Cambiar contraseña').click()
      const dialog = page.getByRole('dialog')
      await field(dialog, 'Contraseña actual').fill(PASSWORD)
      await field(dialog, 'Contraseña nueva').fill('Password123!')
      await field(dialog, 'Repite la contraseña nueva').fill('Password123!')
      await button(dialog, 'Cambiar contraseña').click()
      await expectSeen(dialog.getByText('Todavía le falta algo de la lista'))
      expect(await field(dialog, 'Contraseña actual').inputValue()).toBe(PASSWORD)
    },
  )
})

describe.each(widthsOf(PHONE))('two-step verification at %i pixels', (width) => {
  test('is switched on with an app, asked for at the login, and off again', async ({
    city,
    visit,
  }) => {
    const as = await newcomer(city)
    const { page, putForward } = await visit({ width, as })
    await page.goto('/profile')
    await button(page, 'Activar').click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Contraseña de tu cuenta').fill(PASSWORD)
    await button(dialog, 'Continuar').click()
    await expectSeen(dialog.getByRole('img', { name: 'Código QR para tu aplicación' }))
    const secret = await field(dialog, 'O escribe esta clave en ella').innerText()
    await field(dialog, 'Código que muestra la aplicación').fill('000000')
    await button(dialog, 'Activar').click()
    await expectSeen(dialog.getByText('El código no es correcto o ya se usó.'))
    await field(dialog, 'Código que muestra la aplicación').fill(codeNow(city, secret))
    const release = await holdCalls(page, '**/api/auth/second-factor/confirm/')
    await button(dialog, 'Activar').click()
    await expectGone(dialog.getByRole('button', { name: 'Cerrar' }))
    await page.keyboard.press('Escape')
    release()
    await expectSeen(dialog.getByText('Guarda tus códigos de recuperación'))
    const codes = await dialog.getByRole('listitem').allInnerTexts()
    expect(codes).toHaveLength(10)
    await page.keyboard.press('Escape')
    await expectSeen(dialog.getByText(codes[9] ?? ''))
    await expectGone(dialog.getByRole('button', { name: 'Cerrar' }))
    await button(dialog, 'Ya los guardé').click()
    await expectSeen(page.getByText(/Te quedan 10 códigos de recuperación/))

    await leaveAndLogIn(page, as.email, PASSWORD)
    await field(page, 'Código de verificación').fill('000000')
    await button(page, 'Iniciar sesión').click()
    await expectSeen(page.getByRole('alert').getByText(/Ese código no sirve/))
    await putForward(STEP_MS)
    await field(page, 'Código de verificación').fill(codeNow(city, secret))
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, '/onboarding/sii')

    await page.goto('/profile')
    await button(page, 'Desactivar').click()
    await field(dialog, 'Contraseña de tu cuenta').fill(PASSWORD)
    await field(dialog, 'Código de verificación').fill(codes[0] ?? '')
    await button(dialog, 'Desactivar').click()
    await expectToast(page, 'Verificación en dos pasos desactivada')
    await expectSeen(button(page, 'Activar'))
  })
})

test('recovery codes are shown although Escape was pressed in the moment they were asked for', async ({
  city,
  visit,
}) => {
  const { page } = await visit({ as: await newcomer(city) })
  await page.goto('/profile')
  await button(page, 'Activar').click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Contraseña de tu cuenta').fill(PASSWORD)
  await button(dialog, 'Continuar').click()
  const secret = await field(dialog, 'O escribe esta clave en ella').innerText()
  await field(dialog, 'Código que muestra la aplicación').fill(codeNow(city, secret))
  // Before the page can be drawn in between.
  await button(dialog, 'Activar').evaluate((element: HTMLElement) => {
    element.click()
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expectSeen(dialog.getByText('Guarda tus códigos de recuperación'))
  await button(dialog, 'Ya los guardé').click()
  await expectGone(dialog)
  await expectSeen(page.getByText(/Te quedan 10 códigos de recuperación/))
})

describe('the sessions', () => {
  test('are told apart, and one is closed from another at once', async ({ city, visit }) => {
    const as = await newcomer(city)
    const there = await visit({ as: await login(city, as.email) })
    await there.page.goto('/profile')
    const { page } = await visit({ as })
    await page.goto('/profile')
    await expectSeen(page.getByText('Esta sesión'))
    await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click()
    await expectToast(page, 'Sesión cerrada')
    await expectSeen(page.getByText('No hay otras sesiones abiertas.'))
    await there.page.reload()
    await expectPath(there.page, '/login')
  })

  deepTest('are closed all together but for this one', async ({ city, visit }) => {
    const as = await newcomer(city)
    const others = [await login(city, as.email), await login(city, as.email)]
    const { page } = await visit({ as, width: PHONE })
    await page.goto('/profile')
    await button(page, 'Cerrar todas las demás').click()
    await button(page.getByRole('dialog'), 'Cerrar todas las demás').click()
    await expectSeen(page.getByText('No hay otras sesiones abiertas.'))
    for (const other of others) {
      await expect(other.ask('GET', '/auth/users/me/')).rejects.toThrow('401')
    }
  })

  deepTest('that could not be read say so, and are read again', async ({ city, visit }) => {
    const { page } = await visit({ as: await newcomer(city) })
    await page.route('**/api/auth/sessions/', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/profile')
    await expectSeen(page.getByText('No pudimos cargar tus sesiones'))
    await page.unroute('**/api/auth/sessions/')
    await button(page, 'Reintentar').click()
    await expectSeen(page.getByText('Esta sesión'))
  })
})

describe('the use of the clave', () => {
  test('is told with its reason and whose it is; everything else a page at a time', async ({
    city,
    visit,
  }) => {
    const as = await resident(city)
    const { facturators } = listFacturators.reply.parse(
      await as.ask('GET', '/billing-core/facturators/'),
    )
    await as.ask('POST', `/billing-sii/credentials/${facturators[0]?.id}/test/`, {})
    for (let change = 0; change < 52; change += 1) {
      await as.ask('PATCH', '/mail-preferences/', { weekly_digest: change % 2 === 0 })
    }
    const { page } = await visit({ as })
    await page.goto('/profile')
    await link(page, 'Ver: Cuándo y para qué se usó tu clave').click()
    await expectPath(page, '/profile/credential-use')
    await expectSeen(page.getByText('Usamos tu clave del SII porque pediste probarla.'))
    await expectSeen(page.getByText(/^Conexión: /))
    await button(page, 'Todo lo que pasó').click()
    await expectSeen(page.getByText('50 anotaciones'))
    await button(page, 'Ver más antiguos').click()
    await expectSeen(page.getByText('Se creó la cuenta.'))
    await expectGone(button(page, 'Ver más antiguos'))
    await page.goBack()
    await expectPath(page, '/profile')
  })

  deepTest('that did not happen yet says so', async ({ city, visit }) => {
    const { page } = await visit({ as: await newcomer(city) })
    await page.goto('/profile/credential-use')
    await expectSeen(page.getByText('Tu clave todavía no se ha usado'))
  })
})

test('all that is kept is downloaded, once the password was given again', async ({
  city,
  visit,
}) => {
  const as = await newcomer(city)
  const { page, putForward } = await visit({ as })
  await page.goto('/profile')
  await putForward(31 * 60_000)
  await button(page, 'Descargar todo lo que guardamos de ti').click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Contraseña').fill(PASSWORD)
  const coming = page.waitForEvent('download')
  await button(dialog, 'Confirmar').click()
  const download = await coming
  // It stands for three seconds.
  await expectToast(page, 'Descarga lista')
  expect(download.suggestedFilename()).toBe('folio-mis-datos.zip')
  const files = unzip(await contentOf(download))
  expect(String(files.get('LEEME.txt')?.())).toContain(as.email)
})

describe.each(widthsOf(PHONE))('leaving at %i pixels', (width) => {
  const test = testsAt(width)

  test('says what is lost and kept, asks for word and password, and then nobody is there', async ({
    city,
    visit,
  }) => {
    const as = await resident(city)
    await addRule(as, { on: 'SOON' })
    const { page } = await visit({ width, as })
    await page.goto('/profile')
    await link(page, 'Ver y eliminar: Eliminar la cuenta').click()
    await expectPath(page, '/profile/delete')
    await expectSeen(page.getByText('1 regla: no se emite nada más por ella.'))
    await button(page, 'Eliminar mi cuenta para siempre').click()
    await expectSeen(page.getByText('Escribe la palabra tal como se pide'))
    await field(page, 'Contraseña de tu cuenta').fill(PASSWORD)
    await field(page, 'Escribe ELIMINAR').fill('eliminar')
    await button(page, 'Eliminar mi cuenta para siempre').click()
    await expectPath(page, '/')
    await expect(login(city, as.email)).rejects.toThrow('401')
  })

  deepTest('waits for what is on its way', async ({ city, visit }) => {
    const as = await resident(city)
    const rule = await addRule(as)
    city.sii.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
    await issueNow(as, rule)
    await documentOf(as, rule, 'uncertain')
    const { page } = await visit({ width, as })
    await page.goto('/profile/delete')
    await expectSeen(page.getByText('Todavía no se puede'))
    await expectGone(button(page, 'Eliminar mi cuenta para siempre'))
    await link(page, 'Ver qué falta').click()
    await expectPath(page, '/attention')
  })
})
