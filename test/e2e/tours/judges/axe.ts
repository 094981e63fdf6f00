import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isDeep } from '../../../setup/deep.ts'
import { judgeEachKindOnce, type Contrast } from './judge-once.ts'

interface Axe extends Contrast {
  run(context: Document, options: object): Promise<{ violations: Violation[] }>
}

interface Violation {
  id: string
  nodes: { target: unknown[]; failureSummary?: string }[]
}

declare global {
  interface Window {
    axe?: Axe
    beforeAxe?(): void
    /** The kinds of text that passed since it was called last. */
    takePassedKinds?(): string[]
  }
}

const axePackage = createRequire(import.meta.resolve('@axe-core/playwright'))
// Without each element's HTML, which no line of ours says and takes a tenth of the time.
const source = `${readFileSync(axePackage.resolve('axe-core/axe.min.js'), 'utf8')};axe.configure({ noHtml: true })`

const options = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  // Speech control presses a button by its visible words: its name must hold them.
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
  // The only frame is a mail's preview, which runs no script; no page has media to load before.
  iframes: false,
  preload: false,
}

/** Kinds of text that passed in any document so far: what decides of their contrast is all in the kind. */
const passedKinds = new Set<string>()

/** Returns one line for each axe rule that is broken, with the first place that breaks it. */
export async function brokenRules(page: Page): Promise<string[]> {
  const broken = await runAxe(page)
  if (broken !== null) return broken
  // Evaluated once for each document, because reading this much code takes as long as judging a small page.
  await page.evaluate(source)
  if (!isDeep) await page.evaluate(judgeEachKindOnce, [...passedKinds])
  return (await runAxe(page)) ?? ['axe did not run']
}

/** Returns null in a document that axe was not evaluated in. */
async function runAxe(page: Page): Promise<string[] | null> {
  const found = await page.evaluate(async (options) => {
    if (window.axe === undefined) return null
    window.beforeAxe?.()
    const { violations } = await window.axe.run(document, options)
    const broken = violations.map(({ id, nodes }) => {
      const [first] = nodes
      return `${id}, ${nodes.length} places, ${first?.target.join(' ')}: ${first?.failureSummary}`
    })
    return { broken, passed: window.takePassedKinds?.() ?? [] }
  }, options)
  for (const kind of found?.passed ?? []) passedKinds.add(kind)
  return found && found.broken
}
