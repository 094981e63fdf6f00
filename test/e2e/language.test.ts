import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { siteEn } from '#texts/en/site.ts'
import { webEn } from '#texts/en/web.ts'
import { siteEs } from '#texts/es/site.ts'
import { webEs } from '#texts/es/web.ts'
import { expectSeen, field, heading, settled } from './hands.ts'
import { resident } from './resident.ts'
import { test } from './stage.ts'
import type { Stop } from './stop.ts'
import { tours } from './tour.ts'
import type { Visitor } from './visitor.ts'

/** What was said before the language changed stays said, until it is said anew. */
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
]

/** Long names say nothing that the same screens don't say elsewhere. */
const walked = Object.entries(tours).filter(([part]) => part !== 'long')

describe.each(walked)('%s', (_part, tourOf) => {
  test('in English no screen shows a Spanish sentence, nor the name of one', async ({
    city,
    visit,
  }) => {
    const windows = new Map<Stop['as'], Visitor>()
    const found: string[] = []
    const tour = (await tourOf(city)).filter(({ name }) => !alreadySaid.includes(name))
    for (const stop of tour) {
      const visitor = windows.get(stop.as) ?? (await visit({ as: stop.as, still: true }))
      windows.set(stop.as, visitor)
      const { page } = visitor
      await page.goto(stop.path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await stop.reach?.(page)
      // What stands open over the page holds the footer away: those words are the page's own anyway.
      const open = (await page.getByRole('dialog').count()) + (await page.getByRole('menu').count())
      if (open === 0) {
        await footer(page, 'Idioma').selectOption('English')
        await expectSeen(footer(page, 'Language'))
        await settled(page, stop.isWaiting)
        const shown = await wordsOf(page)
        found.push(...shown.filter(isForeign).map((text) => `${stop.name}: ${text}`))
        await footer(page, 'Language').selectOption('Español')
        await expectSeen(footer(page, 'Idioma'))
      }
      await stop.leave?.(page)
    }
    expect(found).toEqual([])
  })
})

test('the choice stays, and the server answers in it', async ({ city, visit }) => {
  const { page } = await visit({ as: await resident(city) })
  await page.goto('/rules')
  await footer(page, 'Idioma').selectOption('English')
  await expectSeen(heading(page, 'Rules'))
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const asked = page.waitForRequest('**/api/billing-sii/invoice-rules/')
  await page.reload()
  expect((await asked).headers()['accept-language']).toBe('en')
  await expectSeen(heading(page, 'Rules'))
})

test('what Spanish lacks is said in English, never by its key', async ({ city, visit }) => {
  const { page } = await visit({ as: await resident(city) })
  // The program complains of it, which fails every other test.
  await page.addInitScript(() => void (console.error = () => undefined))
  let taken = 0
  await page.route('**/assets/*.js', async (route) => {
    const reply = await route.fetch()
    const script = await reply.text()
    const body = script.replace(/title:(?=.Cuentas de correo)/, () => `lost${(taken += 1)}:`)
    await route.fulfill({ response: reply, body })
  })
  await page.goto('/email-accounts')
  await expectSeen(heading(page, 'E-mail accounts'))
  await expectSeen(page.getByText('Desde aquí salen tus documentos'))
  expect(taken).toBe(1)
})

/** The profile has the choice too. */
function footer(page: Page, label: string) {
  return field(page.getByRole('contentinfo'), label)
}

/** Everything a person reads or hears: texts, names of controls, hints. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      texts.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label],[placeholder],[title],[alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) {
        texts.push(element.getAttribute(name) ?? '')
      }
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '')
  })
}

const ours = { web: webEs, site: siteEs }
const keys = new Set(leaves(webEs).map(({ key }) => key))
const english = new Set(leaves({ web: webEn, site: siteEn }).map(({ text }) => text))
/** A sentence with a gap is known by its longest part; short words may be data or both languages'. */
const spanish = leaves(ours)
  .filter(({ text }) => !english.has(text))
  .map(
    ({ text }) =>
      text
        .split(/\{\{\w+\}\}|<\/?\w+>/)
        .toSorted((a, b) => b.length - a.length)[0]
        ?.trim() ?? '',
  )
  .filter((part) => part.length > 3)

/** A field of the SII's own form is named as it stands there. */
const ofTheSii = ['Tipo de documento (type)']

function isForeign(text: string): boolean {
  if (ofTheSii.includes(text)) return false
  return (
    keys.has(text) ||
    spanish.some((part) => text === part || (part.length > 12 && text.includes(part)))
  )
}

function leaves(texts: object, path = ''): { key: string; text: string }[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
    const key = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') return [{ key, text: value }]
    return typeof value === 'object' && value !== null ? leaves(value, key) : []
  })
}
