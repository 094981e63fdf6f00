import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { launchBrowser } from '../fixtures/browser.ts'
import { settled } from '../fixtures/hands.ts'
import { fontsWithoutLetters } from '../fixtures/machine-fonts.ts'
import { addRule, documentOf, newcomer, resident, type Resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { firstOf } from '../fixtures/stories.ts'
import { openWindow, PHONE, WIDE } from '../fixtures/visitor.ts'

/** The budget of the layout's stillness. */
const MOST_SHIFT = 0.02
/** Every answer is held on purpose, and a busy machine holds each longer. */
const timeout = 60_000

/** The machine's own fonts say how real texts break; one without letters, that no measure of a font is needed. */
const MACHINES = firstOf([
  { width: PHONE, fonts: 'without letters' },
  { width: WIDE, fonts: 'with its own fonts' },
  { width: WIDE, fonts: 'without letters' },
  { width: PHONE, fonts: 'with its own fonts' },
])

describe.each(MACHINES)('a machine $fonts at $width pixels', ({ width, fonts }) => {
  test('what the server says late, and the font, move nothing that is already there', async ({
    city,
  }) => {
    const browser = await launchBrowser(
      fonts === 'without letters' ? fontsWithoutLetters() : undefined,
    )
    onTestFinished(() => browser.close())
    const ana = await resident(city)
    // As many as the skeletons draw: of how many there will be, nobody knows before.
    const ruts = ['60803000-K', '90909090-3']
    for (const name of ['Primera', 'Segunda']) await addRule(ana, { name, ruts })
    const { id } = await documentOf(ana, await addRule(ana, { ruts }), 'waiting')
    const places = [
      { as: undefined, paths: ['/', '/login', '/register'] },
      { as: await newcomer(city, 'nueva@empresa.example'), paths: ['/onboarding/sii'] },
      {
        as: ana,
        paths: [
          '/dashboard',
          '/documents',
          `/documents/${id}`,
          '/rules',
          '/rules/create',
          '/facturators',
          '/profile',
          '/profile/credential-use',
          '/profile/delete',
        ],
      },
    ]
    const moved: string[] = []
    const look = async ({ as, paths }: { as?: Resident; paths: string[] }) => {
      const { page, leave } = await openWindow(browser, city, { width, as, still: true })
      page.setDefaultTimeout(timeout)
      const due = await answerLate(page)
      await bringFontLate(page)
      await countShifts(page)
      for (const path of paths) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        // Twice: what has arrived may ask for more.
        for (const _ of ['asked', 'asked again']) {
          await page.evaluate(severalFrames)
          await expect.poll(due, { timeout }).toBe(0)
        }
        await settled(page)
        const shift = await layoutShift(page)
        if (shift > MOST_SHIFT) moved.push(`${path}: ${shift.toFixed(3)}`)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await leave()
    }
    await Promise.all(places.map(look))
    expect(moved).toEqual([])
  })
})

/** The home's figures: of all answers the one that is most work. */
const FIGURES = /\/analytics\//

/**
 * Each answer comes only after the page has been drawn several times without it, the figures after all others; tells
 * how many are due.
 */
async function answerLate(page: Page): Promise<() => number> {
  let due = 0
  await page.route(/\/api\/(?!events\/)/, async (route) => {
    due += 1
    if (FIGURES.test(route.request().url())) await expect.poll(() => due, { timeout }).toBe(1)
    const isStillThere = await page.evaluate(severalFrames).catch(() => false)
    if (isStillThere) await route.fulfill({ response: await route.fetch() })
    else await route.abort()
    due -= 1
  })
  return () => due
}

/** The letters that stand in for it have been read by then. */
async function bringFontLate(page: Page): Promise<void> {
  await page.route(/\.woff2$/, async (route) => {
    const isStillThere = await page
      .getByRole('heading', { level: 1 })
      .waitFor()
      .then(() => page.evaluate(severalFrames))
      .catch(() => false)
    await (isStillThere ? route.fallback() : route.abort())
  })
}

function severalFrames(): Promise<boolean> {
  return new Promise((resolve) => {
    let left = 3
    const draw = () => (left-- > 0 ? requestAnimationFrame(draw) : resolve(true))
    draw()
  })
}

/** Chromium tells every shift that no key or click had caused. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = 'value' in entry ? Number(entry.value) : 0
        Object.assign(globalThis, { shifted: Number(Reflect.get(globalThis, 'shifted')) + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')))
}
