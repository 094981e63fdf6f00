import { buffer } from 'node:stream/consumers'
import type { Download, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from './visitor.ts'

/** What a person finds on a screen: by its role and its words, never by how it is built. */
export function field(page: Page | Locator, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

export function link(page: Page | Locator, name: string): Locator {
  return page.getByRole('link', { name, exact: true })
}

export function heading(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('heading', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
}

/** The places and the way out, which a phone has under one button. */
export async function openPlaces(page: Page): Promise<void> {
  if (page.viewportSize()?.width === PHONE) await button(page, 'Abrir el menú').click()
}

export async function logOut(page: Page): Promise<void> {
  await openPlaces(page)
  await button(page, 'Cerrar sesión').click()
  await expectPath(page, '/')
}

export async function expectSeen(found: Locator): Promise<void> {
  await found.first().waitFor({ state: 'visible' })
}

export async function expectGone(found: Locator): Promise<void> {
  await found.first().waitFor({ state: 'hidden' })
}

export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
}

/** A toast's words, wherever it stands: good news is a status, bad news an alert. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expectSeen(page.locator('.mantine-Notification-root').getByText(text, { exact: true }))
}

export async function expectText(found: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => found.first().textContent()).toMatch(text)
}

/**
 * Nothing is still arriving: no skeleton, no font on its way, nothing that moves and will end. Where waiting is what
 * is to be seen, `isWaiting`, skeletons stay.
 */
export async function settled(page: Page, isWaiting = false): Promise<void> {
  await page.waitForFunction((mayLoad) => {
    const isLoading =
      !mayLoad && document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null
    const isMoving = document
      .getAnimations()
      .some(
        (one) =>
          one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity,
      )
    return !isLoading && !isMoving && document.fonts.status === 'loaded'
  }, isWaiting)
}

export async function expectFocus(wanted: Locator): Promise<void> {
  await expect.poll(() => wanted.evaluate(isFocused)).toBe(true)
}

export function isFocused(element: Element): boolean {
  return element === document.activeElement
}

/** A downloaded file's content: the browser is served by another process, so it has no path. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream())
}
