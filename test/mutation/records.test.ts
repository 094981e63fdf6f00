import { describe, expect, it } from 'vitest'
import { evenlySpaced } from '../../scripts/mutation/evenly-spaced.ts'
import { isCurrent } from '../../scripts/mutation/reached.ts'
import { keptResult, readTried } from '../../scripts/mutation/record.ts'
import { verdictOf, type Run } from '../../scripts/mutation/verdict.ts'
import { testKey } from '../../scripts/testing/warm-vitest.ts'
import { digestOfFile, MUTATED_FILES, mutatedFile, type MutatedFile } from './targets.ts'

const [first = ''] = MUTATED_FILES
const FILE = mutatedFile(first)
const TEST = { file: 'a.test.ts', name: 'works' }
const OTHER = { file: 'b.test.ts', name: 'works too' }

describe('What was tried of a whole file', () => {
  const kept = (file: MutatedFile) => ({
    [file.file]: { digest: digestOfFile(file), survived: [nameOf(file, 1)] },
  })
  const nameOf = ({ mutations }: MutatedFile, at: number) => mutations[at]?.name ?? ''

  it('holds while its text and the rules of changing it stay', () => {
    expect(keptResult(kept(FILE), FILE, nameOf(FILE, 0))).toBe('tests')
    expect(keptResult(kept(FILE), FILE, nameOf(FILE, 1))).toBe('survived')
  })

  it('says nothing of another text, nor of changes by a new rule', () => {
    const edited = { ...FILE, source: `${FILE.source} ` }
    expect(keptResult(kept(FILE), edited, nameOf(FILE, 0))).toBeUndefined()
    const byNewRule = { start: 0, end: 1, replacement: '', number: 1, name: 'by a new rule' }
    const more = { ...FILE, mutations: [...FILE.mutations, byNewRule] }
    expect(keptResult(kept(FILE), more, byNewRule.name)).toBeUndefined()
    expect(keptResult(kept(FILE), more, nameOf(FILE, 0))).toBeUndefined()
  })

  it.each(Object.entries(readTried()))('is of the present text of %s', (file, { digest }) => {
    expect(digest, `take it out of tried.json, or try it: npm run mutation -- --file ${file}`).toBe(
      digestOfFile(mutatedFile(file)),
    )
  })
})

describe('Which tests reach a file', () => {
  const known = { mutated: { 'a.ts': '1', 'b.ts': '1' }, reached: ['a.ts'] }

  it('is recorded again when that file is otherwise, and for no other', () => {
    expect(isCurrent(known, { 'a.ts': '1', 'b.ts': '2' })).toBe(true)
    expect(isCurrent(known, { 'a.ts': '2', 'b.ts': '1' })).toBe(false)
  })

  it('is recorded again when a file is new', () => {
    expect(isCurrent(known, { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' })).toBe(false)
  })
})

describe('A mutation', () => {
  /** Fails, with and without it, as often as said; then passes. */
  function failing(times: { mutated: number; without: number }, ofTest = TEST): Run {
    const left = { ...times }
    return async (isMutated, selection) => {
      const keys = selection.map(testKey)
      const kind = isMutated ? 'mutated' : 'without'
      const isFailing = keys.includes(testKey(ofTest)) && left[kind] > 0
      if (isFailing) left[kind] -= 1
      const failed = new Set(isFailing ? [testKey(ofTest)] : [])
      return { failed, passed: new Set(keys.filter((key) => !failed.has(key))) }
    }
  }

  it('is caught by a test that fails again with it and passes without it', async () => {
    expect(await verdictOf(failing({ mutated: 9, without: 0 }), [TEST])).toBe('failed')
  })

  it('is not caught by one failure, nor by a test that has come to fail without it', async () => {
    expect(await verdictOf(failing({ mutated: 1, without: 0 }), [TEST])).toBe('passed')
    expect(await verdictOf(failing({ mutated: 9, without: 9 }), [TEST])).toBe('passed')
  })

  it('is caught by another test after one that failed by chance', async () => {
    const chance = failing({ mutated: 1, without: 0 })
    const caught = failing({ mutated: 9, without: 0 }, OTHER)
    const run: Run = async (isMutated, selection) => {
      const outcomes = await chance(isMutated, selection)
      return outcomes?.failed.size === 0 ? caught(isMutated, selection) : outcomes
    }
    expect(await verdictOf(run, [TEST, OTHER])).toBe('failed')
  })

  it('is endless when its tests do not end', async () => {
    expect(await verdictOf(async () => null, [TEST])).toBe('endless')
  })
})

describe('Worlds that are played', () => {
  it('are as many as asked for, from all over the list', () => {
    const all = Array.from({ length: 216 }, (_, at) => at)
    const some = evenlySpaced(all, 120)
    expect(some).toHaveLength(120)
    expect(some.at(-1)).toBe(215)
    const distances = some.slice(1).map((one, at) => one - (some[at] ?? 0))
    expect(new Set(distances)).toEqual(new Set([1, 2]))
  })

  it('are all of a short list', () => {
    expect(evenlySpaced([1, 2], 120)).toEqual([1, 2])
  })
})
