import { daysBetween, formatDay, type Day } from '#domain/day.ts'
import { formatClp, sumClp } from '#domain/money.ts'
import { reminderTexts } from '#texts/reminders.ts'
import { fill } from '#texts/translation.ts'
import { inert } from '../../mailer/inert.ts'
import { safeHtml } from '../../mailer/safe-html.ts'
import { signatureOf, type Account } from '../compose.ts'
import { textToHtml, type MailSubject } from '../document-mail.ts'
import type { Owing } from './owing.ts'

const texts = reminderTexts.es

/** What a reminder says on that day, in Spanish as its documents are: it is previewed by the same words. */
export function reminderText(
  documents: readonly Owing[],
  today: Day,
  account: Pick<Account, 'signature'>,
): { subject: string; bodyHtml: string } {
  const [first] = documents
  if (first === undefined) throw new Error('A reminder is of a document')
  const company = textToHtml(first.company)
  const lead =
    documents.length === 1
      ? fill(texts.lead, { ...saidOf(first, today), company })
      : fill(texts.leadOfSeveral, { count: documents.length, company })
  const lines =
    documents.length === 1
      ? ''
      : `<ul>${documents.map((one) => fill(texts.line, saidOf(one, today))).join('')}</ul>`
  const ifPaid = first.takesTransfers ? texts.ifPaid : texts.ifPaidElsewhere
  const body = `${texts.greeting}${lead}${lines}${ifPaid}${texts.ending}${signatureOf(account)}`
  return { subject: inert(subjectOf(documents, today)), bodyHtml: safeHtml(body) }
}

function saidOf({ document, openClp, dueDay }: Owing, today: Day) {
  return { document, amount: formatClp(openClp), due: dueOf(dueDay, today) }
}

function subjectOf(documents: readonly Owing[], today: Day): string {
  const [first] = documents
  if (documents.length > 1 || first === undefined) {
    return fill(texts.subjectOfSeveral, { count: documents.length })
  }
  return fill(texts.subject, saidOf(first, today))
}

/** 'vence hoy', 'vence el 30/11/2026', 'venció el 30/11/2026' */
function dueOf(dueDay: Day, today: Day): string {
  const days = daysBetween(today, dueDay)
  if (days === 0) return texts.dueToday
  return fill(days > 0 ? texts.due : texts.overdue, { day: formatDay(dueDay) })
}

/** The card under the text. */
export function reminderSubject(documents: readonly Owing[], today: Day): MailSubject {
  const [first] = documents
  const total = formatClp(sumClp(documents.map(({ openClp }) => openClp)))
  if (documents.length > 1 || first === undefined) {
    return { title: fill(texts.several, { count: documents.length }), total, due: '' }
  }
  const due = dueOf(first.dueDay, today)
  return { title: first.document, total, due: `${due.charAt(0).toUpperCase()}${due.slice(1)}` }
}

/** What the button of one of its documents says. */
export function reminderAction({ document, openClp, isPayable }: Owing, isOnly: boolean): string {
  const says = isPayable ? texts.pay : texts.view
  const label = fill(says, { amount: formatClp(openClp) })
  return isOnly ? label : fill(texts.actionOf, { label, document })
}
