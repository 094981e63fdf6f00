import { formatDay, type Day } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { mailTexts } from '#texts/mails.ts'
import { receiptTexts } from '#texts/receipts.ts'
import { fill } from '#texts/translation.ts'
import { instantText, type Clock } from '../../clock.ts'
import { queueForMembers } from '../../mailer/queue-for-members.ts'
import type { Db } from '../owed/receivable.ts'
import type { ProviderName } from '../providers/connection.ts'

export interface ConfirmedPayment {
  organisationId: number
  documentIds: readonly number[]
  amountClp: number
  day: Day
  way: 'transfer' | 'card'
  /** Null: a person confirmed what its payer declared. */
  provider: ProviderName | null
}

/** Writes to every member of a payment that was confirmed, once, in the transaction that puts it on record. */
export async function mailPaymentReceived(
  trx: Db,
  clock: Clock,
  { organisationId, documentIds, amountClp, day, way, provider }: ConfirmedPayment,
): Promise<void> {
  const rows = await trx
    .selectFrom('document')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
    .select(['document.id', 'document.kind', 'document.folio', 'document.recipient_name'])
    .select('company.name as company')
    .where('document.organisation_id', '=', organisationId)
    .where('document.id', 'in', [...documentIds])
    .orderBy('document.id')
    .execute()
  const [first] = rows
  if (first === undefined) throw new Error('A payment pays a document')
  const notice = { template: 'paymentReceived', at: instantText(clock.now()) } as const
  await queueForMembers(trx, organisationId, notice, (language) => {
    const { fileNames } = mailTexts(language).document
    const { ways, providers, by, and } = receiptTexts[language]
    const named = `${fileNames[first.kind]} N° ${first.folio ?? ''}`
    const document =
      rows.length === 1 ? named : fill(and, { document: named, count: rows.length - 1 })
    const how =
      provider === null ? ways[way] : fill(by, { way: ways[way], provider: providers[provider] })
    const values = {
      company: first.company,
      payer: first.recipient_name,
      document,
      amount: formatClp(clp(amountClp)),
      how,
      day: formatDay(day),
      documentId: String(first.id),
    }
    return { values }
  })
}
