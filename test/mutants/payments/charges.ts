import type { TestedMutant } from '../mutant.ts'

const PRICES = 'domain/prices.ts'
const CELL = {
  test: 'test/payments/faults/way.test.ts',
  name: 'duplicate at refund asked by transbank',
}
const LEDGER = 'server/db/migrations/0005-charges.sql'
const STORE = 'server/charges/store.ts'
const OF_PRICES = { test: 'src/domain/prices.test.ts' }
const USAGE = { test: 'test/charges/usage.test.ts' }

/** Faults in what Folio says it charges; those of the ledger's own SQL are in test/charges. */
export const CHARGES_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a card is charged as a transfer whatever goes wrong on its way',
    file: LEDGER,
    from: `when 'card' then 290 end`,
    to: `when 'card' then 100 end`,
    caughtBy: CELL,
  },
  {
    name: 'the fee of what was given back stays charged',
    file: LEDGER,
    from: `  for each row when (new.source = 'provider') execute function charge_refund();`,
    to: `  for each row when (new.source = 'none') execute function charge_refund();`,
    caughtBy: CELL,
  },
  {
    name: 'the first mail of a document costs nothing in any world',
    file: LEDGER,
    from: `new.purpose = 'document')
  execute function charge_mailed();`,
    to: `new.purpose = 'none')
  execute function charge_mailed();`,
    caughtBy: { test: 'test/worlds/paying/paying.test.ts', name: 'keep every promise' },
  },
  ...[
    [
      'that never left',
      ` and (attempt.outcome is null or attempt.outcome in ('uncertain', 'absent'))`,
    ],
    ['that saw it on the list', ` and attempt.highest_folio < new.folio`],
    [
      'to another recipient',
      `
          and attempt.content->'recipient'->>'rut' = new.recipient_rut`,
    ],
    [
      'of another day',
      `
          and attempt.content->>'issueDate' = new.issue_day::text`,
    ],
    [
      'of another total',
      `
          and (attempt.content->>'grossClp')::bigint = new.total_clp`,
    ],
  ].map(([what = '', from = '']): TestedMutant => ({
    name: `a boleta made at the portal is charged for a try ${what}`,
    file: LEDGER,
    from,
    to: ``,
    caughtBy: { test: 'test/charges/charges.test.ts', name: what },
  })),
  {
    name: 'a boleta that a person took for a lost try costs nothing',
    file: LEDGER,
    from: ` or new.kind = 'boletaHonorarios'`,
    to: ` or false`,
    caughtBy: { test: 'test/charges/charges.test.ts', name: 'may be that of a try of ours' },
  },
  {
    name: 'a factura is charged for a try that signed another number',
    file: LEDGER,
    from: `new.kind = 'boletaHonorarios'
          and`,
    to: `true
          and`,
    caughtBy: { test: 'test/charges/charges.test.ts', name: 'a factura that no try' },
  },
  {
    name: 'a mail is said to cost nothing',
    file: PRICES,
    from: `isMailed ? [DOCUMENT_PRICE_UF.alone, MAIL_PRICE_UF]`,
    to: `isMailed ? [DOCUMENT_PRICE_UF.alone]`,
    caughtBy: { ...OF_PRICES, name: 'two lines with a mail' },
  },
  {
    name: 'a document and its mail are rounded together',
    file: PRICES,
    from: `isMailed ? [DOCUMENT_PRICE_UF.alone, MAIL_PRICE_UF]`,
    to: `isMailed ? [DOCUMENT_PRICE_UF.withMail]`,
    caughtBy: { ...OF_PRICES, name: 'two lines with a mail' },
  },
  {
    name: 'a mail costs as much as the whole document',
    file: PRICES,
    from: `MAIL_PRICE_UF = uf('0.005')`,
    to: `MAIL_PRICE_UF = uf('0.015')`,
    caughtBy: { ...OF_PRICES, name: 'brings it to the price with mail' },
  },
  {
    name: 'several documents are said to cost as one',
    file: PRICES,
    from: `clp(count * documentCharge(`,
    to: `clp(documentCharge(`,
    caughtBy: { ...OF_PRICES, name: 'that of each when there are several' },
  },
  {
    name: 'the price said is not that of the ledger',
    file: PRICES,
    from: `alone: uf('0.01')`,
    to: `alone: uf('0.0101')`,
    caughtBy: { test: 'test/charges/prices.test.ts', name: 'a document and its mail' },
  },
  {
    name: 'the fee said is not that of the ledger',
    file: PRICES,
    from: `card: 290`,
    to: `card: 295`,
    caughtBy: { test: 'test/charges/prices.test.ts', name: 'a payment is charged' },
  },
  {
    name: 'a month ends before its last day',
    file: STORE,
    from: `    and day between \${firstDayOf(month)} and \${lastDayOf(month)}\`.execute(db)`,
    to: `    and day >= \${firstDayOf(month)} and day < \${lastDayOf(month)}\`.execute(db)`,
    caughtBy: { ...USAGE, name: 'usage is of the month asked for' },
  },
  {
    name: 'the lines of other months stand in each',
    file: STORE,
    from: `    .where('day', '>=', firstDayOf(month))
`,
    to: ``,
    caughtBy: { ...USAGE, name: 'the workbook of a month' },
  },
  {
    name: 'a line without a price is not counted as waiting',
    file: STORE,
    from: `filter (where net_clp is null)`,
    to: `filter (where net_clp = 0)`,
    caughtBy: { ...USAGE, name: 'usage of a month has its sums' },
  },
  {
    name: 'a card is told as a transfer',
    file: STORE,
    from: `basisPoints === PAYMENT_FEE_BASIS_POINTS.card ?`,
    to: `basisPoints !== PAYMENT_FEE_BASIS_POINTS.card ?`,
    caughtBy: { ...USAGE, name: 'usage of a payment of several documents' },
  },
  {
    name: 'a page of lines begins with the last one of the page before',
    file: STORE,
    from: `lines.where('id', '<', before)`,
    to: `lines.where('id', '<=', before)`,
    caughtBy: { ...USAGE, name: 'usage is read a page at a time' },
  },
  {
    name: 'the end of a page of lines is not said',
    file: 'server/charges/routes.ts',
    from: `limit: limit + 1 })`,
    to: `limit })`,
    caughtBy: { ...USAGE, name: 'usage is read a page at a time' },
  },
  {
    name: 'the operator reads every organisation where one is named',
    file: STORE,
    from: `or charge.organisation_id = \${organisationId}::bigint)`,
    to: `or charge.organisation_id >= 0)`,
    caughtBy: { test: 'test/charges/command.test.ts', name: 'sums are of every organisation' },
  },
  {
    name: 'lines of the ledger are deleted too early',
    file: 'server/charges/forget.ts',
    from: `firstDayKept(clock)`,
    to: `sql\`(\${firstDayKept(clock)} + 1)\``,
    caughtBy: { test: 'test/charges/forget.test.ts', name: 'goes as late as the documents' },
  },
  {
    name: 'the ledger is left out of the nightly sweep',
    file: 'server/start/forget.ts',
    from: `    charges: () => forgetOldCharges(needs),
`,
    to: ``,
    caughtBy: { test: 'test/walls/forget.test.ts', name: 'take the lines of the ledger' },
  },
]
