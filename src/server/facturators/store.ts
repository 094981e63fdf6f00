import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import type { IssuerData } from '#sii/sii.ts'
import { instantText, type Clock } from '../clock.ts'
import { preparedRead, type Place } from '../db/prepared-read.ts'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>

export interface FacturatorAt {
  organisationId: number
  facturatorId: number
}

/** Certificate passwords that the SII refused in a row. */
export interface PasswordRefusals {
  refusals: number
  lastAt: string | null
}

export interface Facturator extends FacturatorAt {
  label: string
  person: Rut
  claveSecretId: number | null
  claveState: 'valid' | 'rejected' | 'absent'
  certificateState: 'unknown' | 'none' | 'centralized'
  certificatePasswordState: 'absent' | 'unverified' | 'verified' | 'rejected'
  certificateRefusals: PasswordRefusals
  certificateCheckedAt: string | null
  refreshedAt: string | null
}

/** More than anybody connects; the selector shows them all. */
const MOST_FACTURATORS = 100

const COLUMNS = [
  'organisation_id',
  'id',
  'label',
  'person_rut',
  'clave_secret_id',
  'clave_state',
  'certificate_state',
  'certificate_password_state',
  'certificate_refusals',
  'certificate_refused_at',
  'certificate_checked_at',
  'refreshed_at',
] as const

export async function listByOrganisation(db: Db, organisationId: number): Promise<Facturator[]> {
  const rows = await db
    .selectFrom('facturator')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .limit(MOST_FACTURATORS)
    .execute()
  return rows.map(facturatorOf)
}

export async function findFacturator(db: Db, at: FacturatorAt): Promise<Facturator | null> {
  const [row] = await rowOfFacturator(db, at)
  return row === undefined ? null : facturatorOf(row)
}

const rowOfFacturator = preparedRead((db, place: Place<FacturatorAt>) =>
  db
    .selectFrom('facturator')
    .select(COLUMNS)
    .where(
      'organisation_id',
      '=',
      place((at) => at.organisationId),
    )
    .where(
      'id',
      '=',
      place((at) => at.facturatorId),
    ),
)

export async function findByPerson(
  db: Db,
  organisationId: number,
  person: Rut,
): Promise<Facturator | null> {
  const row = await db
    .selectFrom('facturator')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('person_rut', '=', person)
    .executeTakeFirst()
  return row === undefined ? null : facturatorOf(row)
}

type Row = Pick<Schema['facturator'], 'label' | 'person_rut' | 'clave_secret_id'> & {
  organisation_id: number
  id: number
  clave_state: Facturator['claveState']
  certificate_state: Facturator['certificateState']
  certificate_password_state: Facturator['certificatePasswordState']
  certificate_refusals: number
  certificate_refused_at: string | null
  certificate_checked_at: string | null
  refreshed_at: string | null
}

function facturatorOf(row: Row): Facturator {
  return {
    organisationId: row.organisation_id,
    facturatorId: row.id,
    label: row.label,
    person: rut(row.person_rut),
    claveSecretId: row.clave_secret_id,
    claveState: row.clave_state,
    certificateState: row.certificate_state,
    certificatePasswordState: row.certificate_password_state,
    certificateRefusals: {
      refusals: row.certificate_refusals,
      lastAt: row.certificate_refused_at,
    },
    certificateCheckedAt: row.certificate_checked_at,
    refreshedAt: row.refreshed_at,
  }
}

/** Made once per person and organisation, whoever comes first. */
export async function ensureFacturator(
  trx: Db,
  clock: Clock,
  made: { organisationId: number; person: Rut; label: string },
): Promise<Facturator> {
  await trx
    .insertInto('facturator')
    .values({
      organisation_id: made.organisationId,
      person_rut: made.person,
      label: made.label,
      created_at: instantText(clock.now()),
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'person_rut']).doNothing())
    .execute()
  const found = await findByPerson(trx, made.organisationId, made.person)
  if (found === null) throw new Error('A facturator just made is not there')
  return found
}

export async function setClave(trx: Db, at: FacturatorAt, secretId: number): Promise<void> {
  await trx
    .updateTable('facturator')
    .set({ clave_secret_id: secretId, clave_state: 'valid' })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
}

export async function rejectClave(trx: Db, at: FacturatorAt): Promise<void> {
  await trx
    .updateTable('facturator')
    .set({ clave_state: 'rejected' })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
}

/** False when somebody asked less than `spacingMs` ago. */
export async function takeCertificateCheck(
  db: Db,
  clock: Clock,
  at: FacturatorAt,
  spacingMs: number,
): Promise<boolean> {
  const now = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('facturator')
    .set({ certificate_checked_at: instantText(now) })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .where((eb) =>
      eb.or([
        eb('certificate_checked_at', 'is', null),
        eb('certificate_checked_at', '<=', instantText(now - spacingMs)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setRefreshed(
  trx: Db,
  clock: Clock,
  at: FacturatorAt,
  label: string,
): Promise<void> {
  await trx
    .updateTable('facturator')
    .set({ label, refreshed_at: instantText(clock.now()) })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
}

/** The user's own e-mail and city win over what the SII has. */
export async function saveCompany(
  trx: Db,
  clock: Clock,
  at: FacturatorAt,
  company: { rut: Rut; name: string; issuer: IssuerData | null },
): Promise<number> {
  const now = instantText(clock.now())
  const { issuer } = company
  const read = issuer === null ? {} : { giro: issuer.giro, refreshed_at: now }
  const row = await trx
    .insertInto('company')
    .values({
      organisation_id: at.organisationId,
      facturator_id: at.facturatorId,
      rut: company.rut,
      name: company.name,
      issuer_email: issuer?.email ?? '',
      created_at: now,
      ...read,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'facturator_id', 'rut']).doUpdateSet({
        name: company.name,
        issues_facturas: true,
        issuer_email: sql`case when company.issuer_email = '' then excluded.issuer_email else company.issuer_email end`,
        ...read,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (issuer !== null) await saveIssuer(trx, at.organisationId, row.id, issuer)
  return row.id
}

/** Adds and updates only: a rule may point at what the SII no longer lists. */
async function saveIssuer(
  trx: Db,
  organisationId: number,
  companyId: number,
  issuer: IssuerData,
): Promise<void> {
  for (const address of issuer.addresses.slice(0, MOST_PER_COMPANY)) {
    await trx
      .insertInto('issuer_address')
      .values({
        organisation_id: organisationId,
        company_id: companyId,
        street_and_number: address.street,
        commune: address.commune,
        city: address.city,
        branch_code: address.branchCode,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'company_id', 'street_and_number', 'commune'])
          .doUpdateSet({
            branch_code: address.branchCode,
            city: sql`case when issuer_address.city = '' then excluded.city else issuer_address.city end`,
          }),
      )
      .execute()
  }
  for (const activity of issuer.activities.slice(0, MOST_PER_COMPANY)) {
    await trx
      .insertInto('issuer_activity')
      .values({ organisation_id: organisationId, company_id: companyId, ...activity })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'company_id', 'code'])
          .doUpdateSet({ description: activity.description }),
      )
      .execute()
  }
}

const MOST_PER_COMPANY = 200

export async function readActive(
  db: Db,
  who: { organisationId: number; userId: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('membership')
    .select('active_facturator_id')
    .where('organisation_id', '=', who.organisationId)
    .where('user_id', '=', who.userId)
    .executeTakeFirst()
  return row?.active_facturator_id ?? null
}

export async function setActive(
  db: Db,
  who: { organisationId: number; userId: number },
  facturatorId: number,
): Promise<void> {
  await db
    .updateTable('membership')
    .set({ active_facturator_id: facturatorId })
    .where('organisation_id', '=', who.organisationId)
    .where('user_id', '=', who.userId)
    .execute()
}

/** Forgets the person's refusals before `since`: they count no more. */
export async function recordRefusedClave(
  db: Db,
  clock: Clock,
  refused: { organisationId: number; person: Rut; since: string },
): Promise<void> {
  await db
    .deleteFrom('refused_clave')
    .where('person_rut', '=', refused.person)
    .where('at', '<=', refused.since)
    .execute()
  await db
    .insertInto('refused_clave')
    .values({
      organisation_id: refused.organisationId,
      person_rut: refused.person,
      at: instantText(clock.now()),
    })
    .execute()
}

/** When this organisation's claves for this person were refused since that instant, oldest first. */
export async function refusedClavesSince(
  db: Db,
  { organisationId, person }: { organisationId: number; person: Rut },
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('refused_clave')
    .select('at')
    .where('organisation_id', '=', organisationId)
    .where('person_rut', '=', person)
    .where('at', '>', since)
    .orderBy('at')
    .limit(100)
    .execute()
  return rows.map(({ at }) => at)
}

/** A refused clave opened no session, so the next one need not wait for the spacing of log-ins. */
export async function forgetKnock(db: Db, person: Rut): Promise<void> {
  await db
    .updateTable('portal_person')
    .set({ last_login_at: null })
    .where('person_rut', '=', person)
    .execute()
}
