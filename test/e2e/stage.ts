import { test as plain } from 'vitest'
import { launchBrowser } from './browser.ts'
import { openCity } from './city.ts'
import { keepPictures, openWindow, type Visit, type Visitor } from './visitor.ts'

/** A test with a city of its own, and windows into it that are looked through for faults at the end. */
export const test = plain
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('city', async ({}, { onCleanup }) => {
    const city = await openCity()
    onCleanup(() => city.close())
    return city
  })
  .extend('visit', async ({ browser, city, task }, { onCleanup }) => {
    const visitors: Visitor[] = []
    onCleanup(async () => {
      for (const visitor of visitors) {
        if (task.result?.state === 'fail') await keepPictures(visitor, task.name)
        await visitor.leave()
      }
    })
    const visit: Visit = async (looks = {}) => {
      const visitor = await openWindow(browser, city, looks)
      visitors.push(visitor)
      return visitor
    }
    return visit
  })
