import { expect, test } from 'vitest'
import { mutatedUpload, seeded, uploadReaders } from './test-mutations.ts'

// `npm run fuzz` does the same many times over.
const ROUNDS = 300

test('no change of an uploaded file makes a reader throw', async () => {
  const next = seeded(Number(process.env.FOLIO_SEED ?? 1))
  const kinds = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = mutatedUpload(next)
    for (const reader of Object.values(uploadReaders)) {
      const { kind } = await reader(file)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
  }
  // The changes leave enough of a file for each end to be reached.
  for (const kind of ['judged', 'columns', 'refused']) {
    expect(kinds.get(kind) ?? 0).toBeGreaterThan(ROUNDS / 50)
  }
})
