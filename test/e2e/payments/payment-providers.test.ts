import { describe, expect } from 'vitest'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { followedPayments, PASSWORD, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { WIDE } from '../fixtures/visitor.ts'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('an account is connected, tested, offered, given other keys and removed by the password', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await followedPayments(ana)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments/terms')
    await link(page, 'Cobrar en línea').click()
    await expectPath(page, '/payments/providers')
    await expectSeen(heading(page, 'Cobrar en línea'))
    const khipu = page.getByRole('article', { name: 'Khipu' })
    await expectSeen(
      khipu.getByText('Folio cobra 1 % + IVA de cada pago (1,19 % con IVA)', { exact: false }),
    )
    await button(khipu, 'Conectar la cuenta de prueba de Khipu').click()
    await expectToast(page, 'Khipu conectado')
    await expectSeen(khipu.getByText('Cobrador 990939'))
    const offered = khipu.getByRole('checkbox', { name: 'Ofrecer Khipu a mis clientes' })
    await expect.poll(() => offered.isChecked()).toBe(true)
    await offered.click()
    await expectToast(page, 'Tus clientes ya no ven Khipu')
    await button(khipu, 'Probar Khipu, Prueba').click()
    await expectToast(page, 'La prueba resultó')

    await button(khipu, 'Cambiar las llaves de Khipu, Prueba').click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar las llaves de Khipu' })
    await button(dialog, 'Guardar y probar').click()
    const key = field(dialog, 'API Key (x-api-key)')
    await expectFocus(key)
    await key.fill('vencida')
    await field(dialog, 'Secreto de notificaciones (merchant secret)').fill('secreto')
    await button(dialog, 'Guardar y probar').click()
    await expectToast(page, 'La prueba no resultó')
    await expectSeen(khipu.getByText(/^No aceptó las llaves/))
    await expect.poll(() => offered.isDisabled()).toBe(true)

    // Longer ago than a sign-in proves who it is.
    city.clock.putForward(40 * 60_000)
    await button(khipu, 'Quitar Khipu, Prueba').click()
    const question = page.getByRole('dialog', { name: '¿Quitar Khipu?' })
    await button(question, 'Quitar').click()
    const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await field(proof, 'Contraseña').fill(PASSWORD)
    await button(proof, 'Confirmar').click()
    await expectToast(page, 'Khipu quitado')
    await expectGone(khipu.getByText('Cobrador 990939'))
    await expectSeen(button(khipu, 'Conectar la cuenta de prueba de Khipu'))
  })

  test('a trial payment is made at the provider’s page, and its end is said on the way back', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await followedPayments(ana)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments/providers')
    const webpay = page.getByRole('article', { name: 'Webpay Plus' })
    await button(webpay, 'Conectar la cuenta de prueba de Webpay Plus').click()
    await expectToast(page, 'Webpay Plus conectado')
    await expectSeen(webpay.getByText(/^Pagas \$1\.000 ficticios en la página de Webpay Plus/))
    const start = button(webpay, 'Hacer un pago de prueba con Webpay Plus, Prueba')
    await start.click()
    await expectSeen(heading(page, 'Pagar $1.000'))
    await button(page, 'Pagar').click()
    await page.waitForURL('**/payments/providers?trial=*')
    await expectSeen(webpay.getByText(/^El pago de prueba de \$1\.000 resultó .* No es dinero\.$/))
    await start.click()
    await button(page, 'Rechazar').click()
    await expectSeen(webpay.getByText(/^Webpay Plus rechazó el pago de prueba/))
  })
})
