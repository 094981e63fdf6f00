import type { TestedMutant } from './mutant.ts'

const MISTAKES = 'src/server/uploads/mistakes.test.ts'
const AMOUNTS = 'src/server/uploads/amounts.test.ts'
const HOSTILE = 'src/server/uploads/hostile.test.ts'
const MARKUP = 'src/server/sheets/markup.test.ts'
const ALIKE = 'src/server/uploads/alike.test.ts'
const API = 'test/contract/api/uploads.test.ts'
const CELLS = 'server/uploads/cells'
const JUDGE = 'server/uploads/judge'

/** Faults in what an uploaded file says: its amounts, its groups, its clients, and what is refused. */
export const UPLOAD_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'what a person says of the columns of a file is not remembered',
    file: 'server/uploads/uploads.ts',
    from: `    await rememberColumns(trx, clock, opened.of, remembered)
`,
    to: `    if (remembered.userId < 0) await rememberColumns(trx, clock, opened.of, remembered)
`,
    caughtBy: { test: API, name: 'columns that were read are corrected' },
  },
  {
    name: 'a code that several products have is said to be of none',
    file: `${JUDGE}/judge-line.ts`,
    from: `const isRepeated = found === null`,
    to: `const isRepeated = false`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'of several products with one code the last is meant',
    file: 'server/uploads/facts.ts',
    from: `products.has(key) ? null : { code, name, price }`,
    to: `{ code, name, price }`,
    caughtBy: { test: API, name: 'a code that several products have' },
  },
  {
    name: 'the last upload of a page is listed on the next one, too',
    file: 'server/uploads/store.ts',
    from: `upload.id < \${before}::bigint`,
    to: `upload.id <= \${before}::bigint`,
    caughtBy: { test: API, name: 'uploads are listed page by page' },
  },
  {
    name: 'a thousand UF is read where one with three decimals may be meant',
    file: `${CELLS}/read-number.ts`,
    from: `(mayBeDecimal(text) ? ambiguous(text) : typed(text, parseUf(text)))`,
    to: `typed(text, parseUf(text))`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'a quantity of 1.000 is a thousand',
    file: `${CELLS}/read-number.ts`,
    from: `(mayBeDecimal(text) ? ambiguous(text) : typed(text, parseQuantity(text)))`,
    to: `typed(text, parseQuantity(text))`,
    caughtBy: { test: MISTAKES, name: 'both readings of an ambiguous number' },
  },
  {
    name: 'pesos with decimals are cut',
    file: `${CELLS}/read-number.ts`,
    from: `if (!Number.isInteger(value)) return faultOf('pesosWithDecimals')`,
    to: `value = Math.floor(value)`,
    caughtBy: { test: AMOUNTS, name: 'numbers that no document can say' },
  },
  {
    name: 'a negative number is taken',
    file: `${CELLS}/read-number.ts`,
    from: `return value < 0 ? faultOf('negative') : ofNumber(value)`,
    to: `return ofNumber(Math.abs(value))`,
    caughtBy: { test: AMOUNTS, name: 'numbers that no document can say' },
  },
  {
    name: 'the last digits of a binary number count',
    file: `${CELLS}/read-number.ts`,
    from: `Number(cell.toPrecision(EXCEL_DIGITS))`,
    to: `cell`,
    caughtBy: { test: AMOUNTS, name: 'a number is read as Excel shows it' },
  },
  {
    name: 'a price in UF is taken as pesos when its column says so',
    file: `${JUDGE}/judge-line.ts`,
    from: `if (written !== null && written !== currency) {`,
    to: `if (written === null && written !== null) {`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: "a price without a currency is in pesos although its product's is in UF",
    file: `${JUDGE}/judge-line.ts`,
    from: `values.currency ?? written ?? product?.price.currency ?? 'CLP'`,
    to: `values.currency ?? written ?? 'CLP'`,
    caughtBy: { test: AMOUNTS, name: 'a code fills in' },
  },
  {
    name: "a product's price wins over the row's",
    file: `${JUDGE}/judge-line.ts`,
    from: `if (values.price === undefined) return productPrice`,
    to: `if (values.price === undefined || product !== undefined) return productPrice`,
    caughtBy: { test: AMOUNTS, name: 'a code fills in' },
  },
  {
    name: "a product's price is taken in the currency that the row says",
    file: `${JUDGE}/judge-line.ts`,
    from: `values.currency !== product.price.currency`,
    to: `false`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'lines are priced with the UF of another day',
    file: `${JUDGE}/judge-line.ts`,
    from: `facts.ufRates[of.ufDate]`,
    to: `facts.ufRates.DAY_OF`,
    caughtBy: { test: AMOUNTS, name: 'the UF is that of the close' },
  },
  {
    name: 'a document without all its lines has totals',
    file: `${JUDGE}/judge-document.ts`,
    from: `totals: lines.length === group.rows.length ? totals : null`,
    to: `totals`,
    caughtBy: { test: AMOUNTS, name: 'a faulty line leaves its document' },
  },
  {
    name: 'a factura below the least that the SII takes is right',
    file: `${JUDGE}/judge-document.ts`,
    from: `if (totals.netoClp < MINIMUM_NETO_CLP) {`,
    to: `if (totals.netoClp < 0) {`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'a line more than the form takes is right',
    file: `${JUDGE}/judge-document.ts`,
    from: `const over = rows[max]`,
    to: `const over = rows[max + 1]`,
    caughtBy: { test: MISTAKES, name: 'an eleventh line of a factura' },
  },
  {
    name: 'rows of one document may say different things',
    file: `${JUDGE}/groups.ts`,
    from: `else if (!isSame(first.values[role], row.values[role])) {`,
    to: `else if (row.sheetRow.row < 0) {`,
    caughtBy: { test: MISTAKES, name: 'rows of one document that differ' },
  },
  {
    name: 'rows without a group are lines of one document',
    file: `${JUDGE}/groups.ts`,
    from: "const key = name === '' ? `r:${row.sheetRow.row}` : `g:${name}`",
    to: 'const key = `g:${name}`',
    caughtBy: { test: AMOUNTS, name: 'rows of one group are its lines' },
  },
  {
    name: 'groups that only case tells apart are two documents',
    file: `${JUDGE}/groups.ts`,
    from: `    if (other === undefined) {
      seen.set(alike, group)
      continue
    }`,
    to: `    seen.set(alike, group)
    if (other !== undefined || other === undefined) continue`,
    caughtBy: { test: MISTAKES, name: 'groups that are told apart by case' },
  },
  {
    name: 'a document with a fault in its second row is right',
    file: `${JUDGE}/judge.ts`,
    from: `!document.rows.some((row) => faults.rows.has(row))`,
    to: `!faults.rows.has(document.rows[0] ?? 0)`,
    caughtBy: { test: AMOUNTS, name: 'a faulty line leaves its document' },
  },
  {
    name: 'an id may name two documents',
    file: `${JUDGE}/judge.ts`,
    from: `    else refuse(row, earlier)
`,
    to: ``,
    caughtBy: { test: MISTAKES, name: 'an id of two documents' },
  },
  {
    name: 'digits that may lack their check digit are taken for the other RUT',
    file: `${CELLS}/read-rut.ts`,
    from: `if (whole === null) return valueOf(parsed)`,
    to: `if (whole === null || parsed !== whole) return valueOf(parsed)`,
    caughtBy: { test: MISTAKES, name: 'both readings of digits' },
  },
  {
    name: 'dates that both orders allow are read day first beside one that is not',
    file: `${CELLS}/read-dates.ts`,
    from: `if (read.order === 'open' && dates.isMonthFirst) {`,
    to: `if (read.order === 'open' && dates.known.size < 0) {`,
    caughtBy: { test: MISTAKES, name: 'dates of a file that has some' },
  },
  {
    name: 'what a formula shows is taken',
    file: `${CELLS}/cell-read.ts`,
    from: `if (typeof cell === 'object' && cell.kind === 'formula') return faultOf('formula')`,
    to: `if (typeof cell === 'object' && cell.kind === 'formula') return null`,
    caughtBy: { test: HOSTILE, name: 'formulas are refused' },
  },
  {
    name: 'what is cut by a chunk is lost',
    file: 'server/sheets/markup.ts',
    from: `    this.#cut = source.slice(this.#scan(source, false))`,
    to: `    this.#scan(source, false)`,
    caughtBy: { test: MARKUP, name: 'markup in chunks' },
  },
  {
    name: 'a document type is read',
    file: 'server/sheets/markup.ts',
    from: `throw new Refused('entities')`,
    to: `void Refused`,
    caughtBy: { test: HOSTILE, name: 'every hostile file' },
  },
  {
    name: 'macros are read past',
    file: 'server/sheets/xlsx.ts',
    from: `if (limits.isStrict) refuseForeign(archive)`,
    to: `void refuseForeign`,
    caughtBy: { test: HOSTILE, name: 'every hostile file' },
  },
  {
    name: 'empty cells have no limit',
    file: 'server/sheets/table.ts',
    from: `if (this.#cells > this.#limits.cells) throw new Refused('tooManyCells')`,
    to: ``,
    caughtBy: { test: HOSTILE, name: 'every hostile file' },
  },
  {
    name: 'shared texts have no limit',
    file: 'server/sheets/xlsx.ts',
    from: `this.texts.length > limits.sharedTexts`,
    to: `this.texts.length > limits.sharedTexts * 99`,
    caughtBy: { test: HOSTILE, name: 'every hostile file' },
  },
  {
    name: 'texts in their cells have no limit together',
    file: 'server/sheets/sheet.ts',
    from: `if (this.#type !== 's') this.#needs`,
    to: `if (this.#type === 's') this.#needs`,
    caughtBy: { test: HOSTILE, name: 'every hostile file' },
  },
  {
    name: 'texts in their cells are counted apart from those that cells share',
    file: 'server/sheets/xlsx.ts',
    from: `readSharedTexts(archive, parts, { limits, counter })`,
    to: `readSharedTexts(archive, parts, { limits, counter: new RowCounter(limits) })`,
    caughtBy: { test: HOSTILE, name: 'every hostile file' },
  },
  {
    name: 'the texts of a csv in windows-1252 are read as UTF-8',
    file: 'server/sheets/text.ts',
    from: `{ fatal: true }`,
    to: `{ fatal: false }`,
    caughtBy: { test: ALIKE, name: 'windows-1252' },
  },
  {
    name: 'a file that cannot be read is kept',
    file: 'server/uploads/uploads.ts',
    from: `if (read.kind === 'refused') return read
  const file`,
    to: `const file`,
    caughtBy: { test: API, name: 'a file that cannot be read' },
  },
  {
    name: 'the charge leaves out the mail',
    file: 'server/uploads/present.ts',
    from: `documentCharge(sendsEmail, ufToday)`,
    to: `documentCharge(sendsEmail && false, ufToday)`,
    caughtBy: { test: API, name: 'a file is stored and answered' },
  },
  {
    name: 'the same documents in another order are others',
    file: 'server/uploads/uploads.ts',
    from: `said.toSorted().join('\\n')`,
    to: `said.join('\\n')`,
    caughtBy: { test: API, name: 'the same documents in another file' },
  },
]
