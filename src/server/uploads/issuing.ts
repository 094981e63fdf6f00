import type { UploadDocument } from './judge/result.ts'
import type { Db, OfCompany } from './store.ts'

/** Of its company: what its documents say of the issuer, and where their mail comes from. */
export interface Issuing {
  issuer: Issuer
  /** Of what a factura says of the issuer; null: nothing. */
  lacks: 'issuerCityMissing' | 'issuerIncomplete' | null
  account: number | null
}

interface Issuer {
  addressId: number | null
  activityId: number | null
  email: string
}

/** Why documents of this company would be refused as they are ordered, whatever their rows say. */
export type IssuingLack = NonNullable<Issuing['lacks']> | 'mailboxMissing'

/** Of these documents: facturas need the issuer's data, and those that are mailed a mailbox. */
export function lacksOf(
  { lacks, account }: Issuing,
  documents: readonly Pick<UploadDocument, 'kind' | 'sendsEmail'>[],
): IssuingLack[] {
  const needsIssuer = documents.some(({ kind }) => kind === 'factura')
  const needsMailbox = account === null && documents.some(({ sendsEmail }) => sendsEmail)
  return [
    ...(lacks !== null && needsIssuer ? [lacks] : []),
    ...(needsMailbox ? (['mailboxMissing'] as const) : []),
  ]
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
  return {
    issuer,
    lacks: await lackOfIssuer(db, organisationId, issuer),
    account: await accountOf(db, { organisationId, companyId }),
  }
}

async function lackOfIssuer(
  db: Db,
  organisationId: number,
  { addressId, activityId }: Issuer,
): Promise<Issuing['lacks']> {
  if (addressId === null || activityId === null) return 'issuerIncomplete'
  return (await isInCity(db, organisationId, addressId)) ? null : 'issuerCityMissing'
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

async function firstParts(db: Db, { organisationId, companyId }: OfCompany): Promise<Issuer> {
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
