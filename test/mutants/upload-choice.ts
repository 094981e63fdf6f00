import type { TestedMutant } from './mutant.ts'

const CHOICE = 'web/screens/uploads/issue/choice.ts'
const CHOICE_TEST = 'src/web/screens/uploads/issue/choice.test.ts'
const DATE = 'web/screens/uploads/issue/issue-date.ts'
const DATE_TEST = 'src/web/screens/uploads/issue/issue-date.test.ts'
const REPEATS = 'web/screens/uploads/issue/repeats.ts'
const KEPT = 'web/screens/uploads/issue/kept-choice.ts'
const KEPT_TEST = 'src/web/screens/uploads/issue/kept-choice.test.ts'
const REPEATS_TEST = 'src/web/screens/uploads/issue/repeats.test.ts'
const QUEUE = 'web/screens/uploads/edits/save-queue.ts'
const CORRECTIONS = 'web/screens/uploads/edits/corrections.ts'
const QUEUE_TEST = 'src/web/screens/uploads/edits/save-queue.test.ts'

/** Faults in which documents of a file a person orders, and in what they typed before. */
export const UPLOAD_CHOICE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document of the amount of another of its file is ordered without a word',
    file: REPEATS,
    from: `return total !== null && earlier.total === total`,
    to: `return false`,
    caughtBy: { test: REPEATS_TEST, name: 'those before it in the file' },
  },
  {
    name: 'a document in the words of another of its file is ordered without a word',
    file: REPEATS,
    from: `  if (document.same_as.includes(earlier.document.key)) return true
`,
    to: ``,
    caughtBy: { test: REPEATS_TEST, name: 'in the same words' },
  },
  {
    name: 'a word about a repeated document answers for what appears later',
    file: CHOICE,
    from: `every((ref) => seen.includes(ref))`,
    to: `some((ref) => seen.includes(ref))`,
    caughtBy: { test: CHOICE_TEST, name: 'looks like another one, too' },
  },
  {
    name: 'an order names none of what its person saw',
    file: REPEATS,
    from: `others: own.others.map(({ ref }) => ref) }`,
    to: `others: [] }`,
    caughtBy: { test: REPEATS_TEST, name: 'an order names' },
  },
  {
    name: 'a document that repeats one of this month is ordered without a word',
    file: CHOICE,
    from: `return own === undefined ? [] : refsOf(own)`,
    to: `return own === undefined ? [] : own.ofFile.map((one) => one.key)`,
    caughtBy: { test: CHOICE_TEST, name: 'looks like another of its client' },
  },
  {
    name: 'the month of the date is compared where the row names another',
    file: REPEATS,
    from: `parseMonth(document.service_month ?? '') ?? serviceMonth(day, 0)`,
    to: `parseMonth('') ?? serviceMonth(day, 0)`,
    caughtBy: { test: REPEATS_TEST, name: 'the month that a row names' },
  },
  {
    name: 'a document that was left out is ordered once it looks repeated',
    file: CHOICE,
    from: `const seen = takenIn.get(document.key) ?? []`,
    to: `if (leftOut.has(document.key)) return true
      const seen = takenIn.get(document.key) ?? []`,
    caughtBy: { test: CHOICE_TEST, name: 'stays so once it looks repeated' },
  },
  {
    name: 'a ready document that is chosen again is taken in as a repeated one',
    file: CHOICE,
    from: `      if (refs.length > 0) takenIn.set(key, refs)`,
    to: `      takenIn.set(key, ['a#1'])`,
    caughtBy: { test: CHOICE_TEST, name: 'stays so once it looks repeated' },
  },
  {
    name: 'a repeated document that was left out is ordered once it is no longer repeated',
    file: CHOICE,
    from: `      leftOut.add(key)
      takenIn.delete(key)`,
    to: `      if (repeatedBy(document, repeats).length === 0) leftOut.add(key)
      takenIn.delete(key)`,
    caughtBy: { test: CHOICE_TEST, name: 'once it is no longer repeated' },
  },
  {
    name: 'an amount by today’s UF is said of another day',
    file: DATE,
    from: `if (!isInUf(document)) return document.totals`,
    to: `if (!isInUf(document) || document.totals !== null) return document.totals`,
    caughtBy: { test: DATE_TEST, name: 'a document in UF of the next day' },
  },
  {
    name: 'the UF of today stands in for that of a day that is not published',
    file: DATE,
    from: `value: rates.get(of) ?? null }`,
    to: `value: rates.get(of) ?? [...rates.values()].at(-1) ?? null }`,
    caughtBy: { test: DATE_TEST, name: 'a day that is not published' },
  },
  {
    name: 'a line that can’t be issued is left out of the total',
    file: DATE,
    from: `amounts.length < rows.length) return null`,
    to: `amounts.length < lines.length) return null`,
    caughtBy: { test: DATE_TEST, name: 'with a line that can’t be issued' },
  },
  {
    name: 'a document is shown with another month than it is issued with',
    file: DATE,
    from: `  const month = own ?? (day`,
    to: `  const month = (day`,
    caughtBy: { test: DATE_TEST, name: 'that its row names' },
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
    name: 'a document that is due before the chosen day is ordered',
    file: CHOICE,
    from: `return 'dueBefore'
`,
    to: `return 'ready'
`,
    caughtBy: { test: CHOICE_TEST, name: 'is due before the chosen day' },
  },
  {
    name: 'a document that is due on the day of its issue is not ordered',
    file: 'domain/receivable.ts',
    from: `compare(dueDay, issueDay) < 0`,
    to: `compare(dueDay, issueDay) <= 0`,
    caughtBy: { test: CHOICE_TEST, name: 'is due before the chosen day' },
  },
  {
    name: 'a document that a person left out is ordered',
    file: CHOICE,
    from: `      return !leftOut.has(document.key)`,
    to: `      return true`,
    caughtBy: { test: CHOICE_TEST, name: 'ready ones are chosen until they are left out' },
  },
  {
    name: 'documents without a known total are not told',
    file: DATE,
    from: `unknown: documents.length - totals.length,`,
    to: `unknown: 0,`,
    caughtBy: { test: DATE_TEST, name: 'in UF while no day is known' },
  },
  {
    name: 'a document that was left out is ordered once its preview was left and came back',
    file: KEPT,
    from: `leftOut: [...choice.leftOut],`,
    to: `leftOut: [],`,
    caughtBy: { test: KEPT_TEST, name: 'are read back as they were kept' },
  },
  {
    name: 'a chosen day is today once its preview was left and came back',
    file: KEPT,
    from: `[...choice.takenIn], day }`,
    to: `[...choice.takenIn], day: null }`,
    caughtBy: { test: KEPT_TEST, name: 'are read back as they were kept' },
  },
  {
    name: 'the choice of one file is that of another',
    file: KEPT,
    from: `const kept = readAll()[upload]`,
    to: `const kept = Object.values(readAll())[0]`,
    caughtBy: { test: KEPT_TEST, name: 'each file has its own choice' },
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
