import type { TestedMutant } from '../mutant.ts'

const TEST = 'src/server/rules/bulk/change-rules.test.ts'
const FILE_TEST = 'src/server/rule-files/read-rule-file.test.ts'
const FILE_API_TEST = 'test/contract/api/rule-files.test.ts'
const FROZEN_TEST = 'test/engine/freeze/later-prices.test.ts'
const PRICE_TEST = 'src/domain/price-change.test.ts'
const CHANGE_RULES = 'server/rules/bulk/change-rules.ts'

/** Faults in changes of many rules: what a price is from which month on, and that what was shown is what is made. */
export const RULES_AT_ONCE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a percentage is rounded down',
    file: 'domain/price-change.ts',
    from: `const after = roundHalfUpRatio(product, hundred * step) * step`,
    to: `const after = (product / (hundred * step)) * step`,
    caughtBy: { test: PRICE_TEST },
  },
  {
    name: 'a discount raises the price',
    file: 'domain/price-change.ts',
    from: `? -fromDecimalText(percent.slice(1))`,
    to: `? fromDecimalText(percent.slice(1))`,
    caughtBy: { test: PRICE_TEST },
  },
  {
    name: 'a price is rounded to zero',
    file: 'domain/price-change.ts',
    from: `  if (after === 0n) return { kind: 'zero' }
`,
    to: ``,
    caughtBy: { test: PRICE_TEST },
  },
  {
    name: 'a discount has no limit',
    file: 'server/rules/bulk/routes.ts',
    from: ` || Number(text) < MIN_PERCENT_CHANGE`,
    to: ``,
    caughtBy: { test: TEST, name: 'a discount of more than a half' },
  },
  {
    name: 'the IPC raises prices in UF',
    file: 'domain/price-change.ts',
    from: `  if (change.by === 'ipc' && unit.currency === 'UF') return { kind: 'kept', why: 'isUf' }
`,
    to: ``,
    caughtBy: { test: PRICE_TEST },
  },
  {
    name: 'a price without limit',
    file: 'domain/price-change.ts',
    from: `  if (isTooLarge(unit.currency, after)) return { kind: 'tooLarge' }
`,
    to: ``,
    caughtBy: { test: PRICE_TEST },
  },
  {
    name: 'a document is frozen with a price of a later month',
    file: 'server/rules/prices/line-prices.ts',
    from: `      and rule_price.from_period <= \${period}
`,
    to: ``,
    caughtBy: { test: FROZEN_TEST },
  },
  {
    name: 'a document is frozen with the oldest of its prices',
    file: 'server/rules/prices/line-prices.ts',
    from: `order by rule_price.from_period desc limit 1`,
    to: `order by rule_price.from_period limit 1`,
    caughtBy: { test: FROZEN_TEST },
  },
  {
    name: 'a document is frozen with its line’s first price',
    file: 'server/rules/load.ts',
    from: `          laterPriceIn('rule_line', sql.val(month.period)),
`,
    to: ``,
    caughtBy: { test: FROZEN_TEST },
  },
  {
    name: 'a price from a month on leaves those of later months',
    file: 'server/rules/prices/set-prices.ts',
    from: `and rule_price.from_period >= \${from}`,
    to: `and rule_price.from_period = \${from}`,
    caughtBy: { test: TEST },
  },
  {
    name: 'an edit loses what its line costs later',
    file: 'server/rules/prices/rule-lines.ts',
    from: `  await restorePrices(trx, at, kept)
`,
    to: ``,
    caughtBy: { test: TEST },
  },
  {
    name: 'a price written anew is overruled by one of a later month',
    file: 'server/rules/prices/rule-lines.ts',
    from: `        productId === line.productId && priceIn(prices, shown) === line.price,`,
    to: `        productId === line.productId && shown !== '',`,
    caughtBy: { test: TEST },
  },
  {
    name: 'a preview is made',
    file: CHANGE_RULES,
    from: `      if (made !== null) throw new TakenBack(made)
      return null`,
    to: `      return made`,
    caughtBy: { test: TEST },
  },
  {
    name: 'what was not shown is made',
    file: CHANGE_RULES,
    from: `    if (made !== null && made.digest !== digest) throw new Refused(409, 'rulesChanged')
`,
    to: ``,
    caughtBy: { test: TEST },
  },
  {
    name: 'the digest leaves the change out',
    file: 'server/rules/bulk/difference.ts',
    from: `canonicalJson([change, differences])`,
    to: `canonicalJson([change.kind, differences])`,
    caughtBy: { test: TEST },
  },
  {
    name: 'a rule that is gone keeps the others from nothing',
    file: CHANGE_RULES,
    from: `    if (rule === null) return null
`,
    to: `    if (rule === null) continue
`,
    caughtBy: { test: TEST },
  },
  {
    name: 'a rule with a fault is left out and the others are changed',
    file: 'server/rules/bulk/refuse-problems.ts',
    from: `  if (problems.size === 0) return
`,
    to: `  if (problems.size < views.length) return
`,
    caughtBy: { test: TEST },
  },
  {
    name: 'a rise is not on record',
    file: CHANGE_RULES,
    from: `    await record(needs, trx, author, { organisationId, ruleId }, 'rulePricesChanged', data)
`,
    to: ``,
    caughtBy: { test: TEST },
  },
  {
    name: 'a price of a month gone by is set',
    file: 'server/rules/bulk/routes.ts',
    from: `  if (month < thisMonth || month > last) {`,
    to: `  if (month > last) {`,
    caughtBy: { test: TEST },
  },
  {
    name: 'rows that were sorted by one column put prices on other lines',
    file: 'server/rule-files/judge-rows.ts',
    from: `    if (plainText(shownCell(written)) === plainText(expected)) return
`,
    to: `    if (written !== undefined) return
`,
    caughtBy: { test: FILE_TEST },
  },
  {
    name: 'one line has two prices in a file',
    file: 'server/rule-files/judge-rows.ts',
    from: `    if (before !== undefined) {`,
    to: `    if (before === null) {`,
    caughtBy: { test: FILE_TEST },
  },
  {
    name: 'a sheet of a rule file that is not read is skipped without a word',
    file: 'server/rule-files/read-rule-file.ts',
    from: `other !== table && !HELP.has(other.name)`,
    to: `other !== table && HELP.has(other.name)`,
    caughtBy: { test: FILE_TEST, name: 'other sheets with rows are named' },
  },
  {
    name: 'of two columns of prices in a rule file the first one counts',
    file: 'server/rule-files/read-rule-file.ts',
    from: `if (several.length > 0) return 'several'`,
    to: `if (several.length > 1) return 'several'`,
    caughtBy: { test: FILE_TEST, name: 'with two columns of prices' },
  },
  {
    name: 'sheets of a rule file that are not read are known and not said',
    file: 'server/rule-files/routes.ts',
    from: `const other_sheets = read.otherSheets`,
    to: `const other_sheets = read.otherSheets.slice(0, 0)`,
    caughtBy: { test: FILE_API_TEST, name: 'sheets of a file that are not read' },
  },
  {
    name: 'a file that a person was shown is not compared with what it makes',
    file: 'server/rule-files/routes.ts',
    from: `  if (digest === undefined) {`,
    to: `  if (digest !== null) {`,
    caughtBy: { test: FILE_API_TEST },
  },
  {
    name: 'a file’s prices are not stored',
    file: 'server/rules/bulk/change-by-file.ts',
    from: `    await setPricesFrom(trx, at.organisationId, from, priced)
`,
    to: ``,
    caughtBy: { test: FILE_API_TEST },
  },
]
