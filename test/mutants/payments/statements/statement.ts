import type { TestedMutant } from '../../mutant.ts'

const MATCH = 'src/server/payments/statement/match.test.ts'
const PARSE = 'src/server/payments/statement/parse-movements.test.ts'
const IDENTITY = 'src/server/payments/statement/movements/identity.test.ts'
const AMOUNT = 'src/server/payments/statement/movements/read-amount.test.ts'
const READ = 'src/server/payments/statement/read-statement.test.ts'
const COLUMNS = 'src/server/payments/statement/find-columns.test.ts'

/** Faults in what a bank's statement says and in which documents its movements pay. */
export const STATEMENT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'the RUT of who paid is not compared',
    file: 'server/payments/statement/match/judge.ts',
    from: `of index.ofPayer(payerRut)?.byAmount.get(amountClp) ?? []`,
    to: `of index.ofAmount(amountClp)`,
    caughtBy: { test: MATCH, name: 'nothing is paid without a person by another RUT' },
  },
  {
    name: 'whom a client’s owner lets pay is not known',
    file: 'server/payments/statement/match/document-index.ts',
    from: `if (payer !== document.clientRut) push(this.#ofPayer, payer, document)`,
    to: `void payer`,
    caughtBy: { test: MATCH, name: 'an authorised payer pays for the client' },
  },
  {
    name: 'more than a document is owed pays it without a person',
    file: 'server/payments/statement/match/judge.ts',
    from: `of index.ofPayer(payerRut)?.byAmount.get(amountClp) ?? []`,
    to: `of (index.ofPayer(payerRut)?.all ?? []).filter(({ openClp }) => amountClp >= openClp)`,
    caughtBy: { test: MATCH, name: 'nothing is paid without a person by a peso more' },
  },
  {
    name: 'what was taken back stands in the way of what is paid again',
    file: 'server/payments/statement/match/judge.ts',
    from: `    if (isTakenBack(movement)) continue
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'a payment made again after its reversal pays' },
  },
  {
    name: 'what was taken back is proposed together with what stayed',
    file: 'server/payments/statement/match.ts',
    from: `unpaid.filter((one) => !isTakenBack(one))`,
    to: `unpaid`,
    caughtBy: {
      test: MATCH,
      name: 'a credit that was taken back is not combined with other transfers',
    },
  },
  {
    name: 'what may have been taken back pays without a person',
    file: 'server/payments/statement/match/judge.ts',
    from: `  if (movement.reversal !== null) return 'mayBeReversed'
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'one of several that may have been taken back' },
  },
  {
    name: 'of two documents that a movement may pay the older is taken',
    file: 'server/payments/statement/match/judge.ts',
    from: `if (document === undefined || another !== undefined) {`,
    to: `void another
  if (document === undefined) {`,
    caughtBy: { test: MATCH, name: 'two documents that it may pay are a tie' },
  },
  {
    name: 'of two movements for one document both pay it',
    file: 'server/payments/statement/match/judge.ts',
    from: `(claims.get(document.id) ?? 0) > 1`,
    to: `(claims.get(document.id) ?? 0) > 2`,
    caughtBy: { test: MATCH, name: 'two movements with the RUT and amount of one document' },
  },
  {
    name: 'other documents that add up to it are not thought of',
    file: 'server/payments/statement/match/judge.ts',
    from: `return othersMayAddUp(movement, index, budgets) ? 'otherSum' : null`,
    to: `return null`,
    caughtBy: { test: MATCH, name: 'two other documents that add up' },
  },
  {
    name: 'a search for other sums that gives up finds none',
    file: 'server/payments/statement/match/subsets.ts',
    from: `      if (before + term === totalClp || budget.steps < least) return true`,
    to: `      if (before + term === totalClp) return true
      if (budget.steps < least) return false`,
    caughtBy: { test: MATCH, name: 'is not ruled out by giving up' },
  },
  {
    name: 'a search for other sums takes more steps than are left',
    file: 'server/payments/statement/match/subsets.ts',
    from: `Math.max(0, budget.steps - MAX_SUMS)`,
    to: `budget.steps - MAX_SUMS`,
    caughtBy: { test: MATCH, name: 'give up together' },
  },
  {
    name: 'each movement of a payer has all steps for itself',
    file: 'server/payments/statement/match/judge.ts',
    from: `  budgets.set(payerRut, budget)
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'the searches of one payer share their steps' },
  },
  {
    name: 'the largest movements take the steps of the smallest',
    file: 'server/payments/statement/match/judge.ts',
    from: `a.movement.amountClp - b.movement.amountClp || `,
    to: ``,
    caughtBy: { test: MATCH, name: 'the searches of one payer share their steps' },
  },
  {
    name: 'the folio that a payer names is not compared',
    file: 'server/payments/statement/match/judge.ts',
    from: `  if (namesAnother(movement, document, index)) return 'otherFolio'
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'names the folio of another document' },
  },
  {
    name: 'a match that a person undid is made again',
    file: 'server/payments/statement/match/judge.ts',
    from: `  if (decisions.rejected.has(movement.id)) return 'refusedBefore'
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'what a person refused never comes back' },
  },
  {
    name: 'a match that a person refused is proposed again',
    file: 'server/payments/statement/match/propose.ts',
    from: ` && needs.decisions.rejected.get(movement.id)?.has(id) !== true`,
    to: ``,
    caughtBy: { test: MATCH, name: 'what a person refused never comes back' },
  },
  {
    name: 'a movement that a person has decided is matched again',
    file: 'server/payments/statement/match.ts',
    from: `  if (decisions.decided.has(id)) return 'decided'
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'a movement that a person has decided' },
  },
  {
    name: 'a payment of before the issue date pays',
    file: 'server/payments/statement/match/judge.ts',
    from: `if (one.issueDay > day || found.length === MAX_EXACT) break`,
    to: `if (found.length === MAX_EXACT) break`,
    caughtBy: { test: MATCH, name: 'a document that was issued later is no rival' },
  },
  {
    name: 'a document issued later takes the place of one that may be meant',
    file: 'server/payments/statement/match/document-index.ts',
    from: `Map.groupBy(issued, `,
    to: `Map.groupBy(issued.slice(0, 0).concat(all), `,
    caughtBy: { test: MATCH, name: 'documents issued later take no candidate’s place' },
  },
  {
    name: 'a refused document takes the place of one that is proposed',
    file: 'server/payments/statement/match/propose.ts',
    from: `exactDocuments(movement, needs.index, (one) => isFree(one, movement, needs))`,
    to: `exactDocuments(movement, needs.index).filter((one) => isFree(one, movement, needs))`,
    caughtBy: { test: MATCH, name: 'refused documents take no proposal’s place' },
  },
  {
    name: 'of documents of one amount those issued first are proposed',
    file: 'server/payments/statement/match/propose.ts',
    from: `      .toSorted(nearestFirst)
      .slice(0, MAX_PROPOSALS)`,
    to: `      .slice(0, MAX_PROPOSALS)`,
    caughtBy: {
      test: MATCH,
      name: 'a movement is proposed the nearest due of many documents of its amount',
    },
  },
  {
    name: 'documents that an amount cannot pay make it say nothing',
    file: 'server/payments/statement/match/propose.ts',
    from: `    if (found.length === MAX_DOCUMENTS_OF_AMOUNT) return []`,
    to: `    if (needs.index.ofAmount(movement.amountClp).length > MAX_DOCUMENTS_OF_AMOUNT) return []`,
    caughtBy: { test: MATCH, name: 'counts those alone that it may pay' },
  },
  {
    name: 'an amount of any number of documents is a reason',
    file: 'server/payments/statement/match/propose.ts',
    from: `    if (found.length === MAX_DOCUMENTS_OF_AMOUNT) return []
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'counts those alone that it may pay' },
  },
  {
    name: 'a document that all transfers are too little for takes the place of one that they pay',
    file: 'server/payments/statement/match/propose.ts',
    from: `return most < missing ? [] : others`,
    to: `return others`,
    caughtBy: { test: MATCH, name: 'take the place of none that can' },
  },
  {
    name: 'transfers of more than is missing count as if they could make it up',
    file: 'server/payments/statement/match/propose.ts',
    from: `one.amountClp <= missing && `,
    to: ``,
    also: {
      from: `return most < missing ? [] : others`,
      to: `return most < missing ? [] : others.slice(0, 50)`,
    },
    caughtBy: { test: MATCH, name: 'take the place of none that can' },
  },
  {
    name: 'a payment of long after a document closed pays without a person',
    file: 'server/payments/statement/match/judge.ts',
    from: `  if (!isInTime(document, movement.day)) return 'outsideDates'
`,
    to: ``,
    caughtBy: { test: MATCH, name: 'the fourth bank day after it closes' },
  },
  {
    name: 'days of any kind count as bank days',
    file: 'server/payments/statement/match/open-document.ts',
    from: `return next.endsWith('-12-31') ? nextBusinessDay(next) : next`,
    to: `return next`,
    caughtBy: { test: MATCH, name: '31 December is no bank day' },
  },
  {
    name: 'money that left pays a document',
    file: 'server/payments/statement/match.ts',
    from: `return amountClp <= 0 ? 'debit' : null`,
    to: `return amountClp === 0 ? 'debit' : null`,
    caughtBy: { test: MATCH, name: 'a payment made again after its reversal pays' },
  },
  {
    name: 'what one movement pays by itself is proposed for another',
    file: 'server/payments/statement/match/propose.ts',
    from: `return !needs.paid.has(id) && needs`,
    to: `return needs`,
    caughtBy: { test: MATCH, name: 'is proposed for no other' },
  },
  {
    name: 'a proposal pays a document more than it is owed',
    file: 'server/payments/statement/match/propose.ts',
    from: `const share = Math.min(rest, openClp)`,
    to: `const share = rest`,
    caughtBy: { test: MATCH, name: 'a part and too much' },
  },
  {
    name: 'movements that are equal within a day are one',
    file: 'server/payments/statement/movements/identity.ts',
    from: `for (const movement of rest) {`,
    to: `for (const movement of rest.slice(0, 1)) {`,
    caughtBy: { test: IDENTITY, name: 'equal movements of a day' },
  },
  {
    name: 'a transfer of another number pays, whatever is missing of the statement',
    file: 'server/payments/statement/match/judge.ts',
    from: `  if (typeof movement.maybeId === 'number') return 'maybeRepeated'
`,
    to: ``,
    caughtBy: {
      test: 'test/payments/statement/statements.test.ts',
      name: 'whose number another format writes otherwise',
    },
  },
  {
    name: 'a transfer that may be a known one is judged freely once it is stored',
    file: 'server/payments/reconcile/store.ts',
    from: `    maybeId: row.maybe_id,`,
    to: `    maybeId: null,`,
    caughtBy: {
      test: 'test/payments/statement/statements.test.ts',
      name: 'whose number another format writes otherwise',
    },
  },
  {
    name: 'a second transfer beside the known one is held',
    file: 'server/payments/statement/movements/identity.ts',
    from: `pairUp(rest, free, BY_PAYER)`,
    to: `pairUp(rest, before, BY_PAYER)`,
    caughtBy: { test: IDENTITY, name: 'is added with the one that it may be' },
  },
  {
    name: 'an ordinal is given twice',
    file: 'server/payments/statement/movements/identity.ts',
    from: `const ordinal = (last.get(movement.operation) ?? 0) + 1`,
    to: `const ordinal = 1`,
    caughtBy: { test: IDENTITY, name: 'of two payers of the same amount' },
  },
  {
    name: 'a statement uploaded again counts its movements again',
    file: 'server/payments/statement/movements/identity.ts',
    from: `const before = knownByKey.get(key) ?? []`,
    to: `const before = (knownByKey.get(key) ?? []).slice(1)`,
    caughtBy: { test: IDENTITY, name: 'uploaded twice adds nothing' },
  },
  {
    name: 'the text of a movement says which it is',
    file: 'server/payments/statement/movements/identity.ts',
    from: `function amountKey({ day, amountClp }: Identifiable): string {
  return \`\${day} \${amountClp}\``,
    to: `function amountKey({ day, amountClp, description }: Identifiable): string {
  return \`\${day} \${amountClp} \${description}\``,
    caughtBy: { test: IDENTITY, name: 'another format cuts off' },
  },
  {
    name: 'operations with different numbers are one movement',
    file: 'server/payments/statement/movements/identity.ts',
    from: `const sameNumber = ({ operation }: Identifiable) => operation`,
    to: `const sameNumber = ({ operation }: Identifiable) => operation.slice(0, 0)`,
    caughtBy: { test: IDENTITY, name: 'tell movements apart' },
  },
  {
    name: 'a movement of a format without operation numbers is another one',
    file: 'server/payments/statement/movements/identity.ts',
    from: `  { ofUploaded: noNumber, ofKnown: anyNumber },
`,
    to: ``,
    caughtBy: { test: IDENTITY, name: 'its operation number in one format alone' },
  },
  {
    name: 'a movement that gets an operation number is another one',
    file: 'server/payments/statement/movements/identity.ts',
    from: `  { ofUploaded: anyNumber, ofKnown: noNumber },
`,
    to: ``,
    caughtBy: { test: IDENTITY, name: 'its operation number in one format alone' },
  },
  {
    name: 'a movement without a number takes the place of one with the same',
    file: 'server/payments/statement/movements/identity.ts',
    from: `  { ofUploaded: sameNumber, ofKnown: sameNumber },
`,
    to: ``,
    caughtBy: { test: IDENTITY, name: 'equal operation numbers are paired before' },
  },
  {
    name: 'two payers of the same amount are one movement',
    file: 'server/payments/statement/movements/identity.ts',
    from: `  { ofUploaded: hasNone, ofKnown: hasNone },
`,
    to: `  { ofUploaded: hasNone, ofKnown: hasNone },
  { ofUploaded: hasPayer, ofKnown: hasPayer },
`,
    caughtBy: { test: IDENTITY, name: 'of two payers of the same amount' },
  },
  {
    name: 'eight digits are taken for a RUT',
    file: 'server/payments/statement/movements/payer.ts',
    from: `  return /^0*\\d{1,8}$/.test(written) ? null : parseRut(written)`,
    to: `  return parseRut(written)`,
    caughtBy: { test: PARSE, name: 'the payer of "RUT 12345674"' },
  },
  {
    name: 'of two RUTs in one description the first paid',
    file: 'server/payments/statement/movements/payer.ts',
    from: `return another === undefined ? (only ?? null) : null`,
    to: `void another
  return only ?? null`,
    caughtBy: { test: PARSE, name: 'the payer of "De 12.345.678-5 por 96.689.310-9"' },
  },
  {
    name: 'the company itself is taken for who paid',
    file: 'server/payments/statement/movements/payer.ts',
    from: `  if (ownRut !== null) found.delete(ownRut)
`,
    to: ``,
    caughtBy: { test: PARSE, name: 'the payer of "TRANSF DE 76.192.083-9"' },
  },
  {
    name: 'the description has another RUT than its column, and the column’s paid',
    file: 'server/payments/statement/movements/payer.ts',
    from: `return inText === null || inText === inCell.rut ? inCell.rut : null`,
    to: `return inCell.rut`,
    caughtBy: { test: PARSE, name: 'never against the description' },
  },
  {
    name: 'what takes money back needs no likeness to it',
    file: 'server/payments/statement/movements/reversals.ts',
    from: `    const sameOperation = earlier.filter(
      ({ operation }) => operation !== '' && operation === later.operation,
    )`,
    to: `    const sameOperation = earlier`,
    caughtBy: { test: PARSE, name: 'what was taken back is paired' },
  },
  {
    name: 'a reversal takes back what came after it',
    file: 'server/payments/statement/movements/reversals.ts',
    from: `      day <= later.day &&
      daysBetween(day, later.day) <= MAX_DAYS_APART &&`,
    to: `      Math.abs(daysBetween(day, later.day)) <= MAX_DAYS_APART &&`,
    caughtBy: { test: PARSE, name: 'what was taken back is paired' },
  },
  {
    name: 'of one day the first in the file takes back the other',
    file: 'server/payments/statement/movements/reversals.ts',
    from: `      (day < later.day || comesAfter(later, { description, amountClp })) &&
`,
    to: ``,
    caughtBy: { test: PARSE, name: 'of a credit and a debit of one day' },
  },
  {
    name: 'of one day the debit takes back whatever the texts say',
    file: 'server/payments/statement/movements/reversals.ts',
    from: `saysSo === saysReversal(earlier.description) ? later.amountClp < earlier.amountClp : saysSo`,
    to: `saysSo !== null && later.amountClp < earlier.amountClp`,
    caughtBy: { test: PARSE, name: 'of a credit and a debit of one day' },
  },
  {
    name: 'a reversal by its text alone is not seen',
    file: 'server/payments/statement/movements/reversals.ts',
    from: `sameOperation.length > 0 ? sameOperation : saysSo ? earlier : []`,
    to: `sameOperation`,
    caughtBy: { test: PARSE, name: 'what was taken back is paired' },
  },
  {
    name: 'one of several that a reversal may mean is taken for it',
    file: 'server/payments/statement/movements/reversals.ts',
    from: `} else if (another === undefined) {`,
    to: `} else if (another?.row !== 0) {`,
    caughtBy: { test: PARSE, name: 'what was taken back is paired' },
  },
  {
    name: 'a balance is counted as money that came',
    file: 'server/payments/statement/movements/row.ts',
    from: `if (/^saldo/i.test(description) && BALANCE.test(headingKey(description))) return true`,
    to: `void BALANCE`,
    caughtBy: { test: PARSE, name: 'titles, repeated headings, balances and totals' },
  },
  {
    name: 'what left counts as what came',
    file: 'server/payments/statement/movements/row.ts',
    from: `return { kind: 'amount', clp: clp(came - left) }`,
    to: `return { kind: 'amount', clp: clp(came + left) }`,
    caughtBy: { test: PARSE, name: 'a payment that left is negative' },
  },
  {
    name: 'amounts on both sides of a line are set off against each other',
    file: 'server/payments/statement/movements/row.ts',
    from: `if (came !== 0 && left !== 0)`,
    to: `if (came !== 0 && left === 0 && came < 0)`,
    caughtBy: { test: PARSE, name: 'everything that is wrong' },
  },
  {
    name: 'a charge without a sign counts as money that came',
    file: 'server/payments/statement/movements/row.ts',
    from: `if (side === 'debit') return { kind: 'amount', clp: clp(-Math.abs(amount.clp)) }`,
    to: `if (side === 'debit') return amount`,
    caughtBy: { test: PARSE, name: 'the side is known' },
  },
  {
    name: 'amounts without any sign are money that came',
    file: 'server/payments/statement/parse-movements.ts',
    from: `return found.every(({ movement }) => movement.amountClp > 0)`,
    to: `return found.every(({ movement }) => movement.amountClp > 1e15)`,
    caughtBy: { test: PARSE, name: 'amounts without sign and side' },
  },
  {
    name: 'two accounts of a file are read as one',
    file: 'server/payments/statement/parse-movements.ts',
    from: `  if (several !== null) return several
`,
    to: ``,
    caughtBy: { test: PARSE, name: 'of two accounts in one file' },
  },
  {
    name: 'a date of the other order leaves those that may be of it',
    file: 'server/payments/statement/parse-movements.ts',
    from: `if (read.kind !== 'movement' || read.order !== 'open') return []`,
    to: `if (read.kind !== 'movement' || read.order !== 'proved') return []`,
    caughtBy: { test: PARSE, name: 'dates that both orders allow' },
  },
  {
    name: 'a movement of tomorrow is taken',
    file: 'server/payments/statement/movements/row.ts',
    from: `else if (date.day > needs.today)`,
    to: `else if (date.day > '2099')`,
    caughtBy: { test: PARSE, name: 'everything that is wrong' },
  },
  {
    name: 'what a formula shows is an amount',
    file: 'server/sheets/sheet.ts',
    from: `if (this.#isFormula && !CONSTANT.test(this.#formula)) {`,
    to: `if (this.#isFormula && this.#formula === CONSTANT.source) {`,
    caughtBy: { test: PARSE, name: 'formulas and merged cells' },
  },
  {
    name: 'a comma groups thousands without a person’s word',
    file: 'server/payments/statement/movements/read-amount.ts',
    from: `parseClp(thousands === '.' ? digits : swapped(digits))`,
    to: `parseClp(thousands === '.' && !digits.includes(',') ? digits : swapped(digits))`,
    caughtBy: { test: AMOUNT },
  },
  {
    name: 'a minus after the amount is not seen',
    file: 'server/payments/statement/movements/read-amount.ts',
    from: `if (text.endsWith('-')) return { digits: text.slice(0, -1), isNegative: true }`,
    to: `if (text.endsWith('-')) return { digits: text.slice(0, -1), isNegative: false }`,
    caughtBy: { test: AMOUNT },
  },
  {
    name: 'a bomb is unpacked',
    file: 'server/sheets/unzip.ts',
    from: `if (this.#left < 0) throw`,
    to: `if (this.#left < -99 * CHUNK_BYTES * CHUNK_BYTES) throw`,
    caughtBy: { test: READ, name: 'unpacks to more than the limit' },
  },
  {
    name: 'each part of an archive has a limit of its own',
    file: 'server/sheets/unzip.ts',
    from: `    let decoder: StringDecoder | null = null
`,
    to: `    let decoder: StringDecoder | null = null
    this.#left = Math.max(this.#left, 64 * 1024 * 1024)
`,
    caughtBy: { test: READ, name: 'many parts of a bomb' },
  },
  {
    name: 'headings win over what a person chose',
    file: 'server/payments/statement/find-columns.ts',
    from: `return remembered === null ? proposeColumns(among)`,
    to: `return remembered === null || among.length > 0 ? proposeColumns(among)`,
    caughtBy: { test: COLUMNS, name: 'a person’s choice of columns wins' },
  },
]
