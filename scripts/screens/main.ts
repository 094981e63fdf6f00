import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { setup } from '#server/db/test-postgres.ts'
import { launchBrowser } from '../../test/e2e/fixtures/browser.ts'
import { openCity, type City } from '../../test/e2e/fixtures/city.ts'
import { settled } from '../../test/e2e/fixtures/hands.ts'
import { tours } from '../../test/e2e/tours/tour.ts'
import type { Stop } from '../../test/e2e/tours/stop.ts'
import { openWindow, PHONE, WIDE, WIDTHS } from '../../test/e2e/fixtures/visitor.ts'

type Picture = {
  file: string
  stop: string
  width: number
  scheme: 'light' | 'dark'
  whole: boolean
}

/** What the README shows: a window, not the whole page. `part`: of the tour; no other is walked for it. */
const shown: (Omit<Picture, 'whole'> & { part: keyof typeof tours })[] = [
  { file: 'document', stop: 'document-issued', width: WIDE, scheme: 'light', part: 'house' },
  { file: 'wizard', stop: 'wizard-review', width: WIDE, scheme: 'light', part: 'wizard' },
  { file: 'dashboard', stop: 'dashboard', width: WIDE, scheme: 'dark', part: 'house' },
  { file: 'phone', stop: 'document-waiting', width: PHONE, scheme: 'light', part: 'house' },
]

/** A folder takes every picture, or those of the parts of the tour, or of the stops, that are named after it. */
const [folder, ...names] = process.argv.slice(2)
const walked: string[] = folder === undefined ? shown.map(({ part }) => part) : names
const parts = Object.entries(tours).filter(([part]) => walked.includes(part))
const closeDatabase = await setup()
try {
  if (folder === undefined) {
    const pictures = shown.map((picture) => ({ ...picture, whole: false }))
    await take(join(import.meta.dirname, '../../docs/screens'), () => pictures)
  } else await take(folder, everything)
} finally {
  await closeDatabase()
}

function everything(stops: string[]): Picture[] {
  const isPart = names.length === 0 || parts.length > 0
  const wanted = stops.filter((stop) => isPart || names.includes(stop))
  return wanted.flatMap((stop) =>
    WIDTHS.flatMap((width) =>
      (['light', 'dark'] as const).map((scheme) => {
        return { file: `${stop}-${width}-${scheme}`, stop, width, scheme, whole: true }
      }),
    ),
  )
}

async function take(into: string, choose: (stops: string[]) => Picture[]): Promise<void> {
  mkdirSync(into, { recursive: true })
  const browser = await launchBrowser()
  const known: string[] = []
  try {
    for (const [, tourOf] of parts.length > 0 ? parts : Object.entries(tours)) {
      const city = await openCity()
      try {
        const tour = await tourOf(city, true)
        known.push(...tour.map(({ name }) => name))
        const pictures = choose(tour.map(({ name }) => name))
        for (const stop of tour) {
          for (const width of WIDTHS) {
            const ofStop = pictures.filter((one) => one.stop === stop.name && one.width === width)
            if (ofStop.length > 0) await takeStop(into, browser, city, stop, ofStop)
          }
        }
      } finally {
        await city.close()
      }
    }
  } finally {
    await browser.close()
  }
  const lost = names.filter(
    (name) => !known.includes(name) && parts.every(([part]) => part !== name),
  )
  if (lost.length > 0) throw new Error(`No such places: ${lost.join(', ')}`)
}

/** Both schemes in one window. */
async function takeStop(
  into: string,
  browser: Browser,
  city: City,
  stop: Stop,
  pictures: Picture[],
): Promise<void> {
  const [first] = pictures
  const visitor = await openWindow(browser, city, { ...first, as: stop.as, still: true })
  const { page } = visitor
  await stop.prepare?.(page)
  await page.goto(stop.path)
  // The font may have come too late for the first drawing (web/font.css); a second one has it.
  await page.reload()
  await page.locator('h1').first().waitFor()
  // Pictures may take their time: everything asked for has come by then.
  await page.waitForTimeout(1_000)
  await settled(page, stop.isWaiting)
  await stop.reach?.(page)
  for (const picture of pictures) {
    await page.emulateMedia({ colorScheme: picture.scheme })
    await settled(page, stop.isWaiting)
    const hasDialog = (await page.getByRole('dialog').count()) > 0
    const fullPage = picture.whole && !hasDialog
    await page.screenshot({ path: join(into, `${picture.file}.png`), fullPage })
  }
  await stop.leave?.(page)
  await visitor.leave()
}
