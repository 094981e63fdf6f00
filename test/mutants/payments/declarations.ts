import type { TestedMutant } from '../mutant.ts'

const DECLARE = 'server/payments/declare.ts'
const VOUCHERS = 'server/payments/vouchers.ts'
const DECIDE = 'server/payments/decide.ts'
const CALLS = { test: 'test/contract/api/payments.test.ts' }
const MAILS = { test: 'test/engine/deliveries/payable-mails.test.ts' }
const SHARED = 'server/payments/shared.ts'
const RECEIVABLE = 'domain/receivable.ts'
const PURE = { test: 'src/domain/receivable.test.ts' }

/** Faults in what payers say they transferred: whose word is kept, counted, corrected and asked for again. */
export const DECLARATION_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'the archive of own data ends with its first vouchers',
    file: 'server/own-data/file-pages.ts',
    from: `found.length < size`,
    to: `found.length <= size`,
    caughtBy: { test: 'test/walls/own-data.test.ts', name: 'each voucher is a file' },
  },
  {
    name: 'whoever has the link replaces what another declared',
    file: DECLARE,
    from: `waiting.find(({ payer_key }) => payer_key === transfer.corrects)`,
    to: `waiting.at(0)`,
    caughtBy: { ...CALLS, name: 'without a key it takes the place of nothing' },
  },
  {
    name: 'a correction of what was answered is another transfer',
    file: DECLARE,
    from: `if (transfer.corrects !== null && corrected === undefined) {`,
    to: `if (transfer.corrects === '') {`,
    caughtBy: { ...CALLS, name: 'corrects the declaration' },
  },
  {
    name: 'what is corrected waits on',
    file: DECLARE,
    from: `    if (corrected !== undefined) await replace(trx, clock, at, corrected.id)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'corrects the declaration' },
  },
  {
    name: 'any number of declarations wait',
    file: DECLARE,
    from: `    if (others.length >= MAX_WAITING) throw new Refused(409, 'tooManyDeclared')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'ten wait at most' },
  },
  {
    name: 'a tenth declaration is refused',
    file: DECLARE,
    from: `others.length >= MAX_WAITING`,
    to: `others.length + 1 >= MAX_WAITING`,
    caughtBy: { ...CALLS, name: 'ten wait at most' },
  },
  {
    name: 'parts are declared beyond what is open',
    file: DECLARE,
    from: `allowsPartial ? clp(open - said) : open`,
    to: `open`,
    caughtBy: { ...CALLS, name: 'says each part of it' },
  },
  {
    name: 'a part is asked for once the whole is declared',
    file: DECLARE,
    from: `  if (allowsPartial && said >= open) throw new Refused(409, 'allDeclared')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'says each part of it' },
  },
  {
    name: 'a correction counts beside what it corrects',
    file: DECLARE,
    from: `waiting.filter((one) => one !== corrected)`,
    to: `waiting`,
    caughtBy: { ...CALLS, name: 'says each part of it' },
  },
  {
    name: 'a proof is added to what another declared',
    file: VOUCHERS,
    from: `    .where('said.payer_key', '=', key)
`,
    to: ``,
    also: {
      from: `      .where('payer_key', '=', key)
`,
      to: ``,
    },
    caughtBy: { ...CALLS, name: 'adds a picture or a PDF' },
  },
  {
    name: 'a proof is replaced',
    file: VOUCHERS,
    from: `      .where('voucher', 'is', null)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'adds a picture or a PDF' },
  },
  {
    name: 'what its payer corrected is told as answered',
    file: DECIDE,
    from: `  if (said.state === 'replaced') return { id, outcome: 'changed' }
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'corrects the declaration' },
  },
  {
    name: 'another amount than was seen is decided',
    file: DECIDE,
    from: `amountClp !== seen.amountClp || day !== seen.day`,
    to: `day !== seen.day`,
    caughtBy: { ...CALLS, name: 'with another amount than was seen' },
  },
  {
    name: 'another day than was seen is decided',
    file: DECIDE,
    from: `amountClp !== seen.amountClp || day !== seen.day`,
    to: `amountClp !== seen.amountClp`,
    caughtBy: { ...CALLS, name: 'with another day than was seen' },
  },
  {
    name: 'more than is owed is confirmed unasked',
    file: DECIDE,
    from: `  if (excess > agreedClp) return { id, outcome: 'tooMuch', excess }
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'more than is owed is confirmed only' },
  },
  {
    name: 'who agreed to some excess agreed to any',
    file: DECIDE,
    from: `excess > agreedClp`,
    to: `excess > 0 && agreedClp === 0`,
    caughtBy: { ...CALLS, name: 'more than is owed is confirmed only' },
  },
  {
    name: 'a declaration is settled twice',
    file: 'server/payments/owed/close-declaration.ts',
    from: `    .where('state', '=', 'open')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'settles it, and once' },
  },
  {
    name: 'the declared transfer that is recorded waits on',
    file: 'server/payments/record.ts',
    from: `if (declarationId !== null) {`,
    to: `if (declarationId === 0) {`,
    caughtBy: { ...CALLS, name: 'settles it, and once' },
  },
  {
    name: 'what a corrected payment confirmed waits again',
    file: 'server/payments/record.ts',
    from: `for (const { id } of confirmed) {`,
    to: `for (const { id } of confirmed.slice(0, 0)) {`,
    caughtBy: { ...CALLS, name: 'and not once it is corrected' },
  },
  {
    name: 'who declares or records waits for an annulment that waits for them',
    file: 'server/payments/owed/receivable.ts',
    from: `    .forKeyShare()
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'neither waits for the other' },
  },
  {
    name: 'a declaration that waits is hidden by another state',
    file: 'server/standing/receivable-facts.ts',
    from: `  if (state === 'declared') return isDeclared
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'although the document is paid' },
  },
  {
    name: 'what waits is not shown once nothing is open',
    file: RECEIVABLE,
    from: `openClp(receivable) || receivable.baseClp`,
    to: `openClp(receivable)`,
    caughtBy: PURE,
  },
  {
    name: 'what two declared lowers what is asked below nothing',
    file: RECEIVABLE,
    from: `Math.max(0, openClp(receivable) - receivable.declaredClp)`,
    to: `openClp(receivable) - receivable.declaredClp`,
    caughtBy: PURE,
  },
  {
    name: 'a mail asks for nothing in figures',
    file: SHARED,
    from: `  if (undeclared === 0) return null
`,
    to: ``,
    caughtBy: { ...MAILS, name: 'once the whole is declared' },
  },
  {
    name: 'a mail asks again for what was declared',
    file: SHARED,
    from: `undeclaredClp: undeclared`,
    to: `undeclaredClp: openClp(receivable)`,
    caughtBy: { ...MAILS, name: 'declared in part' },
  },
  {
    name: 'a page closes while what was declared for it waits',
    file: SHARED,
    from: `receivable === null || openClp(receivable) === 0`,
    to: `receivable === null || undeclaredClp(receivable) === 0`,
    caughtBy: { ...MAILS, name: 'its page stays open all the same' },
  },
  {
    name: 'a mail says that it was due on its due day',
    file: SHARED,
    from: `today > dueDay`,
    to: `today >= dueDay`,
    caughtBy: { ...MAILS, name: 'on its due day it is due' },
  },
  {
    name: 'a mail of a company that offers only a provider asks for nothing',
    file: 'server/payments/owed/is-payable.ts',
    from: `connection.is_offered and`,
    to: `false and`,
    caughtBy: { ...MAILS, name: 'that offers only a provider' },
  },
  {
    name: 'that a declaration waits again is not on record',
    file: 'server/payments/record.ts',
    from: `    await noteReopened(trx, clock, by, confirmed)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'a declaration waits again once the payment that confirmed it' },
  },
  {
    name: 'that a declaration waits again after its match was undone is not on record',
    file: 'server/payments/reconcile/take-back.ts',
    from: `      return noteReopened(trx, clock, by, confirmed)
`,
    to: `      return
`,
    caughtBy: {
      test: 'test/payments/statement/movements.test.ts',
      name: 'waits for its owner again once the match is undone',
    },
  },
  {
    name: 'a declaration that was handed on is said to wait again',
    file: 'server/payments/reconcile/link.ts',
    from: `confirmed.filter((one) => !isPaid(one))`,
    to: `confirmed`,
    caughtBy: {
      test: 'test/payments/statement/online-statements.test.ts',
      name: 'takes over what',
    },
  },
]
