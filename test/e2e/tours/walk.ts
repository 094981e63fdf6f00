import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { isDeep } from '../../setup/deep.ts'
import { expectSeen, field, settled } from '../fixtures/hands.ts'
import { test } from '../fixtures/stage.ts'
import { FIFTH_OF_NOVEMBER } from '../fixtures/today.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'
import { brokenRules } from './judges/axe.ts'
import { foreignWords } from './judges/foreign-words.ts'
import { DEEP_PARTS, DEEP_STOPS } from './deep-stops.ts'
import {
  changeScheme,
  leaveStop,
  openStop,
  tourWindows,
  type Scheme,
  type TourWindow,
} from './open-stop.ts'
import type { Stop } from './stop.ts'
import { STOPS, tours, walks, type Part } from './tour.ts'

interface View {
  width: number
  /** The first is set before the stop is opened. */
  schemes: [Scheme, ...Scheme[]]
}

/** Of one part, on a machine that has more to do. */
const LONGEST_MS = 10 * 60_000

/** A month with days to come, a fixed day of the month that is today, and answers written out with their dates. */
const OF_A_DAY: ReadonlySet<Part> = new Set(['agenda', 'later', 'payments', 'trouble', 'wizard'])

/** Walks some parts of the tour once, in a wide window and on a phone. */
export function walk(name: keyof typeof walks): void {
  describe.each(walks[name].filter(isWalked))('%s', (part: Part) => {
    if (OF_A_DAY.has(part)) test.override('today', FIFTH_OF_NOVEMBER)
    test(
      'no screen breaks a rule of axe, is wider than its window, or shows Spanish in English',
      { timeout: LONGEST_MS },
      async ({ city, visit }) => {
        const windowOf = tourWindows(visit)
        const all = await tours[part](city, isDeep)
        if (isDeep) expectWhole(all, part)
        const tour = isDeep ? all : all.filter(({ name }) => !DEEP_STOPS[part].includes(name))
        const found: string[] = []
        for (const [index, stop] of tour.entries()) {
          const isUsersLast = tour.slice(index + 1).every(({ as }) => as !== stop.as)
          for (const view of viewsOf(index)) {
            const window = await windowOf(view.width, stop.as)
            found.push(...(await faultsAt(window, stop, part, view)))
            if (isUsersLast) await window.page.close()
          }
        }
        expect(found, found.join('\n')).toEqual([])
      },
    )
  })
}

function isWalked(part: Part): boolean {
  return isDeep || !DEEP_PARTS.has(part)
}

function expectWhole(tour: Stop[], part: Part): void {
  expect(tour).toHaveLength(STOPS[part])
  const names = tour.map(({ name }) => name)
  expect(DEEP_STOPS[part].filter((name) => !names.includes(name))).toEqual([])
}

/** Two of the four pairs of width and scheme, the other two at the stop after it; all in the deep run. */
function viewsOf(index: number): View[] {
  const first: Scheme = index % 2 === 0 ? 'light' : 'dark'
  const second: Scheme = first === 'light' ? 'dark' : 'light'
  return [
    { width: WIDE, schemes: isDeep ? [first, second] : [first] },
    { width: PHONE, schemes: isDeep ? [second, first] : [second] },
  ]
}

async function faultsAt(
  window: TourWindow,
  stop: Stop,
  part: Part,
  { width, schemes }: View,
): Promise<string[]> {
  const { page } = window
  const found: string[] = []
  const [first] = schemes
  await openStop(window, stop, first).catch((error: unknown) => {
    throw new Error(`Not opened: ${stop.name}, ${width} pixels`, { cause: error })
  })
  if (stop.isWaiting !== true) await window.quiet()
  for (const scheme of schemes) {
    if (scheme !== first) await changeScheme(page, scheme)
    await settled(page, stop.isWaiting)
    const broken = await brokenRules(page)
    found.push(...broken.map((rule) => `${stop.name}, ${width} pixels, ${scheme}: ${rule}`))
  }
  const over = await pixelsTooWide(page)
  if (over > 0) found.push(`${stop.name}: ${over} pixels wider than a window of ${width}`)
  if (width === WIDE && isReadInEnglish(stop, part)) {
    const foreign = await readInEnglish(page, stop)
    found.push(...foreign.map((text) => `${stop.name}, in English: ${text}`))
  }
  await leaveStop(window, stop)
  return found
}

export function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** What was said before the language changed stays said, until it is said once more. */
const alreadySaid = [
  'login-refused',
  'register-short-password',
  'check-your-mail',
  'forgot-password-refused',
  'monthly-values-saved',
  'gallery-toasts',
  'rule-gone',
  'landing-contact-wrong',
  'toast-refused',
  'toast-saved',
  'rules-failed',
  'wizard-failed',
  'rule-edit-failed',
  'rule-edit-clients-failed',
  'forgot-password-sent',
  'onboarding-refused',
  'login-demo',
  'payment-terms-changed',
  'shared-declared',
]

/** It shows the headings of a file that somebody wrote in Spanish. */
const ofSpanishFile = ['upload-columns-change']

/** Long names say nothing that the same screens don't say elsewhere. */
function isReadInEnglish({ name }: Stop, part: Part): boolean {
  return part !== 'long' && !alreadySaid.includes(name) && !ofSpanishFile.includes(name)
}

async function readInEnglish(page: Page, stop: Stop): Promise<string[]> {
  // What stands open over the page holds the footer away: those words are the page's own anyway.
  const open = page.getByRole('dialog').or(page.getByRole('menu'))
  if ((await open.count()) > 0) return []
  await footer(page, 'Idioma').selectOption('English')
  await expectSeen(footer(page, 'Language'))
  await settled(page, stop.isWaiting)
  const foreign = await foreignWords(page)
  await footer(page, 'Language').selectOption('Español')
  await expectSeen(footer(page, 'Idioma'))
  return foreign
}

/** The profile has the choice too. */
function footer(page: Page, label: string) {
  return field(page.getByRole('contentinfo'), label)
}
