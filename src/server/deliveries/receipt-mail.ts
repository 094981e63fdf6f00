import { formatDay } from '#domain/day.ts'
import { formatClp } from '#domain/money.ts'
import { receiptTexts } from '#texts/receipts.ts'
import { fill } from '#texts/translation.ts'
import { inert } from '../mailer/inert.ts'
import { safeHtml } from '../mailer/safe-html.ts'
import { printReceipt, receivedOf } from '../payments/receipt/print.ts'
import { documentsOf, lastDayOf, type Receipt } from '../payments/receipt/read.ts'
import { newMessageId, signatureOf, type Account, type Composed } from './compose.ts'
import { textToHtml, type MailSubject } from './document-mail.ts'

const texts = receiptTexts.es

/** What is written once of a payment's receipt, in Spanish as its document is. */
export function composeReceipt(receipt: Receipt, account: Account, publicUrl: string): Composed {
  const { mail } = texts
  const document = documentsOf(receipt)
  const lead = fill(mail.lead, {
    company: textToHtml(receipt.issuer.name),
    amount: formatClp(receivedOf(receipt)),
    day: formatDay(lastDayOf(receipt)),
  })
  const lines = receipt.lines.map((line) =>
    fill(mail.line, { document: line.document, amount: formatClp(line.amountClp) }),
  )
  return {
    messageId: newMessageId(publicUrl),
    subject: inert(fill(mail.subject, { document })),
    bodyHtml: safeHtml(`${lead}${lines.join('')}${mail.ending}${signatureOf(account)}`),
  }
}

/** The card under the text. */
export function receiptSubject(receipt: Receipt): MailSubject {
  return {
    title: documentsOf(receipt),
    total: formatClp(receivedOf(receipt)),
    due: fill(texts.mail.paidOn, { day: formatDay(lastDayOf(receipt)) }),
  }
}

/** The same bytes at every try. */
export async function receiptFile(receipt: Receipt) {
  const name = fill(texts.fileName, { document: documentsOf(receipt) })
  return {
    name: `${name}.pdf`,
    mediaType: 'application/pdf',
    bytes: await printReceipt(receipt),
  }
}
