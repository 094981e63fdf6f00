import type { TestedMutant } from './mutant.ts'

const CHOICE = 'web/screens/uploads/issue/choice.ts'
const CHOICE_TEST = 'src/web/screens/uploads/issue/choice.test.ts'
const QUEUE = 'web/screens/uploads/edits/save-queue.ts'
const CORRECTIONS = 'web/screens/uploads/edits/corrections.ts'
const QUEUE_TEST = 'src/web/screens/uploads/edits/save-queue.test.ts'

/** Faults in which documents of a file a person orders, and in what they typed before. */
export const UPLOAD_CHOICE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document that repeats another of its file is ordered without a word',
    file: CHOICE,
    from: `  return same_as.length > 0 || like`,
    to: `  return like`,
    caughtBy: { test: CHOICE_TEST, name: 'one that says the same as an earlier one' },
  },
  {
    name: 'a document that repeats one of this month is ordered without a word',
    file: CHOICE,
    from: ` || like.some(({ is_same_amount }) => is_same_amount)`,
    to: ` && like.length >= 0`,
    caughtBy: { test: CHOICE_TEST, name: 'one of the same amount to the same client' },
  },
  {
    name: 'a document that was ordered is ordered again',
    file: CHOICE,
    from: `  if (document.state === 'ordered') return 'ordered'
`,
    to: ``,
    caughtBy: { test: CHOICE_TEST, name: 'one that was ordered' },
  },
  {
    name: 'a document with a wrong cell is ordered',
    file: CHOICE,
    from: `  if (!document.is_valid) return 'wrong'
`,
    to: ``,
    caughtBy: { test: CHOICE_TEST, name: 'one with a wrong cell' },
  },
  {
    name: 'a document that a person left out is ordered',
    file: CHOICE,
    from: `  if (standing === 'ready') return !changed.has(document.key)
`,
    to: `  if (standing === 'ready') return true
`,
    caughtBy: { test: CHOICE_TEST, name: 'ready ones are chosen until they are left out' },
  },
  {
    name: 'the sum of the documents leaves out those without a known UF',
    file: CHOICE,
    from: `    if (totals === null) return null
`,
    to: `    if (totals === null) continue
`,
    caughtBy: { test: CHOICE_TEST, name: 'the sum of documents without a known UF' },
  },
  {
    name: 'what is typed while the same cell is saved is lost',
    file: CORRECTIONS,
    from: `    const left = [...ofRow].filter(([, { number }]) => number > upTo)
`,
    to: `    const left = [...ofRow].filter(([, { number }]) => number > upTo && upTo < 0)
`,
    caughtBy: { test: QUEUE_TEST, name: 'a cell that is typed again while' },
  },
  {
    name: 'what the network failed to take is not sent again',
    file: QUEUE,
    from: `    wait(TRY_AGAIN_MS[Math.min(failures, TRY_AGAIN_MS.length - 1)] ?? 0)
`,
    to: ``,
    caughtBy: { test: QUEUE_TEST, name: 'each failure waits longer' },
  },
]
