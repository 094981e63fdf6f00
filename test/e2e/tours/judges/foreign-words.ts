import type { Page } from 'playwright-core'
import { siteEn } from '#texts/en/site.ts'
import { webEn } from '#texts/en/web.ts'
import { siteEs } from '#texts/es/site.ts'
import { webEs } from '#texts/es/web.ts'

/** Returns what a page in English shows of our Spanish texts, and the keys of texts that it shows by their name. */
export async function foreignWords(page: Page): Promise<string[]> {
  return (await wordsOf(page)).filter(isForeign)
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

const keys = new Set(leaves(webEs).map(({ key }) => key))
const english = new Set(leaves({ web: webEn, site: siteEn }).map(({ text }) => text))
/** A sentence with a gap is known by its longest part; short words may be data or both languages'. */
const spanish = leaves({ web: webEs, site: siteEs })
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
