/** npm run share-image: the pictures that other sites show of ours, drawn from the landing itself. */
import { join } from 'node:path'
import { setup } from '#server/db/test-postgres.ts'
import { SITE_LANGUAGES, sitePath } from '#contract/pages.ts'
import { launchBrowser } from '../../test/e2e/fixtures/browser.ts'
import { openCity } from '../../test/e2e/fixtures/city.ts'

const folder = join(import.meta.dirname, '../../src/web/public')
const closeDatabase = await setup()
const city = await openCity()
const browser = await launchBrowser()
try {
  const viewport = { width: 1200, height: 630 }
  const context = await browser.newContext({ baseURL: city.url, viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const language of SITE_LANGUAGES) {
    await page.goto(`${sitePath('home', language)}#inicio`)
    // The font may have come too late for the first drawing (web/font.css); a second one has it.
    await page.reload()
    await page.evaluate(() => {
      document.documentElement.dataset.picture = ''
      document.documentElement.dataset.demonstration = 'false'
    })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({ path: join(folder, `share-${language}.png`) })
  }
} finally {
  await browser.close()
  await city.close()
  await closeDatabase()
}
