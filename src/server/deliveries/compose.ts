import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { formatDay, knownMonth } from '#domain/day.ts'
import { isOneMailbox } from '#domain/mailbox.ts'
import { clp, formatClp } from '#domain/money.ts'
import { DEFAULT_BOLETA_SUBJECT, DEFAULT_SUBJECT, renderTemplate } from '#domain/template.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import type { Schema } from '../db/schema.ts'
import { frozenContent } from '../documents/content/content.ts'
import { inert } from '../mailer/inert.ts'
import type { MessageParts } from '../mailer/message.ts'
import { safeHtml, textOf } from '../mailer/safe-html.ts'
import type { Payable } from '../payments/shared.ts'
import {
  documentHtml,
  documentText,
  textToHtml,
  type MailAction,
  type MailSubject,
} from './document-mail.ts'

type Delivery = Selectable<Schema['delivery']>
export type Account = Pick<
  Selectable<Schema['email_account']>,
  'full_name' | 'address' | 'signature'
>
type Document = Pick<
  Selectable<Schema['document']>,
  | 'id'
  | 'folio'
  | 'service_month'
  | 'kind'
  | 'recipient_name'
  | 'total_clp'
  | 'content'
  | 'content_digest'
>

export interface ComposedFor {
  publicUrl: string
  /** Of a document that is sent although it is annulled; the nota's number where one annuls it. */
  annulment?: { notaFolio: number | null } | null
}

/** What is written once and sent alike at every try. */
export interface Composed {
  messageId: string
  subject: string
  bodyHtml: string
}

/** The rule's texts with the document's values, made safe again whatever was stored. */
export function compose(
  delivery: Pick<Delivery, 'subject_template' | 'body_template'>,
  document: Document,
  account: Account,
  { publicUrl, annulment = null }: ComposedFor,
): Composed {
  const values = { folio: document.folio, serviceMonth: knownMonth(document.service_month) }
  const subject = delivery.subject_template.trim() || defaultSubject(document)
  const body = delivery.body_template.trim() || defaultBody(document)
  return {
    messageId: newMessageId(publicUrl),
    subject: inert(marked(renderTemplate(subject, values), annulment)).slice(0, LONGEST_SUBJECT),
    bodyHtml: safeHtml(
      `${annulledNotice(document, annulment)}${renderTemplate(body, values)}${signatureOf(account)}`,
    ),
  }
}

export function newMessageId(publicUrl: string): string {
  return `<${randomUUID()}@${new URL(publicUrl).hostname}>`
}

export function signatureOf({ signature }: Pick<Account, 'signature'>): string {
  return signature === '' ? '' : `<hr>${signature}`
}

type OfAnnulled = NonNullable<ComposedFor['annulment']> | null

function marked(subject: string, annulment: OfAnnulled): string {
  return annulment === null ? subject : fill(mailTexts('es').document.annulled.subject, { subject })
}

/** Above the rule's own words, which speak of a valid document. */
function annulledNotice({ kind, folio }: Document, annulment: OfAnnulled): string {
  if (annulment === null) return ''
  const { fileNames, annulled } = mailTexts('es').document
  const title = `${fileNames[kind]} N° ${folio ?? ''}`
  const text =
    annulment.notaFolio === null
      ? fill(annulled.body, { title })
      : fill(annulled.bodyByNota, { title, nota: annulment.notaFolio })
  return `<p><b>${textToHtml(text)}</b></p>`
}

function defaultSubject({ kind, folio }: Document): string {
  if (kind === 'notaCredito') {
    return fill(mailTexts('es').document.nota.subject, { folio: folio ?? '' })
  }
  return kind === 'factura' ? DEFAULT_SUBJECT : DEFAULT_BOLETA_SUBJECT
}

/** No rule has words for a nota: it says which factura it takes back, and how much of it. */
function defaultBody(document: Document): string {
  const texts = mailTexts('es').document
  if (document.kind !== 'notaCredito') return texts.defaultBody
  const content = frozenContent(document)
  if (content.kind !== 'notaCredito') return texts.defaultBody
  const { folio, issueDate, code, reason } = content.reference
  return fill(texts.nota.bodies[code], {
    folio: document.folio ?? '',
    factura: folio,
    date: formatDay(issueDate),
    total: formatClp(content.totalClp),
    reason: textToHtml(reason),
  })
}

/** RFC 5322 folds lines, but many mail programs show no more. */
const LONGEST_SUBJECT = 300

/** As they are kept with each mail. */
export const people = z.array(
  z.object({ copy: z.enum(['to', 'cc']), name: z.string(), address: z.string() }),
)
export type Person = z.infer<typeof people>[number]

export interface ToWrite {
  delivery: Delivery
  document: Document
  account: Account
  files: Files
  /** Where the document is shown to whoever gets the mail; null when its owner withdrew that. */
  viewUrl: string | null
  /** What that page takes; null: nothing is to be paid there. */
  payable: Payable | null
}

export type Files = { kind: 'pdf' | 'xml'; bytes: Buffer }[]

/** The document's mail as it leaves; null as `addressed` has it. */
export function partsOf(
  { delivery, document, account, files, viewUrl, payable }: ToWrite,
  atMs: number,
): MessageParts | null {
  const texts = mailTexts('es').document
  const title = texts.fileNames[document.kind]
  const numbered = `${title} N° ${document.folio ?? ''}`
  const shown = {
    title: delivery.despite_annulment ? fill(texts.annulled.title, { title: numbered }) : numbered,
    total: document.total_clp === null ? '' : formatClp(clp(document.total_clp)),
    due: dueOf(payable),
  }
  const actions = viewUrl === null ? [] : actionsOf(viewUrl, payable)
  const attachments = files.map(({ kind, bytes }) => ({
    name: `${title} ${document.folio ?? ''}.${kind}`,
    mediaType: kind === 'pdf' ? 'application/pdf' : 'application/xml',
    bytes,
  }))
  return addressed({ delivery, account }, { shown, actions, attachments }, atMs)
}

/** Under the text of a mail: the card with what it is about, and its files. */
export interface Enclosed {
  shown: MailSubject
  actions: MailAction[]
  attachments: MessageParts['attachments']
}

/** Null: no recipient, or an address that is none; nothing is sent to the others in its place. */
export function addressed(
  { delivery, account }: Pick<ToWrite, 'delivery' | 'account'>,
  { shown, actions, attachments }: Enclosed,
  atMs: number,
): MessageParts | null {
  const { message_id: messageId, subject, body_html: html } = delivery
  if (messageId === null || subject === null || html === null) throw new Error('Not composed yet')
  const known = people.parse(delivery.recipients)
  const to = known.filter(({ copy }) => copy === 'to')
  if (to.length === 0 || !known.every(({ address }) => isOneMailbox(address))) return null
  return {
    messageId,
    atMs,
    from: { name: account.full_name, address: account.address },
    to,
    cc: known.filter(({ copy }) => copy === 'cc'),
    subject,
    text: documentText(textOf(html), actions),
    html: documentHtml(html, shown, actions),
    attachments,
  }
}

function dueOf(payable: Payable | null): string {
  if (payable === null) return ''
  const { due, overdue } = mailTexts('es').document
  return fill(payable.isOverdue ? overdue : due, { day: formatDay(payable.dueDay) })
}

/** Paying first: both lead to the document's page, which has the account. */
function actionsOf(url: string, payable: Payable | null): MailAction[] {
  const { view, pay } = mailTexts('es').document
  const see = { label: view, url }
  if (payable === null) return [see]
  return [{ label: fill(pay, { amount: formatClp(payable.undeclaredClp) }), url }, see]
}
