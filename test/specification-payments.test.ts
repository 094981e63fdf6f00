import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Each row of the specification's sections 1, 2 and 9 that says something of payments or prices, in our own words, and
 * the tests that walk it, by their whole names. A row whose test is renamed or removed fails here.
 */
const ROWS: [row: string, ...tests: [file: string, title: string][]][] = [
  [
    '1 a payment link is sent by e-mail',
    [
      'test/engine/deliveries/payable-mails',
      'the mail of a document that is owed asks for what is open and says when it is due',
    ],
  ],
  [
    '1 a link is paid by bank transfer',
    [
      'test/e2e/payments/paying',
      'a Khipu transfer is told as being checked until the bank confirms it, and then as paid',
    ],
    [
      'test/e2e/payments/payments',
      'a client declares a transfer with its voucher, and the owner’s open screens follow',
    ],
  ],
  [
    '1 a link is paid by card',
    [
      'test/e2e/payments/paying',
      'a card pays a document, and the owner’s open screens follow without a reload',
    ],
  ],
  [
    '1 the state of documents and payments is shown as it changes',
    [
      'test/e2e/payments/paying',
      'a card pays a document, and the owner’s open screens follow without a reload',
    ],
    [
      'test/e2e/payments/payments',
      'a client declares a transfer with its voucher, and the owner’s open screens follow',
    ],
  ],
  [
    '1 question: no fixed costs, no contracts',
    [
      'test/e2e/public/landing',
      'the answers say what is paid for, and that links are encrypted, at %i pixels',
    ],
    [
      'test/charges/usage',
      'usage of a month has its sums and its lines, the newest first, with their documents',
    ],
  ],
  [
    '1 question: paid per document issued',
    [
      'test/e2e/account/usage',
      'what a document cost stands in its month while the page is open, and in the workbook',
    ],
    ['test/charges/charges', 'a document is charged once however often it becomes issued'],
    ['test/charges/charges', 'annulling a document costs nothing and gives nothing back'],
  ],
  [
    '1 question: paid per payment made by a link, and by no other',
    [
      'test/e2e/account/usage',
      'a document’s link says what being paid by it costs, in the ways that are offered',
    ],
    ['test/charges/charges', 'a payment that no provider confirmed costs nothing'],
  ],
  [
    '1 question: payments use encrypted links',
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
  [
    '1 it begins without a subscription, with a free plan',
    ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
    ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
  ],
  [
    '1 Spanish and English have prices of their own',
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
  ],
  [
    '2 the landing has a section of prices that its menu leads to',
    ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
  ],
  [
    '2 “start without a subscription” leads to the registration',
    ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
  ],
  [
    '2 nine questions, the first one open',
    ['test/e2e/public/landing', 'is all there without JavaScript'],
  ],
  [
    '2 the registration says that it is free, without a credit card',
    [
      'test/e2e/public/landing',
      'the registration says that it is free, without a card or a contract, at %i pixels',
    ],
  ],
  [
    '9 a document alone: 0.01 UF and IVA, about 392 pesos net',
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
  [
    '9 with its e-mail, in Spanish: 0.015 UF and IVA',
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
  [
    '9 the English page: 0.015 and 0.02 UF',
    ['src/domain/prices', 'is written as each page says'],
    [
      'test/e2e/public/landing',
      'are the one table’s, in pesos at the UF of the day, and English says its own',
    ],
  ],
  [
    '9 a payment by bank transfer: 1 % and IVA',
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
  [
    '9 a payment by card: 2.9 % and IVA',
    ['src/domain/prices', 'a fee is written before its IVA'],
    [
      'test/e2e/account/usage',
      'a document’s link says what being paid by it costs, in the ways that are offered',
    ],
    [
      'test/charges/prices',
      'a payment is charged the fee that is said before it is made, of any amount',
    ],
  ],
  [
    '9 no subscription, no contract, no credit card',
    ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
    [
      'test/e2e/public/landing',
      'the registration says that it is free, without a card or a contract, at %i pixels',
    ],
    [
      'src/texts/legal',
      'the terms say what Folio charges for online payments, and the policy names no addresses that Folio does not keep',
    ],
  ],
  [
    '9 pesos as in Chile, without decimals',
    ['src/domain/money', '%d is written %s'],
    [
      'test/e2e/account/usage',
      'what a document cost stands in its month while the page is open, and in the workbook',
    ],
  ],
]

const WALKS = ROWS.flatMap(([row, ...tests]) =>
  tests.map(([file, title]) => [row, file, title] as const),
)

test.each(WALKS)('%s: %s', (_row, file, title) => {
  const text = readFileSync(join(import.meta.dirname, '..', `${file}.test.ts`), 'utf8')
  const at = [`'${title}'`, `\`${title}\``].map((quoted) => text.indexOf(quoted))
  const found = at.find((place) => place >= 0)
  expect(found, `${file} has no test named “${title}”`).toBeDefined()
  // The first thing that a test or one of its kinds is given.
  const before = text.slice(Math.max(0, (found ?? 0) - 400), found)
  expect(before).toMatch(/\b(test|deepTest|it)\b[^;]*\(\s*$/)
})

test('no row is told twice', () => {
  const rows = ROWS.map(([row]) => row)
  expect(rows).toEqual([...new Set(rows)])
})
