import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  button,
  expectGone,
  expectPath,
  expectSeen,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { allow, connectMailbox, emailAccounts } from '../fixtures/mailbox.ts'
import { MAILBOXES } from '../fixtures/post.ts'
import { resident } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const GOOGLE = MAILBOXES.google.email
const MICROSOFT = MAILBOXES.microsoft.email

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test("Google's popup connects a mailbox and closes, and the page beneath shows it", async ({
    city,
    visit,
  }) => {
    const { page, context } = await visit({ width, as: await resident(city) })
    await page.goto('/email-accounts')
    await expectSeen(heading(page, 'Aún no hay cuentas conectadas'))
    const opened = context.waitForEvent('page')
    await button(page, 'Conectar Google').click()
    const popup = await opened
    await expectSeen(heading(popup, 'Elige una cuenta'))
    expect(await popup.evaluate(() => window.name)).toBe('google_oauth')
    expect(popup.viewportSize()).toEqual({ width: 500, height: 600 })
    await expectSeen(page.getByText(/^Termina en la ventana de Google/))
    const closed = popup.waitForEvent('close')
    await allow(popup, GOOGLE)
    await closed
    await expectToast(page, 'Cuenta de email agregada')
    await expectSeen(page.getByRole('article', { name: GOOGLE }).getByText('Conectada'))
    await expectGone(page.getByText(/^Termina en la ventana de Google/))
    await expectPath(page, '/email-accounts')
  })

  test('a popup that is blocked sends the whole page to Google and back', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/email-accounts')
    await button(page, 'Conectar Google').click()
    await allow(page, GOOGLE)
    await expectToast(page, 'Cuenta de email agregada')
    await expectSeen(page.getByRole('article', { name: GOOGLE }))
    expect(new URL(page.url()).search).toBe('')
  })

  deepTest(
    'a popup closed at once sends the whole page to Google and back',
    async ({ city, visit }) => {
      const { page, context } = await visit({ width, as: await resident(city) })
      context.on('page', (opened) => void opened.close())
      const release = await holdCalls(page, '**/oauth/google/authorize/**')
      await page.goto('/email-accounts')
      const opened = context.waitForEvent('page')
      await button(page, 'Conectar Google').click()
      const popup = await opened
      if (!popup.isClosed()) await popup.waitForEvent('close')
      release()
      await allow(page, GOOGLE)
      await expectToast(page, 'Cuenta de email agregada')
      await expectSeen(page.getByRole('article', { name: GOOGLE }))
    },
  )

  deepTest(
    'a browser that goes to Microsoft of its own accord gets there',
    async ({ city, visit }) => {
      const { page } = await visit({ width, as: await resident(city) })
      await page.goto('/api/mailer/oauth/microsoft/authorize/')
      await allow(page, MICROSOFT)
      await expectToast(page, 'Cuenta de email agregada')
      await expectSeen(page.getByRole('article', { name: MICROSOFT }))
    },
  )

  test('Microsoft takes the whole page and comes back to it', async ({ city, visit }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await page.goto('/email-accounts')
    await button(page, 'Conectar Microsoft').click()
    await allow(page, MICROSOFT)
    await expectPath(page, '/email-accounts')
    await expectToast(page, 'Cuenta de email agregada')
    await expectSeen(page.getByRole('article', { name: MICROSOFT }))
  })

  deepTest(
    'who says no is told so beside the buttons, and may begin again',
    async ({ city, visit }) => {
      const ana = await resident(city)
      const { page, context } = await visit({ width, as: ana })
      await page.goto('/email-accounts')
      await button(page, 'Conectar Microsoft').click()
      await button(page, 'Cancelar').click()
      await expectSeen(page.getByRole('alert').getByText(/^No diste el permiso/))
      const opened = context.waitForEvent('page')
      await button(page, 'Conectar Google').click()
      await expectGone(page.getByText(/^No diste el permiso/))
      const popup = await opened
      await button(popup, 'Cancelar').click()
      await expectSeen(page.getByRole('alert').getByText(/^No diste el permiso/))
      expect(await emailAccounts(ana)).toEqual([])
    },
  )

  test('name and signature are edited; what was not touched stays', async ({ city, visit }) => {
    const ana = await resident(city)
    const { page } = await visit({ width, as: ana })
    await connectMicrosoft(page)
    await link(page, `Editar ${MICROSOFT}`).click()
    await field(page, 'Nombre que ven tus clientes').fill('Ana de Contabilidad')
    const signature = page.getByRole('textbox', { name: 'Firma' })
    await signature.click()
    await button(page, 'Negrita').click()
    await page.keyboard.type('Ana Muñoz')
    await button(page, 'Guardar').click()
    await expectToast(page, 'Cuenta actualizada')
    await expectSeen(page.getByText('Microsoft · envía como Ana de Contabilidad'))
    expect(await emailAccounts(ana)).toMatchObject([
      { full_name: 'Ana de Contabilidad', signature: '<p><strong>Ana Muñoz</strong></p>' },
    ])
    await link(page, `Editar ${MICROSOFT}`).click()
    await expectSeen(page.getByRole('textbox', { name: 'Firma' }).getByText('Ana Muñoz'))
    await button(page, 'Guardar').click()
    await expectToast(page, 'Cuenta actualizada')
    expect(await emailAccounts(ana)).toMatchObject([
      { signature: '<p><strong>Ana Muñoz</strong></p>' },
    ])
  })

  deepTest(
    'the wider right that large documents need is asked for where an Outlook account is edited',
    async ({ city, visit }) => {
      const { page } = await visit({ width, as: await resident(city) })
      await connectMicrosoft(page)
      await link(page, `Editar ${MICROSOFT}`).click()
      await expectSeen(heading(page, 'Documentos de más de 3 MB'))
      const asked = page.waitForRequest(/\/oauth2\/v2\.0\/authorize/)
      await button(page, 'Dar este permiso').click()
      expect((await asked).url()).toContain('Mail.ReadWrite')
      await allow(page, MICROSOFT)
      await expectSeen(heading(page, MICROSOFT))
      await expectToast(page, 'Cuenta conectada de nuevo')
    },
  )

  test('a deleted account is asked about first, and is gone', async ({ city, visit }) => {
    const ana = await resident(city)
    const { page } = await visit({ width, as: ana })
    await connectMicrosoft(page)
    const remove = button(page, `Eliminar ${MICROSOFT}`)
    await remove.click()
    const dialog = page.getByRole('dialog')
    await button(dialog, 'Cancelar').click()
    await expectGone(dialog)
    await remove.click()
    await button(dialog, 'Eliminar').click()
    await expectToast(page, 'Cuenta eliminada')
    await expectSeen(heading(page, 'Aún no hay cuentas conectadas'))
    expect(await emailAccounts(ana)).toEqual([])
  })

  test('what fails is said, in the words of the server when it has some, and nothing is lost', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const account = await connectMailbox(city, ana, 'microsoft')
    const { page, context } = await visit({ width, as: ana })
    await page.route('**/oauth/google/authorize/**', (route) => route.abort())
    await page.goto('/email-accounts')
    const popup = context.waitForEvent('page')
    await button(page, 'Conectar Google').click()
    await expectToast(page, 'No se pudo iniciar OAuth con Google')
    await expect.poll(async () => (await popup).isClosed()).toBe(true)
    const one = `**/api/mailer/email-accounts/${account}/`
    await page.route(one, (route) => route.abort())
    await link(page, `Editar ${MICROSOFT}`).click()
    await field(page, 'Nombre que ven tus clientes').fill('Ana de Contabilidad')
    await button(page, 'Guardar').click()
    await expectToast(page, 'Error al guardar')
    expect(await field(page, 'Nombre que ven tus clientes').inputValue()).toBe(
      'Ana de Contabilidad',
    )
    await link(page, 'Cancelar').click()
    await button(page, `Eliminar ${MICROSOFT}`).click()
    const remove = button(page.getByRole('dialog'), 'Eliminar')
    await remove.click()
    await expectToast(page, 'Error al eliminar')
    await page.route(one, (route) =>
      route.fulfill({ status: 409, json: { detail: 'Hay un correo saliendo.' } }),
    )
    await remove.click()
    await expectToast(page, 'Hay un correo saliendo.')
    expect(await emailAccounts(ana)).toMatchObject([{ id: account }])
  })

  deepTest(
    'they are asked for once, however many screens show them, and again when one is connected',
    async ({ city, visit }) => {
      const ana = await resident(city)
      await connectMailbox(city, ana, 'microsoft')
      const { page, context } = await visit({ width, as: ana })
      let asked = 0
      page.on('request', (request) => (asked += Number(request.url().endsWith('/email-accounts/'))))
      await page.goto('/email-accounts')
      await link(page, `Editar ${MICROSOFT}`).click()
      await expectSeen(heading(page, MICROSOFT))
      await link(page, 'Cancelar').click()
      await expectSeen(page.getByRole('article', { name: MICROSOFT }))
      expect(asked).toBe(1)
      const opened = context.waitForEvent('page')
      await button(page, 'Conectar Google').click()
      await allow(await opened, GOOGLE)
      await expectSeen(page.getByRole('article', { name: GOOGLE }))
      expect(asked).toBeGreaterThan(1)
    },
  )

  deepTest('an account of somebody else is not there to be edited', async ({ city, visit }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await page.goto('/email-accounts/999999/edit')
    await expectSeen(heading(page, 'Esta cuenta no existe'))
  })
})

async function connectMicrosoft(page: Page): Promise<void> {
  await page.goto('/email-accounts')
  await button(page, 'Conectar Microsoft').click()
  await allow(page, MICROSOFT)
  await expectSeen(page.getByRole('article', { name: MICROSOFT }))
}
