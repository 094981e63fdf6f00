import { relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, vi } from 'vitest'
import { seededRandom } from './random.ts'
import { seedRandomness } from './seed-randomness.ts'

// Everything random in a test file depends on FOLIO_SEED and the file's name: a red test is red again at the next
// run, whichever files ran before it.

const seed = Number(process.env.FOLIO_SEED ?? 1)
const file = relative(process.cwd(), expect.getState().testPath ?? '')

fc.configureGlobal({ seed })
// Keys have a source of their own, because a process that runs several files keeps those that the first one made.
seedRandomness(seededRandom(`${seed} ${file}`), seededRandom(`${seed} keys`))

// A process runs several files: what one put in place of the system's own is not the next one's.
afterAll(() => void vi.unstubAllGlobals())
