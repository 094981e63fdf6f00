import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A reporter of vitest: how long each file took, its imports and hooks included, for the table of `npm test`, and which
 * files are running now, for a run that does not end.
 */
export default class TestSeconds {
  #files = []
  #running = new Set()

  onTestModuleStart(module) {
    this.#running.add(nameOf(module))
    this.#write()
  }

  onTestModuleEnd(module) {
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    const seconds = (setupDuration + collectDuration + duration) / 1000
    this.#files.push({ name: nameOf(module), seconds })
    this.#running.delete(nameOf(module))
    this.#write()
  }

  // At each change, because a runner that is killed writes nothing at its end.
  #write() {
    const path = process.env.FOLIO_TEST_SECONDS
    if (path === undefined) return
    writeFileSync(path, JSON.stringify({ files: this.#files, running: [...this.#running] }))
  }
}

function nameOf(module) {
  return relative(process.cwd(), module.moduleId)
}
