import { describe, expect, test } from 'vitest'
import { mutatedXml, original, xmlReaders } from './fixtures/test-mutations.ts'
import { TEST_SII_KEYS } from './fixtures/test-world.ts'
import { verifyXml } from './verify.ts'

/** mulberry32, as the pages of the portal are mutated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('a mutated tax document', () => {
  test('never makes a reader throw, whatever was cut, doubled or changed', () => {
    const next = seeded(20_261_122)
    const thrown: string[] = []
    for (let round = 0; round < 300; round += 1) {
      const bytes = mutatedXml(next)
      for (const [name, read] of Object.entries(xmlReaders)) {
        try {
          expect(read(bytes)).toMatchObject({ kind: expect.any(String) })
        } catch (error) {
          thrown.push(`${name} on ${Buffer.from(bytes).toString('base64')}: ${String(error)}`)
        }
      }
    }
    expect(thrown).toEqual([])
  })

  test('is never proved once its signed part says something else', () => {
    const next = seeded(5)
    let proved = 0
    for (let round = 0; round < 400; round += 1) {
      const bytes = mutatedXml(next)
      const judged = verifyXml(bytes, { extraSiiKeys: TEST_SII_KEYS })
      if (judged.kind !== 'read' || !judged.ok) continue
      proved += 1
      const text = Buffer.from(bytes).toString('latin1')
      const part = (xml: string) => /<Documento[^]*<\/Documento>/.exec(xml)?.[0]
      expect(part(text)).toBe(part(original))
    }
    expect(proved).toBeGreaterThan(0)
  })
})
