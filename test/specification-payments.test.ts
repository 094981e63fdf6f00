import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/**
 * Each row of the specification's sections 1, 2 and 9 that says something of payments or prices, in our own words, and
 * the tests that walk it. Each of these names the row as well, as `// Specification 9: …` in its body: the row, the test
 * and that line stand and fall together.
 */
const ROWS: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  '1: a payment link is sent by e-mail': [
    [
      'test/e2e/payments/from-the-mail',
      'a document is paid from the button of its mail, its receipt comes by mail, and the owner’s screen follows',
    ],
    [
      'test/engine/deliveries/payable-mails',
      'the mail of a document that is owed asks for what is open and says when it is due',
    ],
  ],
  '1: a link is paid by bank transfer': [
    [
      'test/e2e/payments/paying',
      'a Khipu transfer is told as being checked until the bank confirms it, and then as paid',
    ],
    [
      'test/e2e/payments/payments',
      'a client declares a transfer with its voucher, and the owner’s open screens follow',
    ],
  ],
  '1: a link is paid by card': [
    [
      'test/e2e/payments/paying',
      'a card pays a document, and the owner’s open screens follow without a reload',
    ],
  ],
  '1: the dashboard shows the state of payments as it changes': [
    [
      'test/e2e/payments/paying',
      'a card pays a document, and the owner’s open screens follow without a reload',
    ],
  ],
  '1: there are no fixed costs and no contracts': [
    [
      'test/e2e/public/landing',
      'the answers say what is paid for, and that links are encrypted, at %i pixels',
    ],
    ['test/charges/usage', 'usage of a month in which nothing was issued or paid is nothing'],
  ],
  '1: what is paid for is each document that is issued': [
    [
      'test/e2e/public/landing',
      'the answers say what is paid for, and that links are encrypted, at %i pixels',
    ],
    [
      'test/e2e/account/usage',
      'what a document cost stands in its month while the page is open, and in the workbook',
    ],
    ['test/charges/charges', 'a document is charged once however often it becomes issued'],
    ['test/charges/charges', 'annulling a document costs nothing and gives nothing back'],
  ],
  '1: what is paid for is each payment made by a link, and no other': [
    [
      'test/e2e/account/usage',
      'a document’s link says what being paid by it costs, in the ways that are offered',
    ],
    ['test/charges/charges', 'a payment that no provider confirmed costs nothing'],
    [
      'test/charges/prices',
      'a payment is charged the fee that is said before it is made, of any amount',
    ],
  ],
  '1: payments use encrypted links': [
    [
      'test/e2e/public/landing',
      'the answers say what is paid for, and that links are encrypted, at %i pixels',
    ],
    ['src/server/config', 'the real environment takes no simulated SII and no unencrypted address'],
    [
      'src/server/payments/providers/providers',
      'a real installation calls encrypted addresses only',
    ],
    ['test/contract/api/shared-documents', 'a database alone makes no address'],
  ],
  '1: there are nine questions, the first one open': [
    ['test/e2e/public/landing', 'is all there without JavaScript'],
  ],
  '1: it begins without a subscription, with a free plan': [
    ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
    ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
  ],
  '1: the pages in Spanish and in English have prices of their own': [
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
  ],
  '2: among the four features are payment links by mail and the state of payments': [
    ['test/e2e/public/landing', 'is all there without JavaScript'],
  ],
  '2: the landing page has a section of prices that its menu leads to': [
    ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
  ],
  '2: “start without a subscription” leads to the registration': [
    ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
    ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
  ],
  '2: the registration says that it is free, without a credit card': [
    [
      'test/e2e/public/landing',
      'the registration says that it is free, without a card or a contract, at %i pixels',
    ],
  ],
  '9: a document alone costs 0.01 UF and IVA, about 392 pesos net': [
    ['src/domain/prices', 'is about 392 pesos net alone, as the landing page says'],
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
    [
      'test/charges/charges',
      'a document is charged 0.01 UF of its issue day and IVA when it becomes issued',
    ],
    [
      'test/e2e/account/usage',
      'a rule’s review says what Folio will charge for it before it is saved',
    ],
  ],
  '9: a document with its e-mail costs 0.015 UF and IVA in Spanish': [
    ['src/domain/prices', 'the mail of a document brings it to the price with mail'],
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
    [
      'test/charges/charges',
      'a mail is charged once it left, not when it is queued, refused or in doubt',
    ],
    [
      'test/charges/prices',
      'a document and its mail are charged what is said before they are issued, at any UF',
    ],
  ],
  '9: the page in English says 0.015 and 0.02 UF': [
    ['src/domain/prices', 'is written as each page says'],
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
  ],
  '9: a payment by bank transfer costs 1 % and IVA': [
    [
      'src/texts/legal',
      'the terms say what Folio charges for online payments, and the policy names no addresses that Folio does not keep',
    ],
    ['src/domain/prices', 'a fee is written before its IVA'],
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
    [
      'test/charges/prices',
      'a payment is charged the fee that is said before it is made, of any amount',
    ],
  ],
  '9: a payment by card costs 2.9 % and IVA': [
    [
      'src/texts/legal',
      'the terms say what Folio charges for online payments, and the policy names no addresses that Folio does not keep',
    ],
    ['src/domain/prices', 'a fee is written before its IVA'],
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
    [
      'test/e2e/account/usage',
      'a document’s link says what being paid by it costs, in the ways that are offered',
    ],
    [
      'test/charges/prices',
      'a payment is charged the fee that is said before it is made, of any amount',
    ],
  ],
  '9: there is no subscription, no contract and no credit card': [
    ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
    [
      'test/e2e/public/landing',
      'the registration says that it is free, without a card or a contract, at %i pixels',
    ],
  ],
  '9: pesos are written as in Chile, without decimals': [
    ['src/domain/money', '%d is written %s'],
    [
      'test/e2e/account/usage',
      'what a document cost stands in its month while the page is open, and in the workbook',
    ],
  ],
}

const ROOT = join(import.meta.dirname, '..')
const MARK = /^\s*\/\/ Specification (\d: .+)\.$/gm
const WALKS = Object.entries(ROWS).flatMap(([row, tests]) =>
  tests.map(([file, title]) => ({ row, file, title })),
)

/** A test as it is written: its title, its text and the rows that it names. */
interface WrittenTest {
  title: string
  rows: string[]
}

const known = new Map<string, WrittenTest[]>()

function testsOf(file: string): WrittenTest[] {
  const found = known.get(file) ?? readTests(file)
  known.set(file, found)
  return found
}

function readTests(file: string): WrittenTest[] {
  const text = readFileSync(join(ROOT, `${file}.test.ts`), 'utf8')
  const found: WrittenTest[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start, end }) {
      const isTest = /^(test|it|deepTest)\b/.test(text.slice(callee.start, callee.end))
      if (!isTest || title?.type !== 'Literal' || typeof title.value !== 'string') return
      found.push({ title: title.value, rows: rowsIn(text.slice(start, end)) })
    },
  }).visit(parseSync(`${file}.test.ts`, text).program)
  return found
}

function rowsIn(text: string): string[] {
  return [...text.matchAll(MARK)].map(([, row]) => row ?? '')
}

test.each(WALKS)('$row, by “$title”', ({ row, file, title }) => {
  const named = testsOf(file).filter((one) => one.title === title)
  expect(named, `${file} has no such test, or two`).toHaveLength(1)
  expect(named[0]?.rows).toContain(row)
})

test('a test that names a row is listed with it', () => {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: ROOT })
  const marked = files.flatMap((path) => {
    if (!readFileSync(join(ROOT, path), 'utf8').includes('// Specification ')) return []
    const file = path.replace(/\.test\.ts$/, '')
    return testsOf(file).flatMap(({ title, rows }) => rows.map((row) => ({ row, file, title })))
  })
  expect(marked).toHaveLength(WALKS.length)
  expect(WALKS).toEqual(expect.arrayContaining(marked))
})
