import type { UploadDocument } from './judge/result.ts'
import type { Db, OfCompany } from './store.ts'

/** Of its company: what its documents say of the issuer, and where their mail comes from. */
export interface Issuing {
  issuer: Issuer
  /** As a person sees it: of a factura the address and the activity, of a boleta the person. */
  shown: {
    address: { street: string; commune: string; city: string } | null
    giro: string | null
    person: { rut: string; name: string }
  }
  /** Of what a factura says of the issuer; null: nothing. */
  lacks: 'issuerCityMissing' | 'issuerIncomplete' | null
  account: { id: number; address: string } | null
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
  const shown = await shownOf(db, { organisationId, companyId }, issuer)
  return {
    issuer,
    shown,
    lacks: lackOfIssuer(issuer, shown),
    account: await accountOf(db, { organisationId, companyId }),
  }
}

function lackOfIssuer(
  { addressId, activityId }: Issuer,
  { address }: Issuing['shown'],
): Issuing['lacks'] {
  if (addressId === null || activityId === null) return 'issuerIncomplete'
  return address !== null && address.city !== '' ? null : 'issuerCityMissing'
}

async function shownOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
  { addressId, activityId }: Issuer,
): Promise<Issuing['shown']> {
  const row = await db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .leftJoin('issuer_address as address', (join) =>
      join
        .onRef('address.organisation_id', '=', 'company.organisation_id')
        .on('address.id', '=', addressId),
    )
    .leftJoin('issuer_activity as activity', (join) =>
      join
        .onRef('activity.organisation_id', '=', 'company.organisation_id')
        .on('activity.id', '=', activityId),
    )
    .select(['facturator.person_rut', 'facturator.label'])
    .select(['address.street_and_number', 'address.commune', 'address.city'])
    .select('activity.description')
    .where('company.organisation_id', '=', organisationId)
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { street_and_number: street, commune, city, description } = row
  const isWhole = street !== null && commune !== null && city !== null
  return {
    address: isWhole ? { street, commune, city } : null,
    giro: description,
    person: { rut: row.person_rut, name: row.label },
  }
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

async function accountOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<Issuing['account']> {
  const used = await db
    .selectFrom('invoice_rule')
    .innerJoin('email_account as account', (join) =>
      join
        .onRef('account.organisation_id', '=', 'invoice_rule.organisation_id')
        .onRef('account.id', '=', 'invoice_rule.email_account_id'),
    )
    .select(['account.id', 'account.address'])
    .where('invoice_rule.organisation_id', '=', organisationId)
    .where('invoice_rule.company_id', '=', companyId)
    .where('invoice_rule.deleted_at', 'is', null)
    .where('account.state', '=', 'connected')
    .orderBy('invoice_rule.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined) return used
  const first = await db
    .selectFrom('email_account')
    .select(['id', 'address'])
    .where('organisation_id', '=', organisationId)
    .orderBy('state')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first ?? null
}
