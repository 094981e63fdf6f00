import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'

// Which mutations a test reaches, one line of JSON a test, for a run that FOLIO_REACHED_MUTATIONS asks to record it.

const record = process.env.FOLIO_REACHED_MUTATIONS
const reached = new Set<number>()
let startedMs = 0

if (record !== undefined) {
  Object.assign(globalThis, { folioReachedMutations: reached })
  beforeEach(() => {
    reached.clear()
    startedMs = performance.now()
  })
  afterEach(({ task }) => {
    // A test that depends on the file's own text fails here, and would fail for each mutation.
    if (task.result?.state === 'fail') return
    const { testPath, currentTestName: name } = expect.getState()
    const ms = Math.round(performance.now() - startedMs)
    const file = relative(process.cwd(), testPath ?? '')
    appendFileSync(record, `${JSON.stringify({ file, name, ms, numbers: [...reached] })}\n`)
  })
}
