import { describe, expect } from 'vitest'
import { listFacturators } from '#contract/facturators.ts'
import { ana, rodrigo } from '#simulators/world.ts'
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
  logOut,
  openPlaces,
} from '../fixtures/hands.ts'
import { addRule, connect, connected, PASSWORD, resident } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const ANA = 'ANA MARÍA MUÑOZ PEÑA'
const RODRIGO = 'RODRIGO ANDRÉS ÑANCUPIL VERA'
const SELECTOR = 'Conexión activa'
const LIST = '**/api/billing-core/facturators/'
const CREDENTIALS = '**/api/billing-sii/credentials/*/'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('one connection is a label; of several another is chosen on the server, and the page is loaded anew', async ({
    city,
    visit,
  }) => {
    const as = await resident(city, ana)
    const { page } = await visit({ width, as })
    await page.goto('/facturators')
    await expectSeen(page.getByRole('banner').getByText(ANA))
    expect(await field(page, SELECTOR).count()).toBe(0)
    await expectSeen(page.getByText('SII', { exact: true }))
    await connect(as, rodrigo)
    await page.reload()
    await page.evaluate(() => document.documentElement.setAttribute('data-stamp', 'former page'))
    await field(page, SELECTOR).selectOption(RODRIGO)
    await page.waitForFunction(() => document.documentElement.dataset['stamp'] === undefined)
    await expectText(field(page, SELECTOR).locator('option:checked'), RODRIGO)
    const mark = await page.getByRole('banner').getByRole('link').first().boundingBox()
    const search = await button(page, 'Buscar o ir a…').boundingBox()
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0)
    await expectSeen(page.getByText('SOFTWARE ARAUCARIA E.I.R.L.').first())
    // Its card does the same.
    const cards = page.getByRole('main').getByRole('listitem')
    await button(cards.filter({ has: heading(page, ANA) }), 'Activar').click()
    await expectText(field(page, SELECTOR).locator('option:checked'), ANA)
    const { active, facturators } = listFacturators.reply.parse(
      await as.ask('GET', '/billing-core/facturators/'),
    )
    expect(facturators.find(({ id }) => id === active?.id)?.label).toBe(ANA)
  })

  deepTest(
    'they are asked for once, however many screens are seen, and again after leaving',
    async ({ city, visit }) => {
      const as = await resident(city, ana)
      const { page } = await visit({ width, as })
      let asked = 0
      page.on('request', (request) => (asked += Number(request.url().endsWith('/facturators/'))))
      await page.goto('/facturators')
      for (const place of ['Reglas', 'Documentos', 'Conexiones']) {
        await openPlaces(page)
        await link(page, place).click()
        await expectSeen(heading(page, place))
      }
      expect(asked).toBe(1)
      await logOut(page)
      await page.goto('/login')
      await field(page, 'E-mail').fill(as.email)
      await field(page, 'Contraseña').fill(PASSWORD)
      await button(page, 'Iniciar sesión').click()
      await expectPath(page, '/dashboard')
      expect(asked).toBeGreaterThan(1)
    },
  )

  test('a deletion says first what goes and what stays; what hangs on it keeps the card, without a clave', async ({
    city,
    visit,
  }) => {
    const as = await resident(city, ana)
    await addRule(as, { on: 7 })
    const { page } = await visit({ width, as })
    await page.goto('/facturators')
    await button(page, `Eliminar conexión de ${ANA}`).click()
    const dialog = page.getByRole('dialog', { name: `¿Eliminar la conexión de ${ANA}?` })
    for (const part of ['Se borra', 'Se detiene', 'Queda']) {
      await expectSeen(dialog.getByText(part, { exact: true }))
    }
    const detail = 'El SII está atendiendo otra operación tuya.'
    await page.route(CREDENTIALS, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { detail } })
        : route.fallback(),
    )
    await button(dialog, 'Eliminar conexión').click()
    await expectSeen(dialog.getByRole('alert').getByText(detail))
    await page.unroute(CREDENTIALS)
    city.clock.putForward(40 * 60_000)
    await button(dialog, 'Eliminar conexión').click()
    const question = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await field(question, 'Contraseña').fill(PASSWORD)
    await button(question, 'Confirmar').click()
    await expectToast(page, 'Clave borrada: esta conexión ya no emite')
    await expectSeen(page.getByText('Sin clave guardada: no emite'))
    await expectSeen(button(page, 'Guardar clave'))
    await expectGone(button(page, `Eliminar conexión de ${ANA}`))
    expect(city.sii.sessions().filter(({ open }) => open)).toEqual([])
    await page.goto('/attention')
    await expectSeen(page.getByText(/no hay una clave del SII guardada/))
  })

  deepTest(
    'of several the others stay; the last one leads to the onboarding',
    async ({ city, visit }) => {
      const as = await connected(city, ana)
      await connect(as, rodrigo)
      const { page } = await visit({ width, as })
      await page.goto('/facturators')
      for (const name of [RODRIGO, ANA]) {
        await button(page, `Eliminar conexión de ${name}`).click()
        const dialog = page.getByRole('dialog', { name: `¿Eliminar la conexión de ${name}?` })
        await button(dialog, 'Eliminar conexión').click()
        await expectToast(page, 'Conexión eliminada')
        await expectGone(heading(page, name))
      }
      await expectPath(page, '/onboarding/sii')
      await page.goto('/rules')
      await expectPath(page, '/onboarding/sii')
    },
  )

  deepTest(
    'a change that the server does not take is told, and all stays as it was',
    async ({ city, visit }) => {
      const as = await resident(city, ana)
      await connect(as, rodrigo)
      const { page } = await visit({ width, as })
      await page.goto('/rules')
      await page.route('**/facturators/active/', (route) => route.abort())
      await field(page, SELECTOR).selectOption(RODRIGO)
      await expectToast(page, 'Error al activar la conexión')
      await expectText(field(page, SELECTOR).locator('option:checked'), ANA)
    },
  )

  deepTest(
    'the home screen says when no connection is active, and when it has no company',
    async ({ city, visit }) => {
      const as = await resident(city, ana)
      await connect(as, rodrigo)
      const list = listFacturators.reply.parse(await as.ask('GET', '/billing-core/facturators/'))
      const { page } = await visit({ width, as })
      await page.route(LIST, (route) => route.fulfill({ json: { ...list, active: null } }))
      await page.goto('/dashboard')
      await expectSeen(heading(page, 'No hay facturador activo'))
      await expectText(field(page, SELECTOR).locator('option:checked'), 'Elige una conexión')
      await link(page, 'Configurar Facturador').click()
      await expectPath(page, '/facturators')
      await page.unroute(LIST)
      await button(page, 'Activar').first().click()
      await expectSeen(page.getByText('Activa', { exact: true }))
      await page.route('**/api/billing-sii/companies/?*', (route) => route.fulfill({ json: [] }))
      await page.goto('/dashboard')
      await expectSeen(heading(page, 'No hay empresas configuradas'))
      await link(page, 'Completar Onboarding').click()
      await expectPath(page, '/onboarding-sii')
      await expectSeen(button(page, 'Conectar con el SII'))
    },
  )
})
