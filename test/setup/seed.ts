import { relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { seededRandom } from './random.ts'
import { seedRandomness } from './seed-randomness.ts'

// Everything random in a test file depends on FOLIO_SEED and the file's name: a red test is red again at the next
// run, whichever files ran before it.

const seed = Number(process.env.FOLIO_SEED ?? 1)
const file = relative(process.cwd(), expect.getState().testPath ?? '')

fc.configureGlobal({ seed })
seedRandomness(seededRandom(`${seed} ${file}`))
