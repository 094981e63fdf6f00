import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { JUDGED } from './judged.ts'
import { describeMutation, mutationsOf, withMutations } from './mutations.ts'
import { MUTATED_FILES, mutatedFile } from './targets.ts'

function changesOf(source: string): string[] {
  return mutationsOf('a.ts', source).map(
    (one) => describeMutation(source, one).split(' | ')[1] ?? '',
  )
}

describe('Mutations of a source', () => {
  it.each([
    ['a < 3', ['a < 3 => (a <= 3)', 'a < 3 => (a >= 3)']],
    ['a === b', ['a === b => (a !== b)']],
    ['a && b', ['a && b => ((a) || (b))']],
    ['!a', ['!a => (a)']],
    ['a ?? b', []],
    ['a ? 1 : 2', ['a => true', 'a => false']],
    ['if (a) b()', ['a => true', 'a => false']],
    [
      "q.where('x', '<=', 3)",
      ["q.where('x', '<=', 3) => q", "q.where('x', '<=', 3) => q.where('x', '<', 3)"],
    ],
    ["q.select('x')", []],
    ["eb('x', '<', 3)", ["eb('x', '<', 3) => eb('x', '<=', 3)"]],
    ["eb('x', 'likes', 3)", []],
    [
      'sql<boolean>`a < b and c <= ${d} or e <> f`',
      ['< => <=', '<= => <', 'and => or', '<> => =', 'or => and'],
    ],
    ["sql`a ->> 'b' > c`", ['> => >=']],
    ['sql.raw(`a >= b and not exists (select)`)', ['>= => >', 'and => or', 'not => ']],
    [
      'sql`select x for update of x skip locked`',
      ['for update of x skip locked => ', 'skip locked => '],
    ],
    ['sql`select x for update`', ['for update => ']],
    ['sql`not ${a} and b is not null and c not in (1)`', ['not => ', 'and => or', 'and => or']],
    ['text`a < b`', []],
  ])('%s', (source, changes) => {
    expect(changesOf(source)).toEqual(changes)
  })

  it.each(MUTATED_FILES)('exist in %s', (file) => {
    expect(mutatedFile(file).mutations).not.toEqual([])
  })

  it('have a name each, also where a file has the same line again', () => {
    const names = MUTATED_FILES.flatMap((file) =>
      mutatedFile(file).mutations.map(({ name }) => name),
    )
    expect(names.length - new Set(names).size).toBe(0)
    expect(names.filter((name) => name.endsWith(' #2'))).not.toEqual([])
  })

  it('are judged by names that exist', () => {
    const names = MUTATED_FILES.flatMap((file) => mutatedFile(file).mutations)
    const known = new Set(names.map(({ name }) => name))
    expect([...JUDGED.keys()].filter((name) => !known.has(name))).toEqual([])
  })

  it('are made one at a time, by their number', () => {
    const source = '(a, b) => (a > 1 && b) ? a : b'
    const mutations = mutationsOf('a.ts', source)
    const [prelude = ''] = withMutations('', [], 5).split('\n')
    const text = withMutations(source, mutations, 5).slice(prelude.length)
    const resultOf = (mutation: number): unknown =>
      runInNewContext(`(${text})(1, 7)`, { isMutatedHere: (number: number) => number === mutation })
    // Of (1, 7): unchanged, condition true, condition false, ||, >=, <=.
    expect([0, 5, 6, 7, 8, 9].map(resultOf)).toEqual([7, 1, 7, 1, 1, 1])
  })
})
