import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  heading,
  link,
  settled,
} from '../fixtures/hands.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, firstOf } from '../fixtures/stories.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'

const DESK = { light: 'rgb(245, 247, 246)', dark: 'rgb(14, 21, 20)' }
const OPENINGS = [
  ['/dashboard', 'Análisis de Ventas y Compras'],
  ['/this-month', 'Este mes'],
  ['/attention', 'Requiere tu atención'],
  ['/documents', 'Documentos'],
  ['/rules', 'Reglas'],
] as const

describe.each(
  firstOf([
    { width: PHONE, scheme: 'light' },
    { width: WIDE, scheme: 'dark' },
  ] as const),
)('before the program has come, $scheme at $width pixels', ({ width, scheme }) => {
  test('the frame of a session stands where it will stay', async ({ city, visit }) => {
    const { page } = await visit({ width, scheme, as: await resident(city) })
    await watchShifts(page)
    for (const [path, title] of OPENINGS) {
      const release = await holdProgram(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expectSeen(drawn(page, title))
      await expectSeen(page.getByText('Ambiente de demostración', { exact: false }))
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        DESK[scheme],
      )
      await page.evaluate(() => document.fonts.ready)
      const before = await places(page)
      release()
      await expectSeen(page.locator('footer'))
      await expectSeen(heading(page, title))
      await expectGone(page.locator('main').getByText('Cargando…', { exact: true }))
      await settled(page)
      expect([path, await places(page)]).toEqual([path, before])
      expect(await shifted(page)).toBeLessThan(0.02)
    }
  })
})

test('it speaks the language that was chosen, and says no more than it knows', async ({
  city,
  visit,
}) => {
  const { page } = await visit({ as: await resident(city), language: 'en' })
  await holdProgram(page)
  await page.goto('/rules', { waitUntil: 'commit' })
  await expectSeen(drawn(page, 'Rules'))
  await page.goto('/profile', { waitUntil: 'commit' })
  await expectSeen(page.locator('header').getByText('Folio'))
  expect(await page.locator('h1').count()).toBe(0)
})

deepTest('visitors get no frame of a session', async ({ visit }) => {
  const { page } = await visit()
  await holdProgram(page)
  for (const path of ['/login', '/rules', '/register']) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading')
    expect(await page.locator('#root').innerHTML()).toBe('')
  }
  await page.goto('/', { waitUntil: 'commit' })
  expect(await page.locator('template').count()).toBe(0)
})

test('a phone has the places under one button', async ({ city, visit }) => {
  const { page } = await visit({ width: PHONE, as: await resident(city) })
  await page.goto('/documents')
  const menu = button(page, 'Abrir el menú')
  const places = page.getByRole('navigation', { name: 'Navegación principal' })
  await menu.click()
  await expectSeen(link(places, 'Documentos'))
  expect(await link(places, 'Documentos').getAttribute('aria-current')).toBe('page')
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([])
  await page.keyboard.press('Escape')
  await expectFocus(menu)
  await expectGone(places)
  await menu.click()
  await page.mouse.click(20, 780)
  await expectGone(places)
  await menu.click()
  await link(places, 'Reglas').click()
  await expectPath(page, '/rules')
  await expectGone(places)
  await menu.click()
  await button(places, 'Cerrar sesión').click()
  await expectPath(page, '/')
})

/** Drawn, and not yet a heading for who listens. */
function drawn(page: Page, title: string): Locator {
  return page.locator('main[inert] h1').getByText(title, { exact: true })
}

/** From here on scripts wait; what is returned lets those go that wait and those that follow. */
function holdProgram(page: Page): Promise<() => void> {
  return holdCalls(page, '**/assets/*.js')
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
      document.documentElement.dataset.shifted = String(sum)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shifted(page: Page): Promise<number> {
  return Number((await page.locator('html').getAttribute('data-shifted')) ?? 0)
}

/** Where what the frame shows stands on the page. */
async function places(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const box = (part: string) => {
      const found = document.querySelector(part)
      const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect()
      return { x, y, width, height }
    }
    // What comes beside the words may take of their room, and never moves them.
    const start = (part: string) => ({ ...box(part), width: 0 })
    return {
      banner: box('aside'),
      bar: box('#root > header'),
      mark: box('#root > header svg'),
      menu: box('#root > header :is([class*="still"], [class*="phone"] > button)'),
      heading: start('main header h1'),
      lead: start('main h1 + p'),
    }
  })
}
