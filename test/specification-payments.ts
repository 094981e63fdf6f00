interface Row {
  /** Its words in the specification. */
  says: readonly string[]
  walkedBy: readonly (readonly [file: string, title: string])[]
}

/**
 * Each row of the specification's sections 1, 2 and 9 that says something of payments or prices, in our own words, and
 * the tests that walk it. Each of these names the row as well, as `// Specification 9: …` in its body: the row, the test
 * and that line stand and fall together.
 */
export const ROWS: Readonly<Record<string, Row>> = {
  '1: a payment link is sent by e-mail': {
    says: ['payment links sent by e-mail'],
    walkedBy: [
      [
        'test/e2e/payments/from-the-mail',
        'a document is paid from the button of its mail, its receipt comes by mail, and the owner’s screen follows',
      ],
      [
        'test/engine/deliveries/payable-mails',
        'the mail of a document that is owed asks for what is open and says when it is due',
      ],
    ],
  },
  '1: a link is paid by bank transfer': {
    says: ['bank transfer or card'],
    walkedBy: [
      [
        'test/e2e/payments/paying',
        'a Khipu transfer is told as being checked until the bank confirms it, and then as paid',
      ],
      [
        'test/e2e/payments/payments',
        'a client declares a transfer with its voucher, and the owner’s open screens follow',
      ],
    ],
  },
  '1: a link is paid by card': {
    says: ['bank transfer or card'],
    walkedBy: [
      [
        'test/e2e/payments/paying',
        'a card pays a document, and the owner’s open screens follow without a reload',
      ],
    ],
  },
  '1: the dashboard shows the state of payments as it changes': {
    says: ['a real-time dashboard of document and payment status'],
    walkedBy: [
      [
        'test/e2e/payments/paying',
        'a card pays a document, and the owner’s open screens follow without a reload',
      ],
    ],
  },
  '1: there are no fixed costs and no contracts': {
    says: ['no fixed costs or contracts'],
    walkedBy: [
      [
        'test/e2e/public/landing',
        'the answers say what is paid for, and that links are encrypted, at %i pixels',
      ],
      ['test/charges/usage', 'usage of a month in which nothing was issued or paid is nothing'],
    ],
  },
  '1: what is paid for is each document that is issued': {
    says: ['payment only per document issued'],
    walkedBy: [
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
  },
  '1: what is paid for is each payment made by a link, and no other': {
    says: ['per payment made through links'],
    walkedBy: [
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
  },
  '1: payments use encrypted links': {
    says: ['payments use encrypted links'],
    walkedBy: [
      [
        'test/e2e/public/landing',
        'the answers say what is paid for, and that links are encrypted, at %i pixels',
      ],
      [
        'src/server/config',
        'the real environment takes no simulated SII and no unencrypted address',
      ],
      [
        'src/server/payments/providers/providers',
        'a real installation calls encrypted addresses only',
      ],
      ['test/contract/api/shared-documents', 'a database alone makes no address'],
    ],
  },
  '1: there are nine questions, the first one open': {
    says: ['nine questions, first open'],
    walkedBy: [['test/e2e/public/landing', 'is all there without JavaScript']],
  },
  '1: it begins without a subscription, with a free plan': {
    says: ['start without a subscription', 'a free plan'],
    walkedBy: [
      ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
      ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
    ],
  },
  '1: the pages in Spanish and in English have prices of their own': {
    says: ['Spanish and English price copy differ'],
    walkedBy: [
      [
        'test/e2e/public/landing',
        'are the one table’s, in pesos at the UF of the day, and English says its own',
      ],
    ],
  },
  '2: among the four features are payment links by mail and the state of payments': {
    says: ['four feature cards'],
    walkedBy: [['test/e2e/public/landing', 'is all there without JavaScript']],
  },
  '2: the landing page has a section of prices that its menu leads to': {
    says: ['precios (pricing)'],
    walkedBy: [['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels']],
  },
  '2: “start without a subscription” leads to the registration': {
    says: ['start without a subscription (goes to /register)'],
    walkedBy: [
      ['test/e2e/public/landing', 'leads on, and shows where it went, at %i pixels'],
      ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
    ],
  },
  '2: the registration says that it is free, without a credit card': {
    says: ['free account', '100% free to start, no credit card'],
    walkedBy: [
      [
        'test/e2e/public/landing',
        'the registration says that it is free, without a card or a contract, at %i pixels',
      ],
    ],
  },
  '9: a document alone costs 0.01 UF and IVA, about 392 pesos net': {
    says: ['0.01 UF + VAT (about 392 CLP net) per document alone'],
    walkedBy: [
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
  },
  '9: a document with its e-mail costs 0.015 UF and IVA in Spanish': {
    says: ['Spanish copy gives 0.015 UF with a notification e-mail'],
    walkedBy: [
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
  },
  '9: the page in English says 0.015 and 0.02 UF': {
    says: ['English copy gives 0.015 and 0.02'],
    walkedBy: [
      ['src/domain/prices', 'is written as each page says'],
      [
        'test/e2e/public/landing',
        'are the one table’s, in pesos at the UF of the day, and English says its own',
      ],
    ],
  },
  '9: a payment by bank transfer costs 1 % and IVA': {
    says: ['bank transfer payments 1% + VAT'],
    walkedBy: [
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
  },
  '9: a payment by card costs 2.9 % and IVA': {
    says: ['card payments 2.9% + VAT'],
    walkedBy: [
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
  },
  '9: there is no subscription, no contract and no credit card': {
    says: ['No subscription, no contracts, no credit card'],
    walkedBy: [
      ['test/e2e/public/landing', 'the prices say that the account is free, at %i pixels'],
      [
        'test/e2e/public/landing',
        'the registration says that it is free, without a card or a contract, at %i pixels',
      ],
    ],
  },
  '9: pesos are written as in Chile, without decimals': {
    says: ['Chilean-peso format without decimals', 'CLP formatted es-CL without decimals'],
    walkedBy: [
      ['src/domain/money', '%d is written %s'],
      [
        'test/e2e/account/usage',
        'what a document cost stands in its month while the page is open, and in the workbook',
      ],
    ],
  },
}

/** Words of the same sections that are about prices of its users' products, or a heading. */
export const OTHER_WORDS: readonly string[] = [
  'new-product form (name, price',
  'product select, quantity, price',
  'quantity x price',
  'Pricing:',
]
