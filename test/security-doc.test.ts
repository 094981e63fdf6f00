import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { KEPT } from '#domain/kept.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| '))
const requirements = rows.flatMap((line) => {
  const [, id = '', ...cells] = line.split('|').map((cell) => cell.trim())
  const [requirement = '', state = '', how = '', proof = ''] = cells
  return /^V\d[\d.]*$/.test(id) ? [{ id, requirement, state, how, proof }] : []
})

/** Of ASVS 5.0.0: 70 of level 1 and 183 of level 2, less seven of chapter V17, which is one row. */
const REQUIREMENTS = 70 + 183 - 7 + 1

describe('the page about security', () => {
  test('names only files and folders that exist', () => {
    const named = [...page.matchAll(/`((?:src|test|docs|scripts)\/[^`\s]*)`/g)].map(
      ([, path]) => path,
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((path) => !existsSync(join(root, path ?? '')))).toEqual([])
  })

  test('names only commands that exist', () => {
    const text = readFileSync(join(root, 'package.json'), 'utf8')
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(text))
    const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')
    expect(named.toSorted()).toContain('breach')
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  test('has every figure of how long data is kept, as the sweeps use it', () => {
    const days = rows.filter((line) => /`\w+Days` \|$/.test(line))
    for (const line of days) {
      const [, figure] = /\| (\d+) days/.exec(line) ?? /(\d+) days/.exec(line) ?? []
      const [, name = ''] = /`(\w+)` \|$/.exec(line) ?? []
      expect(`${name} ${figure}`).toBe(
        `${name} ${Object.entries(KEPT).find(([key]) => key === name)?.[1]}`,
      )
    }
    expect(days).toHaveLength(Object.keys(KEPT).filter((name) => name.endsWith('Days')).length)
    const documents = rows.filter((line) => line.includes('`documentYears`, `documentMonths`'))
    expect(documents).toHaveLength(5)
    for (const line of documents) {
      expect(line).toContain(`${KEPT.documentYears} years and ${KEPT.documentMonths} months`)
    }
  })

  test('has each requirement once, in order, with a known state', () => {
    expect(requirements).toHaveLength(REQUIREMENTS)
    const keys = requirements.map(({ id }) =>
      id
        .slice(1)
        .split('.')
        .reduce((sum, part, place) => sum + Number(part) * 1000 ** (2 - place), 0),
    )
    expect(keys).toEqual([...new Set(keys)].toSorted((one, other) => one - other))
    const states = new Set(requirements.map(({ state }) => state))
    expect([...states].toSorted()).toEqual(['Met', 'Not met', 'Operator', 'Partly', '—'].toSorted())
  })

  test('says what lacks wherever a requirement is not met as a whole', () => {
    const open = requirements.filter(({ state }) => state === 'Not met' || state === 'Partly')
    expect(open.filter(({ how }) => how.length < 10)).toEqual([])
  })

  test('says in words what each requirement asks', () => {
    expect(requirements.filter(({ requirement }) => requirement.length < 5)).toEqual([])
  })

  test('names no test by a title that is not there, whatever the state', () => {
    const named = requirements.flatMap(({ id, how, proof }) =>
      [...`${how} ${proof}`.matchAll(/`([^`]+\.test\.tsx?)`(?: "([^"]+)")?/g)].map(
        ([, path, title]) => ({ id, path, title }),
      ),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ path, title }) => !has(path, title))).toEqual([])
  })

  test('names a test for each right of a person, or whose duty it is', () => {
    const [, rights = ''] = page.split('## Rights of persons')
    const [table = ''] = rights.split('\n\n**')
    const named = table.split('\n').filter((line) => line.startsWith('| '))
    expect(named.length).toBeGreaterThan(5)
    for (const line of named.slice(1)) {
      expect(line).toMatch(/`[^`]+\.test\.ts`[^|]*\|$|a duty of the operator \|$/)
    }
  })

  test('names for what is met a test that exists, by its title where given, or why there is none', () => {
    const unproved = requirements.filter(({ state, how, proof }) => {
      if (state !== 'Met') return false
      if (proof.startsWith('none: ')) return proof.length < 20
      const named = [...proof.matchAll(/`([^`]+\.test\.tsx?)`(?: "([^"]+)")?/g)]
      return how === '' || named.length === 0 || !named.every(([, path, title]) => has(path, title))
    })
    expect(unproved).toEqual([])
  })
})

function has(path: string | undefined, title: string | undefined): boolean {
  const file = join(root, path ?? '')
  return existsSync(file) && (title === undefined || readFileSync(file, 'utf8').includes(title))
}
