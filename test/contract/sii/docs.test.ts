import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import { doctor } from '#texts/es/doctor.ts'

const folder = join(import.meta.dirname, '../../../docs/sii')
const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
const all = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
const overview = readFileSync(join(folder, 'README.md'), 'utf8')

test('every guess that the simulator has variants for is told', () => {
  expect(Object.keys(variantChoices).filter((name) => !all.includes(`\`${name}\``))).toEqual([])
})

test('every page the client may ask is told', () => {
  const addresses = readFileSync(join(folder, '../../src/sii/http/addresses.ts'), 'utf8')
  const pages = new Set([...addresses.matchAll(/(\w{4,})\.(?:cgi|html)/g)].map(([, name]) => name))
  expect([...pages].filter((name) => name !== undefined && !shown(name))).toEqual([])
})

/** 'TMBCOC_InformeMensualBheRec.cgi' may be told as '…BheRec.cgi' after its sibling. */
function shown(name: string): boolean {
  return all.includes(name) || (name.endsWith('BheRec') && all.includes('…BheRec'))
}

test('what the first session looks for is what the doctor looks for', () => {
  const codes = [...overview.matchAll(/\(`(\w+)`(?:, `(\w+)`)*\)/g)].flatMap(([group]) =>
    [...group.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  )
  const known = { ...doctor.facts, ...doctor.observed, ...variantChoices }
  expect(codes.length).toBeGreaterThan(8)
  expect(codes.filter((code) => !Object.hasOwn(known, code))).toEqual([])
})

test('every page of this folder is in its table', () => {
  expect(files.filter((name) => name !== 'README.md' && !overview.includes(`(${name})`))).toEqual(
    [],
  )
})
