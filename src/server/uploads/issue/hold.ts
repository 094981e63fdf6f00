import { daysBetween, type Day } from '#domain/day.ts'
import { toWire } from '#domain/uf.ts'
import type { UploadDocument } from '../judge/result.ts'
import type { Db, OfCompany } from '../store.ts'
import type { HeldDocument } from './held.ts'

/** Of its company: what its documents say of the issuer, and where their mail comes from. */
export interface Issuing {
  issuer: HeldDocument['issuer']
  /** The issuer has what a factura says of it. */
  isComplete: boolean
  account: number | null
}

/**
 * As the company's newest rule or one-off has it, because its person chose that; else its first address with a city, its
 * first activity and the first mailbox that is connected.
 */
export async function issuingOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<Issuing> {
  const newest = await db
    .selectFrom('invoice_rule')
    .select(['issuer_address_id', 'issuer_activity_id', 'issuer_email'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('issuer_address_id', 'is not', null)
    .where('issuer_activity_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const issuer =
    newest === undefined
      ? await firstParts(db, { organisationId, companyId })
      : {
          addressId: newest.issuer_address_id,
          activityId: newest.issuer_activity_id,
          email: newest.issuer_email,
        }
  const hasCity =
    issuer.addressId !== null && (await isInCity(db, organisationId, issuer.addressId))
  return {
    issuer,
    isComplete: hasCity && issuer.activityId !== null,
    account: await accountOf(db, { organisationId, companyId }),
  }
}

async function isInCity(db: Db, organisationId: number, addressId: number): Promise<boolean> {
  const row = await db
    .selectFrom('issuer_address')
    .select('city')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', addressId)
    .executeTakeFirst()
  return row !== undefined && row.city !== ''
}

async function firstParts(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<HeldDocument['issuer']> {
  const addresses = await db
    .selectFrom('issuer_address')
    .select(['id', 'city'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  const activity = await db
    .selectFrom('issuer_activity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const address = addresses.find(({ city }) => city !== '') ?? addresses[0]
  return { addressId: address?.id ?? null, activityId: activity?.id ?? null, email: '' }
}

async function accountOf(db: Db, { organisationId, companyId }: OfCompany): Promise<number | null> {
  const used = await db
    .selectFrom('invoice_rule')
    .innerJoin('email_account as account', (join) =>
      join
        .onRef('account.organisation_id', '=', 'invoice_rule.organisation_id')
        .onRef('account.id', '=', 'invoice_rule.email_account_id'),
    )
    .select('account.id')
    .where('invoice_rule.organisation_id', '=', organisationId)
    .where('invoice_rule.company_id', '=', companyId)
    .where('invoice_rule.deleted_at', 'is', null)
    .where('account.state', '=', 'connected')
    .orderBy('invoice_rule.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined) return used.id
  const first = await db
    .selectFrom('email_account')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .orderBy('state')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id ?? null
}

/** A document that may be issued, as data. Null where it says too little, which no valid one does. */
export function hold(
  document: UploadDocument,
  { issuing, issueDay }: { issuing: Issuing; issueDay: Day },
): HeldDocument | null {
  const { kind, rut, client, lines, totals, sendsEmail, to, cc } = document
  if (kind === null || rut === null || client === null || lines.length === 0) return null
  return {
    group: document.group,
    rows: document.rows,
    kind,
    rut,
    recipientName: 'name' in client ? client.name : document.written.name,
    written: document.written,
    withholder: document.withholder,
    ufDate: document.ufDate,
    dueDays: document.dueDay === null ? null : daysBetween(issueDay, document.dueDay),
    serviceMonth: document.serviceMonth,
    mail: sendsEmail ? { account: issuing.account, to, cc } : NO_MAIL,
    issuer: issuing.issuer,
    lines: lines.map(({ description, code, quantity, price }) => ({
      name: description,
      code,
      quantity: toWire(quantity),
      price: price.currency === 'CLP' ? String(price.unitClp) : toWire(price.unitUf),
      currency: price.currency,
    })),
    totalClp: totals?.totalClp ?? null,
  }
}

const NO_MAIL = { account: null, to: [], cc: [] }
