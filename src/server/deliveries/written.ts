import type { Kysely, Selectable, Updateable } from 'kysely'
import { mailTexts } from '#texts/mails.ts'
import { instantText } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { mailLink, urlOf } from '../links/document-links.ts'
import type { MessageParts } from '../mailer/message.ts'
import { receiptOfPayment } from '../payments/receipt/read.ts'
import { payableByMail } from '../payments/shared.ts'
import { annullingNota } from './annulment.ts'
import { addressed, compose, newMessageId, partsOf, type Composed, type Files } from './compose.ts'
import type { MailAction } from './document-mail.ts'
import type { DeliveryNeeds } from './needs.ts'
import { composeReceipt, receiptFile, receiptSubject } from './receipt-mail.ts'
import { remindedBy } from './reminders/mail.ts'
import { reminderAction, reminderSubject, reminderText } from './reminders/text.ts'

type Db = Kysely<Schema>
type Row = Selectable<Schema['delivery']>
type Account = Selectable<Schema['email_account']>

/** Why a mail that was taken can't leave. */
export type Unsendable = 'noRecipients' | 'recipient' | 'paymentUndone' | 'notDue'

interface Written {
  delivery: Row
  parts: MessageParts | Unsendable
}

/** A mail as it leaves, in the transaction that takes it. Its text is written once; the rest is the same at every try. */
export function written(
  trx: Db,
  needs: DeliveryNeeds,
  taken: Row,
  account: Account,
): Promise<Written> {
  switch (taken.purpose) {
    case 'document':
      return writeDocument(trx, needs, taken, account)
    case 'receipt':
      return writeReceipt(trx, needs, taken, account)
    case 'reminder':
      return writeReminder(trx, needs, taken, account)
  }
}

async function writeDocument(
  trx: Db,
  needs: DeliveryNeeds,
  taken: Row,
  account: Account,
): Promise<Written> {
  const { clock, publicUrl } = needs
  const at = { organisationId: taken.organisation_id, documentId: taken.document_id }
  const document = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.documentId)
    .executeTakeFirstOrThrow()
  const delivery = await once(trx, needs, taken, async () =>
    compose(taken, document, account, {
      publicUrl: publicUrl(),
      annulment: await annulmentOf(trx, taken),
    }),
  )
  const viewUrl = await viewUrlOf(trx, needs, at)
  const payable = delivery.despite_annulment ? null : await payableByMail(trx, clock, at)
  const files = await filesOf(trx, delivery)
  const toWrite = { delivery, document, account, files, viewUrl, payable }
  return { delivery, parts: partsOf(toWrite, clock.now()) ?? unsendable(delivery) }
}

async function writeReceipt(
  trx: Db,
  needs: DeliveryNeeds,
  taken: Row,
  account: Account,
): Promise<Written> {
  const { clock, publicUrl } = needs
  const { organisation_id: organisationId, document_id: documentId, payment_id: paymentId } = taken
  if (paymentId === null) throw new Error('A receipt is of a payment')
  const receipt = await receiptOfPayment(trx, { organisationId, paymentId })
  if (receipt === null) return { delivery: taken, parts: 'paymentUndone' }
  const delivery = await once(trx, needs, taken, () =>
    Promise.resolve(composeReceipt(receipt, account, publicUrl())),
  )
  const viewUrl = await viewUrlOf(trx, needs, { organisationId, documentId })
  const enclosed = {
    shown: receiptSubject(receipt),
    actions: viewUrl === null ? [] : [{ label: mailTexts('es').document.view, url: viewUrl }],
    attachments: [await receiptFile(receipt)],
  }
  const parts = addressed({ delivery, account }, enclosed, clock.now())
  return { delivery, parts: parts ?? unsendable(delivery) }
}

async function writeReminder(
  trx: Db,
  needs: DeliveryNeeds,
  taken: Row,
  account: Account,
): Promise<Written> {
  const { clock, publicUrl } = needs
  const { day, owing } = await remindedBy(trx, taken)
  if (owing.length === 0) return { delivery: taken, parts: 'notDue' }
  const delivery = await once(trx, needs, taken, () =>
    Promise.resolve({
      messageId: newMessageId(publicUrl()),
      ...reminderText(owing, day, account),
    }),
  )
  const actions: MailAction[] = []
  for (const one of owing) {
    const at = { organisationId: taken.organisation_id, documentId: one.documentId }
    const url = await viewUrlOf(trx, needs, at)
    if (url !== null) actions.push({ label: reminderAction(one, owing.length === 1), url })
  }
  const enclosed = { shown: reminderSubject(owing, day), actions, attachments: [] }
  const parts = addressed({ delivery, account }, enclosed, clock.now())
  return { delivery, parts: parts ?? unsendable(delivery) }
}

async function viewUrlOf(
  trx: Db,
  needs: DeliveryNeeds,
  at: { organisationId: number; documentId: number },
): Promise<string | null> {
  const link = await mailLink(trx, needs, at)
  return link && urlOf(needs.links, needs.publicUrl(), link)
}

/** Every try sends the same text under the same Message-ID. */
async function once(
  trx: Db,
  { clock }: DeliveryNeeds,
  taken: Row,
  composed: () => Promise<Composed>,
): Promise<Row> {
  if (taken.composed_at !== null) return taken
  const { messageId: message_id, subject, bodyHtml: body_html } = await composed()
  return write(trx, taken, {
    message_id,
    subject,
    body_html,
    composed_at: instantText(clock.now()),
  })
}

function write(
  trx: Db,
  { organisation_id, id }: Row,
  change: Updateable<Schema['delivery']>,
): Promise<Row> {
  return trx
    .updateTable('delivery')
    .set(change)
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Of a mail that a person wants sent although its document is annulled. */
async function annulmentOf(trx: Db, row: Row): Promise<{ notaFolio: number | null } | null> {
  if (!row.despite_annulment) return null
  return { notaFolio: (await annullingNota(trx, row))?.folio ?? null }
}

function filesOf(trx: Db, delivery: Row): Promise<Files> {
  return trx
    .selectFrom('document_file')
    .select(['kind', 'bytes'])
    .where('organisation_id', '=', delivery.organisation_id)
    .where('document_id', '=', delivery.document_id)
    .orderBy('kind')
    .execute()
}

function unsendable({ recipients }: Row): Unsendable {
  return Array.isArray(recipients) && recipients.length === 0 ? 'noRecipients' : 'recipient'
}
