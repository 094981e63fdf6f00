import type { Kysely } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>

export interface Address {
  id: number
  street: string
  commune: string
  city: string
}

export interface Activity {
  id: number
  description: string
}

export interface Company {
  id: number
  rut: Rut
  name: string
  email: string
  /** False for a person's own entry. */
  issuesFacturas: boolean
  facturatorId: number
  addresses: Address[]
  activities: Activity[]
}

export interface OfTenant {
  organisationId: number
  id: number
}

const MOST_COMPANIES = 500

export async function listCompanies(
  db: Db,
  of: { organisationId: number; facturatorId?: number },
): Promise<Company[]> {
  const { facturatorId } = of
  const rows = await db
    .selectFrom('company')
    .select(['id', 'rut', 'name', 'issuer_email', 'issues_facturas', 'facturator_id'])
    .where('organisation_id', '=', of.organisationId)
    .$if(facturatorId !== undefined, (all) => all.where('facturator_id', '=', facturatorId ?? null))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_COMPANIES)
    .execute()
  const ids = rows.map((row) => row.id)
  const addresses = await issuerAddresses(db, of.organisationId, ids)
  const activities = await issuerActivities(db, of.organisationId, ids)
  return rows.map((row) => ({
    id: row.id,
    rut: rut(row.rut),
    name: row.name,
    email: row.issuer_email,
    issuesFacturas: row.issues_facturas,
    facturatorId: row.facturator_id,
    addresses: addresses.get(row.id) ?? [],
    activities: activities.get(row.id) ?? [],
  }))
}

async function issuerAddresses(
  db: Db,
  organisationId: number,
  companyIds: number[],
): Promise<Map<number, Address[]>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('issuer_address')
    .select(['id', 'company_id as owner', 'street_and_number', 'commune', 'city'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', 'in', companyIds)
    .orderBy('id')
    .execute()
  return byOwner(rows, addressOf)
}

async function issuerActivities(
  db: Db,
  organisationId: number,
  companyIds: number[],
): Promise<Map<number, Activity[]>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('issuer_activity')
    .select(['id', 'company_id as owner', 'description'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', 'in', companyIds)
    .orderBy('id')
    .execute()
  return byOwner(rows, activityOf)
}

/** Which company it is and through whom the SII is asked about it. */
export interface CompanyAt {
  organisationId: number
  companyId: number
  rut: Rut
  facturatorId: number
  person: Rut
  issuesFacturas: boolean
}

export async function findCompany(
  db: Db,
  at: { organisationId: number; companyId: number },
): Promise<CompanyAt | null> {
  const row = await db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select([
      'company.rut',
      'company.issues_facturas',
      'company.facturator_id',
      'facturator.person_rut',
    ])
    .where('company.organisation_id', '=', at.organisationId)
    .where('company.id', '=', at.companyId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    ...at,
    rut: rut(row.rut),
    facturatorId: row.facturator_id,
    person: rut(row.person_rut),
    issuesFacturas: row.issues_facturas,
  }
}

/** Rows by the one they belong to, in their order. */
export function byOwner<Row extends { owner: number }, T>(
  rows: readonly Row[],
  make: (row: Row) => T,
): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const row of rows) found.set(row.owner, [...(found.get(row.owner) ?? []), make(row)])
  return found
}

interface AddressRow {
  id: number
  street_and_number: string
  commune: string
  city: string
}

export function addressOf(row: AddressRow): Address {
  return { id: row.id, street: row.street_and_number, commune: row.commune, city: row.city }
}

export function activityOf({ id, description }: { id: number; description: string }): Activity {
  return { id, description }
}

export async function setIssuerCity(trx: Db, at: OfTenant, city: string): Promise<Address | null> {
  const row = await trx
    .updateTable('issuer_address')
    .set({ city })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .returning(['id', 'street_and_number', 'commune', 'city'])
    .executeTakeFirst()
  return row === undefined ? null : addressOf(row)
}
