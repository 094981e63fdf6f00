import type { TestedMutant } from './mutant.ts'

/** Faults in one try at issuing: what is looked at before, the intent, and what came back. */
export const ISSUE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an intent is written beside a stop that is being answered',
    file: 'server/documents/issue/issue.ts',
    from: `        ask(stopsLock(seen)),
`,
    to: `        Promise.resolve([]),
`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'signing goes on after three unused numbers',
    file: 'server/documents/issue/issue.ts',
    from: `  if (pause !== null) {`,
    to: `  if (pause !== null && pause.kind === 'fail') {`,
    caughtBy: { test: 'test/engine/unused-numbers.test.ts' },
  },
  {
    name: 'a process that ends still sends',
    file: 'server/documents/issue/issue.ts',
    from: `  if (needs.sends.isEnding()) return
  const intent`,
    to: `  const intent`,
    caughtBy: { test: 'test/engine/ending.test.ts' },
  },
  {
    name: 'an unused number is not counted',
    file: 'server/documents/issue/issue.ts',
    from: `answer.kind === 'ok' ? await afterUnusedNumber(needs, document, own) : own`,
    to: `own`,
    caughtBy: { test: 'test/engine/unused-numbers.test.ts' },
  },
  {
    name: 'a signature that works does not forget the unused numbers',
    file: 'server/documents/issue/issue.ts',
    from: `  if (prepared.value.signedFolio !== null) await forgetUnusedNumbers(needs.db, document)
`,
    to: ``,
    caughtBy: { test: 'test/engine/unused-numbers.test.ts' },
  },
  {
    name: 'the second try takes the number of the first',
    file: 'server/documents/issue/issue.ts',
    from: `const number = (last?.number ?? 0) + 1`,
    to: `const number = (last === undefined ? 0 : 0) + 1`,
    caughtBy: { test: 'test/engine/decisions.test.ts' },
  },
  {
    name: 'a worker that dies after the intent is never looked after',
    file: 'server/documents/issue/issue.ts',
    from: `const change = { next_try_at: deadline, reason: null`,
    to: `const change = { next_try_at: null, reason: null`,
    caughtBy: { test: 'test/engine/faults.test.ts' },
  },
  {
    name: 'a number that a person told is taken after they thought better of it',
    file: 'server/documents/issue/outcome.ts',
    from: `    if (differences !== undefined && !isMeant) return
`,
    to: `    void isMeant
`,
    caughtBy: { test: 'test/engine/adopted.test.ts' },
  },
  {
    name: 'a nota that is issued annuls nothing',
    file: 'server/documents/issue/outcome.ts',
    from: `if (content.kind === 'notaCredito') await takeBack`,
    to: `if (content.kind === 'notaCredito' && folio < 0) await takeBack`,
    caughtBy: { test: 'test/engine/notas.test.ts' },
  },
  {
    name: 'a corrected text annuls its factura',
    file: 'server/documents/issue/apply-nota.ts',
    from: `if (content.reference.code === 1) {`,
    to: `if (content.reference.code !== 3) {`,
    caughtBy: { test: 'test/engine/notas.test.ts' },
  },
]
