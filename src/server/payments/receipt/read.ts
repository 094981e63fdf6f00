import { z } from 'zod'
import { knownDay, type Day } from '#domain/day.ts'
import { clp, type Clp } from '#domain/money.ts'
import { openClp, owedClp } from '#domain/receivable.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { mailTexts } from '#texts/mails.ts'
import { receiptTexts } from '#texts/receipts.ts'
import { fill } from '#texts/translation.ts'
import { readReceivable, type At, type Db } from '../owed/receivable.ts'
import type { ProviderName } from '../providers/connection.ts'

/** A payment's part for one document. */
export interface ReceiptLine {
  day: Day
  way: 'transfer' | 'card' | 'cash' | 'cheque' | 'other'
  provider: ProviderName | null
  /** The provider's name of the payment, or ours at the provider where its own is a key. */
  reference: string | null
  authorisation: string | null
  cardEnding: string | null
  isTest: boolean
  document: string
  amountClp: Clp
}

/** What a payer gets as a receipt: what was paid, when, how, and of which document. */
export interface Receipt {
  issuer: { name: string; rut: string }
  payer: { name: string; rut: string }
  lines: ReceiptLine[]
  /** Given back since. */
  refunds: { day: Day; document: string; amountClp: Clp }[]
  /** Of one document: what it comes to, and what is still open. Null of a payment. */
  balance: { owedClp: Clp; openClp: Clp } | null
  /** The instant of the last payment, so that the same receipt is the same file. */
  at: string
}

/** Of everything that paid one document and was not undone; null while nothing did. */
export async function receiptOfDocument(db: Db, at: At): Promise<Receipt | null> {
  const rows = await sharesWith(db, at.organisationId)
    .where('share.document_id', '=', at.documentId)
    .execute()
  const receivable = await readReceivable(db, at)
  if (receivable === null) return null
  const refunds = await db
    .selectFrom('payment_refund as refund')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.organisation_id', '=', 'refund.organisation_id')
        .onRef('payment.id', '=', 'refund.payment_id'),
    )
    .select(['refund.day', 'refund.amount_clp'])
    .where('refund.organisation_id', '=', at.organisationId)
    .where('refund.document_id', '=', at.documentId)
    .where('refund.undone_at', 'is', null)
    .where('payment.undone_at', 'is', null)
    .orderBy('refund.id')
    .execute()
  const balance = { owedClp: owedClp(receivable), openClp: openClp(receivable) }
  const given = refunds.map(({ day, amount_clp }) => ({ day, amount_clp }))
  return receiptOf(rows, given, balance)
}

/** Of one payment, with each document that it pays; null when it was undone. Its refunds are no part of it. */
export async function receiptOfPayment(
  db: Db,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<Receipt | null> {
  const rows = await sharesWith(db, organisationId).where('payment.id', '=', paymentId).execute()
  return receiptOf(rows, [], null)
}

function sharesWith(db: Db, organisationId: number) {
  return db
    .selectFrom('payment_share as share')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.organisation_id', '=', 'share.organisation_id')
        .onRef('payment.id', '=', 'share.payment_id'),
    )
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'share.organisation_id')
        .onRef('document.id', '=', 'share.document_id'),
    )
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
    .leftJoin('provider_payment as paid', (join) =>
      join
        .onRef('paid.organisation_id', '=', 'payment.organisation_id')
        .onRef('paid.payment_id', '=', 'payment.id'),
    )
    .leftJoin('payment_attempt as attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'paid.organisation_id')
        .onRef('attempt.id', '=', 'paid.attempt_id'),
    )
    .select(['payment.day', 'payment.way', 'payment.recorded_at', 'share.amount_clp'])
    .select([
      'document.kind',
      'document.folio',
      'document.recipient_name',
      'document.recipient_rut',
    ])
    .select(['company.name', 'company.rut', 'attempt.provider', 'attempt.mode', 'paid.method'])
    .select(['attempt.order_id', 'paid.payment_ref', 'attempt.provider_ref'])
    .where('share.organisation_id', '=', organisationId)
    .where('payment.undone_at', 'is', null)
    .orderBy('payment.id')
    .orderBy('document.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof sharesWith>['execute']>>[number]

function receiptOf(
  rows: readonly Row[],
  refunds: readonly { day: string; amount_clp: number }[],
  balance: Receipt['balance'],
): Receipt | null {
  const last = rows.at(-1)
  if (last === undefined) return null
  return {
    issuer: { name: last.name, rut: formatRut(rut(last.rut)) },
    payer: { name: last.recipient_name, rut: formatRut(rut(last.recipient_rut)) },
    lines: rows.map(lineOf),
    refunds: refunds.map(({ day, amount_clp }) => ({
      day: knownDay(day),
      document: documentOf(last),
      amountClp: clp(amount_clp),
    })),
    balance,
    at: last.recorded_at,
  }
}

function lineOf(row: Row): ReceiptLine {
  const method = kept.safeParse(row.method).data
  return {
    day: knownDay(row.day),
    way: row.way,
    provider: row.provider,
    reference: referenceOf(row),
    authorisation: method?.authorisationCode ?? null,
    cardEnding: method?.cardLast4 ?? null,
    isTest: row.mode === 'test',
    document: documentOf(row),
    amountClp: clp(row.amount_clp),
  }
}

const kept = z.object({
  cardLast4: z.string().nullable(),
  authorisationCode: z.string().nullable(),
})

/** Transbank's name of a payment is the key that reads it, so that ours stands in its place. */
function referenceOf({ provider, payment_ref, provider_ref, order_id }: Row): string | null {
  return provider === 'transbank' ? order_id : (payment_ref ?? provider_ref)
}

/** 'Factura N° 100 y 2 más' */
export function documentsOf({ lines }: Pick<Receipt, 'lines'>): string {
  const names = [...new Set(lines.map(({ document }) => document))]
  const [first = ''] = names
  if (names.length === 1) return first
  return fill(receiptTexts.es.and, { document: first, count: names.length - 1 })
}

/** The day of the last payment. */
export function lastDayOf({ lines }: Pick<Receipt, 'lines'>): Day {
  const [first, ...others] = lines.map(({ day }) => day)
  if (first === undefined) throw new Error('A receipt is of a payment')
  return others.reduce((last, day) => (day > last ? day : last), first)
}

function documentOf({ kind, folio }: Pick<Row, 'kind' | 'folio'>): string {
  return `${mailTexts('es').document.fileNames[kind]} N° ${folio ?? ''}`
}
