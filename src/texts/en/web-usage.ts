import type { usage as es } from '../es/web-usage.ts'
import type { Translation } from '../translation.ts'

export const usage: Translation<typeof es> = {
  usage: {
    title: 'Usage',
    lead: 'What Folio costs, month by month and line by line.',
    back: 'Your profile',
    month: 'Month',
    loadFailed: 'We could not load your usage',
    notCollected: 'We do not charge any of this yet',
    notCollectedBody:
      'It is the account of what you use. Before we begin to charge it we will tell you by e-mail.',
    example: 'This is only an example',
    exampleBody: 'The demonstration writes down what it would cost, and nothing is charged.',
    documents: 'Documents issued',
    mails: 'Sent by e-mail',
    payments: 'Payments by link',
    total: 'Total',
    parts: '{{net}} net + {{iva}} of VAT',
    unpriced_one:
      '{{count}} line waits for the UF of its document’s day and is not in the total. Its amount appears once that is published.',
    unpriced_many:
      '{{count}} lines wait for the UF of their document’s day and are not in the total. Their amount appears once that is published.',
    unpriced_other:
      '{{count}} lines wait for the UF of their document’s day and are not in the total. Their amount appears once that is published.',
    lines: 'Lines of the month',
    day: 'Day',
    what: 'What',
    calculation: 'Calculation',
    net: 'Net',
    iva: 'VAT',
    kinds: {
      document: 'Issued document',
      mail: 'First e-mail of the document',
      payment: 'Payment by link',
      refund: 'Fee given back',
    },
    ways: { transfer: 'transfer', card: 'card' },
    document: '{{type}} No. {{folio}}',
    andMore_one: 'and {{count}} more document',
    andMore_many: 'and {{count}} more documents',
    andMore_other: 'and {{count}} more documents',
    notKept: 'The document is no longer kept.',
    inUf: '{{price}} × {{rate}}, the UF of {{day}}',
    waits: '{{price}}. Waits for the UF of {{day}}',
    pending: 'To be worked out',
    ofMoney: '{{percent}} of {{amount}} paid by {{way}}',
    ofRefund: 'The part of {{amount}} that was given back',
    shown_one: '{{count}} line',
    shown_many: '{{count}} lines',
    shown_other: '{{count}} lines',
    more: 'See older ones',
    download: 'Download Excel',
    file: 'usage-{{month}}.xlsx',
    downloadFailed: 'It could not be downloaded. Try again.',
    emptyTitle: 'Nothing in {{month}}',
    emptyBody: 'No document issued and no payment received by your links.',
    pricesTitle: 'The prices',
    prices: {
      free: 'The account, the rules and the dashboard cost nothing.',
      document:
        'Issued document: {{alone}} + VAT; {{withMail}} + VAT when it also leaves by e-mail.',
      payment:
        'Payment that a payment provider confirms: {{transfer}} + VAT by transfer, {{card}} + VAT by card.',
      nothing:
        'A transfer from your client’s own bank, annulling, sending again or reminding: nothing.',
    },
  },
}
