import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A reporter of vitest: how long each file took, its imports and hooks included, for the table of `npm test`. */
export default class TestSeconds {
  #files = []

  onTestModuleEnd(module) {
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    const seconds = (setupDuration + collectDuration + duration) / 1000
    this.#files.push({ name: relative(process.cwd(), module.moduleId), seconds })
  }

  onTestRunEnd() {
    const path = process.env.FOLIO_TEST_SECONDS
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#files))
  }
}
