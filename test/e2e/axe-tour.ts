import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { settled } from './hands.ts'
import { test } from './stage.ts'
import type { Stop } from './stop.ts'
import { tours } from './tour.ts'
import type { Visitor } from './visitor.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Whoever speaks to the computer says what stands on the button: its name must hold those words. */
const spoken = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** Of one part, on a machine that has more to do. */
const LONGEST_MS = 6 * 60_000

/** All that can change when only the colours do. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Every stop of every tour; each width is a file of its own, so that they go side by side. */
export function walkWithAxe(width: number): void {
  describe.each(Object.entries(tours))('%s', (_part, tourOf) => {
    test(
      'axe finds nothing anywhere, light or dark; and nothing sticks out',
      { timeout: LONGEST_MS },
      async ({ city, visit }) => {
        const windows = new Map<Stop['as'], Visitor>()
        const found: string[] = []
        for (const stop of await tourOf(city)) {
          const visitor = windows.get(stop.as) ?? (await visit({ width, as: stop.as, still: true }))
          windows.set(stop.as, visitor)
          const { page } = visitor
          await page.goto(stop.path)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await stop.reach?.(page)
          found.push(...(await faults(page, stop)).map((fault) => `${stop.name}: ${fault}`))
          await changeScheme(page, 'dark')
          const inDark = await faults(page, stop, ofColour)
          found.push(...inDark.map((fault) => `${stop.name}, dark: ${fault}`))
          await changeScheme(page, 'light')
          const over = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          )
          if (over > 0) found.push(`${stop.name}: ${over} pixels wider than the screen`)
          await stop.leave?.(page)
        }
        expect(found).toEqual([])
      },
    )
  })
}

/** One line for each rule that is broken, with the first place that breaks it. */
async function faults(page: Page, stop: Stop, rules?: string[]): Promise<string[]> {
  await settled(page, stop.isWaiting)
  // Without frames of others there is nothing to be gathered from elsewhere, which takes a page more.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const wanted = rules ? axe.withRules(rules) : axe.options(spoken).withTags(standards)
  const { violations } = await wanted.analyze()
  return violations.map(({ id, nodes }) => {
    const [first] = nodes
    return `${id}, ${nodes.length} places, ${first?.target.join(' ')}: ${first?.failureSummary}`
  })
}

async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.waitForFunction(
    (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    scheme,
  )
}
