import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { webEs } from '#texts/es/web.ts'
import { brokenRules } from '../tours/judges/axe.ts'
import { foreignWords } from '../tours/judges/foreign-words.ts'
import { test } from '../fixtures/stage.ts'
import { tours, walks } from '../tours/tour.ts'
import { PHONE } from '../fixtures/visitor.ts'
import { pixelsTooWide } from '../tours/walk.ts'

/** A page in English that breaks nothing, around what breaks something. */
function pageWith(body: string): string {
  return `<!doctype html><html lang="en"><head><title>Rules</title></head>
    <body style="background: white; color: black"><main><h1>Rules</h1>${body}</main></body></html>`
}

/** What is planted, and how the line of its fault begins. */
const planted: [string, string, RegExp][] = [
  ['a button without a name', '<button id="it"></button>', /^button-name, 1 places, #it: /],
  [
    'a text too pale for its background',
    '<p style="color: #ccc">Nothing was issued yet</p>',
    /^color-contrast, 1 places, p: .*1\.6/s,
  ],
  [
    'a button whose name lacks its visible words',
    '<button aria-label="Close">Send now</button>',
    /^label-content-name-mismatch, 1 places, button: /,
  ],
  ['a place outside of the landmarks', '</main><p>Alone</p><main>', /^landmark-|^region, /],
]

test('a page without a fault breaks no rule of axe', async ({ browser }) => {
  const page = await browser.newPage()
  await page.setContent(pageWith('<button>Send now</button>'))
  expect(await brokenRules(page)).toEqual([])
  await page.close()
})

test.for(planted)('the walk finds %s', async ([, body, fault], { browser }) => {
  const page = await browser.newPage()
  await page.setContent(pageWith(body))
  expect(await brokenRules(page)).toContainEqual(expect.stringMatching(fault))
  await page.close()
})

test('the walk finds a colour that is too pale in the dark only', async ({ browser }) => {
  const page = await browser.newPage({ colorScheme: 'light' })
  const style = '@media (prefers-color-scheme: dark) { p { color: #111; background: #222 } }'
  await page.setContent(pageWith(`<style>${style}</style><p>Nothing was issued yet</p>`))
  expect(await brokenRules(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await brokenRules(page)).toEqual([expect.stringMatching(/^color-contrast, 1 places, p: /)])
  await page.close()
})

test('the walk finds what is wider than the window', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: PHONE, height: 800 } })
  await page.setContent(pageWith('<p style="margin: 0; width: 380px">Narrow</p>'))
  expect(await pixelsTooWide(page)).toBe(0)
  await page.setContent(pageWith('<p style="margin: 0; width: 400px">Wide</p>'))
  expect(await pixelsTooWide(page)).toBeGreaterThan(0)
  await page.close()
})

test('the walk finds a Spanish sentence and a key in an English page', async ({ browser }) => {
  const page = await browser.newPage()
  const sentence = webEs.notFound.hint
  await page.setContent(
    pageWith(`<p>${sentence}</p><button title="notFound.hint">Go on</button><p>Send now</p>`),
  )
  expect(await foreignWords(page)).toEqual([sentence, 'notFound.hint'])
  await page.close()
})

test('each part of the tour is walked by exactly one file', () => {
  expect(Object.values(walks).flat().toSorted()).toEqual(Object.keys(tours).toSorted())
  const files = readdirSync(import.meta.dirname).filter((name) => /^walk-.*\.test\.ts$/.test(name))
  expect(files.toSorted()).toEqual(Object.keys(walks).map((name) => `walk-${name}.test.ts`))
})
