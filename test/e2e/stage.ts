import { test as plain } from 'vitest'
import { connectBrowser } from './browser.ts'
import { openCity, type City } from './city.ts'
import { keepWindows } from './kept-windows.ts'
import { keepPictures, openWindow, type Visit, type Visitor } from './visitor.ts'

/** What a test of the screens is given. */
export interface Stage {
  city: City
  visit: Visit
}

/** A test with a city of its own, and windows into it that are looked through for faults at the end. */
export const test = plain
  .extend('browser', { scope: 'worker' }, connectBrowser)
  .extend('windows', { scope: 'worker' }, ({ browser }) => keepWindows(browser))
  .extend('city', async ({}, { onCleanup }) => {
    const city = await openCity()
    onCleanup(() => city.close())
    return city
  })
  .extend('visit', async ({ browser, windows, city, task }, { onCleanup }) => {
    const visitors: Visitor[] = []
    onCleanup(async () => {
      for (const visitor of visitors) {
        if (task.result?.state === 'fail') await keepPictures(visitor, task.name)
        await visitor.leave()
      }
    })
    const visit: Visit = async (looks = {}) => {
      // What is looked at without motion is measured or walked for minutes: its process is its own.
      const visitor = looks.still
        ? await openWindow(browser, city, looks)
        : await windows.open(city, looks)
      visitors.push(visitor)
      return visitor
    }
    return visit
  })
