import { sql } from 'kysely'
import type { BodyOf } from '#contract/call.ts'
import type { savePaymentTerms } from '#contract/payments.ts'
import { knownDay, type Day } from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import { audit } from '../audit.ts'
import { instantText } from '../clock.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import { queueForMembers } from '../mailer/queue-for-members.ts'
import { followCompany } from './follow.ts'
import { termsToWire } from './present.ts'
import type { By, Needs } from './record.ts'
import type { Db } from './owed/receivable.ts'
import { readTerms, type TermsRow } from './store.ts'

type Author = Pick<By, 'organisationId' | 'userId'>
type Wanted = BodyOf<typeof savePaymentTerms>

/**
 * How a company gets paid. Switched on, or from an earlier day, what it issued since that day is followed at once; saved
 * otherwise, what its owner stopped following stays so.
 */
export function saveTerms({ db, clock }: Needs, by: Author, companyId: number, wanted: Wanted) {
  return db.transaction().execute(async (trx) => {
    await sql`select lock_terms(${by.organisationId}, ${companyId}, true)`.execute(trx)
    const before = await termsOf(trx, by, companyId)
    if (before.updated_at !== wanted.seen) throw new Refused(409, 'termsChanged')
    const values = { ...columnsOf(wanted), updated_at: instantText(clock.now()) }
    await trx
      .insertInto('payment_terms')
      .values({ organisation_id: by.organisationId, company_id: companyId, ...values })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'company_id']).doUpdateSet(values),
      )
      .execute()
    const after = await termsOf(trx, by, companyId)
    const subject = `company:${companyId}`
    await audit(trx, clock, by, { kind: 'paymentTermsSaved', subject })
    if (accountOf(before) !== accountOf(after)) await tellAccount({ db: trx, clock }, by, after)
    const from = followedAnewFrom(before.first_day, after.first_day)
    if (from !== null) {
      await followCompany(trx, clock, { organisationId: by.organisationId, companyId, from })
    }
    return termsToWire(after)
  })
}

function followedAnewFrom(before: string | null, after: string | null): Day | null {
  if (after === null) return null
  return before === null || after < before ? knownDay(after) : null
}

async function termsOf(trx: Db, { organisationId }: Author, companyId: number): Promise<TermsRow> {
  const [row] = await readTerms(trx, organisationId, companyId)
  if (row === undefined) throw new NotFound()
  return row
}

function columnsOf({ enabled_from, allows_partial, due_days, bank }: Wanted) {
  const holder = bank === null ? null : parseRut(bank.holder_rut)
  if (bank !== null && holder === null) {
    throw new InvalidInput({ bank: { holder_rut: ['invalidRut'] } })
  }
  return {
    first_day: enabled_from,
    allows_partial,
    due_days,
    bank: bank?.bank ?? null,
    account_type: bank?.account_type ?? null,
    account_number: bank?.account_number ?? null,
    holder_name: bank?.holder_name ?? null,
    holder_rut: holder,
    notice_email: bank?.email ?? null,
  }
}

function accountOf(row: TermsRow): string {
  const { bank, account_type, account_number, holder_name, holder_rut, notice_email } = row
  return JSON.stringify([bank, account_type, account_number, holder_name, holder_rut, notice_email])
}

/** The person who changes the account receives the money, so every member is told. */
async function tellAccount({ db: trx, clock }: Needs, by: Author, terms: TermsRow): Promise<void> {
  const subject = `company:${terms.id}`
  await audit(trx, clock, by, { kind: 'paymentAccountChanged', subject })
  const at = instantText(clock.now())
  const ending = terms.account_number === null ? '' : terms.account_number.slice(-4)
  const values = { company: terms.name, bank: terms.bank ?? '', account: ending }
  const notice = { template: 'paymentAccount', at } as const
  await queueForMembers(trx, by.organisationId, notice, () => ({ values }))
}
