import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { TESTED_MUTANTS } from '../mutants/all.ts'

const root = join(import.meta.dirname, '../..')
const chunks = z.array(z.object({ part: z.string(), name: z.string(), args: z.array(z.string()) }))

test('no chunk of the plan has the name of another, and its groups hold every planted fault', () => {
  const said = execFileSync(process.execPath, ['scripts/deep/plan.ts', '20000'], { cwd: root })
  const plan = chunks.parse(JSON.parse(String(said)))
  const names = plan.map(({ part, name }) => `${part} ${name}`)
  expect(names).toEqual([...new Set(names)])
  const named = (args: string[], option: string) => args[args.indexOf(option) + 1] ?? ''
  const planned = plan
    .filter(({ part, args }) => part === 'mutants' && args.includes('--caught-by'))
    .flatMap(({ args }) => {
      const skip = Number(named(args, '--skip'))
      const test = named(args, '--caught-by')
      const ofTest = TESTED_MUTANTS.filter(({ caughtBy }) => caughtBy.test === test)
      return ofTest.slice(skip, skip + Number(named(args, '--count')))
    })
  expect(planned.map(({ name }) => name).toSorted()).toEqual(
    TESTED_MUTANTS.map(({ name }) => name).toSorted(),
  )
})
