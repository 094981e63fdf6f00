import { describe, expect } from 'vitest'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import { newcomer } from '../fixtures/resident.ts'
import { testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('a new screen begins at its top, and is read from its heading', async ({ city, visit }) => {
    const { page } = await visit({ as: await newcomer(city), width, still: true })
    await page.goto('/profile')
    const open = link(page, 'Ver y eliminar: Eliminar la cuenta')
    await open.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
    await open.click()
    await expectPath(page, '/profile/delete')
    await expectFocus(heading(page, 'Eliminar tu cuenta'))
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the form of the login enters in 600 ms, that of the register in 1000', async ({
    visit,
  }) => {
    const { page } = await visit({ width, isMoving: true })
    for (const [path, lasts] of [
      ['/login', '0.6s'],
      ['/register', '1s'],
    ] as const) {
      await page.goto(path)
      await expectSeen(heading(page, path === '/login' ? 'Iniciar sesión' : 'Crear cuenta'))
      const lengths = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .map((part) => getComputedStyle(part))
          .filter(({ animationName }) => animationName.includes('enter'))
          .map(({ animationDuration }) => animationDuration),
      )
      expect([path, [...new Set(lengths)]]).toEqual([path, [lasts]])
    }
  })

  test('a toast stands at the top centre for three seconds, and longer for whoever points at it', async ({
    visit,
  }) => {
    const { page, context } = await visit({ width })
    await page.goto('/login')
    await field(page, 'E-mail').fill('nadie@empresa.example')
    await field(page, 'Contraseña').fill('no-es-esta')
    await button(page, 'Iniciar sesión').click()
    const toast = page.locator('.mantine-Notification-root')
    await toast.hover()
    await context.clock.fastForward(20_000)
    const box = await toast.boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(10)
    // Right below the bar, which it leaves to be seen; at the top once that has scrolled away.
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    await expect.poll(() => page.evaluate(belowBar)).toBe(12)
    await page.evaluate(() => window.scrollTo({ top: 400 }))
    await expect.poll(async () => (await toast.boundingBox())?.y).toBe(16)
    await page.mouse.move(10, 600)
    await context.clock.fastForward(3_100)
    await expectGone(toast)
    // What must be acted on stays beside the form.
    await expectSeen(page.getByRole('alert').getByText('Email o contraseña incorrectos'))
  })
})

/** How far below the bar's lower edge the toast begins, in whole pixels. */
function belowBar(): number {
  const [bar, toast] = ['header', '.mantine-Notification-root'].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  )
  return Math.round((toast?.top ?? 0) - (bar?.bottom ?? 0))
}
