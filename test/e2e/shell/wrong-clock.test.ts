import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectSeen, heading } from '../fixtures/hands.ts'
import { addRule, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { firstOf } from '../fixtures/stories.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** An access token lives an hour: three of them, and the one that a late clock asks for at once. */
const MOST_RENEWALS = 4

test.for(firstOf([-14, 14]))(
  'a computer whose clock is off by %i hours shows the same days and renews its session once an hour',
  async (hours, { city, visit }) => {
    const as = await resident(city)
    await addRule(as)
    const { page: right } = await visit({ as, still: true })
    const expected = await daysShown(right)
    expect(expected.length).toBeGreaterThan(0)
    await right.close()

    const { page, putForward } = await visit({ as, still: true })
    await page.clock.setSystemTime(city.clock.now() + hours * HOUR_MS)
    let renewals = 0
    let answered = 0
    const isRenewal = (one: { url(): string }) => one.url().endsWith('/jwt/refresh/')
    page.on('request', (request) => void (renewals += isRenewal(request) ? 1 : 0))
    page.on('requestfinished', (request) => void (answered += isRenewal(request) ? 1 : 0))
    // A jump of the clock ends a call that is on its way, as a computer's sleep would; it is made again.
    page.on('requestfailed', (request) => void (renewals -= isRenewal(request) ? 1 : 0))
    expect(await daysShown(page)).toEqual(expected)
    for (let gone = 0; gone < 3 * HOUR_MS; gone += 15 * MINUTE_MS) {
      await putForward(15 * MINUTE_MS)
      await page.evaluate(() => fetch('/api/installation/').then((reply) => reply.text()))
      await expect.poll(() => answered).toBe(renewals)
    }
    await page.reload()
    await expectSeen(heading(page, 'Reglas'))
    expect(renewals).toBeGreaterThan(0)
    expect(renewals).toBeLessThanOrEqual(MOST_RENEWALS)
  },
)

/** The days that the list of rules names; the rest of it may still be loading. */
async function daysShown(page: Page): Promise<string[]> {
  await page.goto('/rules')
  const main = page.getByRole('main')
  await expectSeen(main.getByText('Asesoría mensual').first())
  const text = await main.innerText()
  return text.match(/\d{2}\/\d{2}\/\d{4}/g) ?? []
}
