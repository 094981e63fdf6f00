import { clp, formatClp } from '#domain/money.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { instantText, type Clock } from '../../clock.ts'
import { queueForMembers } from '../../mailer/queue-for-members.ts'
import type { Db } from '../owed/receivable.ts'

export interface Matched {
  payments: readonly { amountClp: number }[]
  /** The user who sees the matches on the screen, and gets no mail; null: none. */
  seenBy: number | null
}

/** Writes one mail to every member of payments that statements brought, in the transaction that puts them on record. */
export async function mailStatementPayments(
  trx: Db,
  clock: Clock,
  { organisationId, companyId }: { organisationId: number; companyId: number },
  { payments, seenBy }: Matched,
): Promise<void> {
  const count = payments.length
  if (count === 0) return
  const { name: company } = await trx
    .selectFrom('company')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const amount = formatClp(clp(payments.reduce((sum, { amountClp }) => sum + amountClp, 0)))
  const notice = { template: 'statementPayments', at: instantText(clock.now()), seenBy } as const
  await queueForMembers(trx, organisationId, notice, (language) => {
    const { one, many } = mailTexts(language).statementHeadline
    const headline = fill(count === 1 ? one : many, { count, amount })
    return { values: { headline, company, companyId: String(companyId) } }
  })
}
