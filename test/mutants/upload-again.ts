import type { TestedMutant } from './mutant.ts'

const AGAIN = 'test/engine/uploads/again.test.ts'
const KILLS = 'test/engine/uploads/kills.test.ts'
const SHEETS = 'src/server/sheets/annotate.test.ts'
const COLUMNS = 'src/server/uploads/annotated-columns.test.ts'
const CLAIMS = 'server/uploads/ordered/claims.ts'

/** Faults in what is known of the rows of an annotated file that is uploaded again. */
export const UPLOAD_AGAIN_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a copied row is the document of which it has the id, and its original another',
    file: CLAIMS,
    from: `return (says(document, held) ? 0 : 2) + (document.key === groupKey ? 0 : 1)`,
    to: `void groupKey
  return says(document, held) ? 2 : 0`,
    caughtBy: { test: AGAIN, name: 'a row that is copied with its id' },
  },
  {
    name: 'a user’s own column without Folio’s beside it keeps other rows from being issued',
    file: CLAIMS,
    from: `judged.annotated.isAnnotated || (order.held !== null && isSaid)`,
    to: `isSaid || order.held !== null`,
    caughtBy: { test: AGAIN, name: 'a file without headings is issued once' },
  },
  {
    name: 'ids that were moved away from Folio’s other columns count for nothing',
    file: CLAIMS,
    from: `judged.annotated.isAnnotated || (order.held !== null && isSaid)`,
    to: `judged.annotated.isAnnotated`,
    caughtBy: { test: AGAIN, name: 'a file without headings is issued once' },
  },
  {
    name: 'a copied row with another’s id is issued as a new one',
    file: CLAIMS,
    from: `isStrange.has(document.key) ? { ...document, isValid: false, waits: false } : document`,
    to: `isStrange.has('') ? { ...document, isValid: false, waits: false } : document`,
    caughtBy: { test: AGAIN, name: 'a row that is copied with its id' },
  },
  {
    name: 'a copied row with another’s id is kept back without a word',
    file: CLAIMS,
    from: `faults: [...faults, ...added]`,
    to: `faults: [...faults]`,
    caughtBy: { test: AGAIN, name: 'a row that is copied with its id' },
  },
  {
    name: 'a changed price of issued rows is passed over',
    file: CLAIMS,
    from: `=== then.price`,
    to: `!== ''`,
    caughtBy: { test: AGAIN, name: 'whose rows were changed' },
  },
  {
    name: 'a line that was added to an issued document is passed over',
    file: CLAIMS,
    from: `    document.rows.length === held.rows.length &&
    document.rows.every((row, index) => saysLine(document, row, held.lines[index]))`,
    to: `    held.lines.every((line, index) => saysLine(document, document.rows[index] ?? 0, line))`,
    caughtBy: { test: AGAIN, name: 'whose rows were changed' },
  },
  {
    name: 'rows of what was issued are faulty once their day went by',
    file: CLAIMS,
    from: `judged.faults.filter(({ row }) => !settled.has(row))`,
    to: `judged.faults.filter(({ row }) => !settled.has(-row))`,
    caughtBy: { test: AGAIN, name: 'are not judged again' },
  },
  {
    name: 'the list counts the faults of rows that were issued',
    file: CLAIMS,
    from: `judged.faultCount - (judged.faults.length - faults.length) + added.length`,
    to: `judged.faultCount + added.length`,
    caughtBy: { test: AGAIN, name: 'are not judged again' },
  },
  {
    name: 'a due day that went by makes an issued row another',
    file: CLAIMS,
    from: `return now === null || now === then`,
    to: `return now === then`,
    caughtBy: { test: AGAIN, name: 'are not judged again' },
  },
  {
    name: 'rows that were taken out come back as new ones',
    file: 'server/uploads/annotated-columns.ts',
    from: `isAnnotated && TAKEN_OUT.has(`,
    to: `!isAnnotated && TAKEN_OUT.has(`,
    caughtBy: { test: COLUMNS, name: 'rows that were taken out' },
  },
  {
    name: 'of a file without headings no id is known again',
    file: 'server/uploads/annotated-columns.ts',
    from: `all.findLast((column) => has(column, isId) && isOf(column, isId)) ?? null`,
    to: `all.findLast((column) => has(column, isId) && isOf(column, isState)) ?? null`,
    caughtBy: { test: COLUMNS, name: 'are known by what they say' },
  },
  {
    name: 'of a file without headings a user’s own column is taken for ids',
    file: 'server/uploads/annotated-columns.ts',
    from: `    !read.has(column) && holdsOnly(rows, column, isRight)
  const has`,
    to: `    !read.has(column) && rows.some(({ cells }) => isRight(shownCell(cells[column])))
  const has`,
    caughtBy: { test: COLUMNS, name: 'without headings a column with anything but ids' },
  },
  {
    name: 'of a file without headings rows that were taken out come back, where nothing was ordered',
    file: 'server/uploads/annotated-columns.ts',
    from: `all.filter((column) => has(column, isTakenOut))`,
    to: `all.filter((column) => has(column, isId))`,
    caughtBy: { test: COLUMNS, name: 'without headings rows that were taken out' },
  },
  {
    name: 'rows that were taken out are read as such once, and stored as new ones',
    file: 'server/uploads/uploads.ts',
    from: `    await takeOut(needs, trx, by, made, corrections)
`,
    to: ``,
    caughtBy: { test: KILLS, name: 'an upload that is killed' },
  },
  {
    name: 'what a person typed into a missing column has no heading in the annotated file',
    file: 'server/uploads/issue/annotations.ts',
    from: `if (headerRow === 0) return`,
    to: `if (headerRow >= 0) return`,
    caughtBy: { test: AGAIN, name: 'comes back in a column with its heading' },
  },
  {
    name: 'a formula of the user’s is written over in the annotated file',
    file: 'server/sheets/annotate-sheet.ts',
    from: `      open.replaced = null
    } else if (open !== null && tag.name === 'c') {`,
    to: `    } else if (open !== null && tag.name === 'c') {`,
    caughtBy: { test: SHEETS, name: 'a formula stays' },
  },
  {
    name: 'the due day of a file moves with the day of issue',
    file: 'server/db/migrations/0003-payments.sql',
    from: `greatest(rule.due_day, issued.issue_day)`,
    to: `rule.due_day + (issued.issue_day - rule.start_day)`,
    caughtBy: { test: AGAIN, name: 'is due on the day that its row names' },
  },
  {
    name: 'a document is due before it is issued',
    file: 'server/db/migrations/0003-payments.sql',
    from: `greatest(rule.due_day, issued.issue_day)`,
    to: `rule.due_day`,
    caughtBy: { test: AGAIN, name: 'is due on the day that its row names' },
  },
]
