import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ana, rodrigo } from '#simulators/world.ts'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
  link,
  openPlaces,
} from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { connect, resident } from '../fixtures/resident.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

const SELECTOR = 'Conexión activa'
const RODRIGO = 'RODRIGO ANDRÉS ÑANCUPIL VERA'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('while another connection is activated nothing else can be pressed; a failure gives the page back', async ({
    city,
    visit,
  }) => {
    const as = await resident(city, ana)
    await connect(as, rodrigo)
    const { page } = await visit({ width, as, isMoving: true })
    await page.goto('/rules')
    await expectSeen(heading(page, 'Reglas'))
    const release = await holdCalls(page, '**/facturators/active/', 'abort')
    const selector = field(page, SELECTOR)
    await selector.focus()
    await selector.selectOption(RODRIGO)
    await expectSeen(overlay(page).getByText('Cargando…', { exact: true }))
    await page.keyboard.press('Escape')
    const { width: wide = 0 } = page.viewportSize() ?? {}
    expect(await page.evaluate(topmost, [wide / 2, 200])).toBe('dialog')
    release()
    await expectToast(page, 'Error al activar la conexión')
    await expectGone(overlay(page))
    await expectFocus(selector)
    await page.unroute('**/facturators/active/')
    await selector.selectOption(RODRIGO)
    await expectText(field(page, SELECTOR).locator('option:checked'), RODRIGO)
    await expectGone(overlay(page))
  })

  test('the browser’s other tabs follow to the connection that was chosen in one', async ({
    city,
    visit,
  }) => {
    const as = await resident(city, ana)
    await connect(as, rodrigo)
    const { page, context } = await visit({ width, as, isMoving: true })
    await page.goto('/rules')
    await expectSeen(field(page, SELECTOR))
    const other = await context.newPage()
    await other.goto('/facturators')
    await expectSeen(activeCard(other).getByText('ASESORÍAS PEÑA & MUÑOZ SPA'))
    await field(page, SELECTOR).selectOption(RODRIGO)
    await expectSeen(activeCard(other).getByText('SOFTWARE ARAUCARIA E.I.R.L.'))
    await expectText(field(other, SELECTOR).locator('option:checked'), RODRIGO)
    await expectGone(activeCard(other).getByText('ASESORÍAS PEÑA & MUÑOZ SPA'))
  })

  test('who leaves waits for the server no longer than it takes, and is told so meanwhile', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await resident(city) })
    await page.goto('/rules')
    await expectSeen(heading(page, 'Reglas'))
    const release = await holdCalls(page, '**/auth/logout/', 'abort')
    await openPlaces(page)
    await button(page, 'Cerrar sesión').click()
    await expectSeen(overlay(page))
    release()
    await expectPath(page, '/')
    await expectSeen(link(page, 'Comenzar sin suscripción'))
  })
})

function overlay(page: Page) {
  return page.getByRole('dialog', { name: 'Cargando…' })
}

/** Of the connections' screen. */
function activeCard(page: Page) {
  const isActive = page.getByText('Activa', { exact: true })
  return page.getByRole('listitem').filter({ has: isActive })
}

/** The name of the element that a press there would meet. */
function topmost([x = 0, y = 0]: number[]): string | undefined {
  return document.elementFromPoint(x, y)?.localName
}
