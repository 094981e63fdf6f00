import { sql } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import type { Db, FacturatorAt } from '../store.ts'
import { finds } from '../../db/finds.ts'

/** An attempt of this person whose end is not known: its session must be closed at the SII for sure. */
export async function hasOpenAttempt(
  db: Db,
  { organisationId, person }: { organisationId: number; person: Rut },
): Promise<boolean> {
  return finds(
    db
      .selectFrom('document')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('person_rut', '=', person)
      .where('state', 'in', ['issuing', 'uncertain']),
  )
}

/** Whether the person's stored portal session is this organisation's; another's is none of our business. */
export async function ownsSession(
  db: Db,
  { organisationId, person }: { organisationId: number; person: Rut },
): Promise<boolean> {
  const row = await db
    .selectFrom('portal_person')
    .select('person_rut')
    .where('person_rut', '=', person)
    .where('session_organisation_id', '=', organisationId)
    .executeTakeFirst()
  return row !== undefined
}

/** The secret of the session that is forgotten, to be erased; null when none of ours is stored. */
export async function forgetSession(
  trx: Db,
  { organisationId, person }: { organisationId: number; person: Rut },
): Promise<number | null> {
  const row = await trx
    .selectFrom('portal_person')
    .select('session_secret_id')
    .where('person_rut', '=', person)
    .where('session_organisation_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  await trx
    .updateTable('portal_person')
    .set({ session_organisation_id: null, session_secret_id: null, session_epoch: null })
    .where('person_rut', '=', person)
    .execute()
  return row.session_secret_id
}

/** The facturator without its secrets, whose ids are answered so that they can be erased. */
export async function forgetSecrets(trx: Db, at: FacturatorAt): Promise<number[]> {
  const row = await trx
    .selectFrom('facturator')
    .select(['clave_secret_id', 'certificate_secret_id'])
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('facturator')
    .set({
      clave_secret_id: null,
      clave_state: 'absent',
      certificate_secret_id: null,
      certificate_password_state: 'absent',
    })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
  return [row.clave_secret_id, row.certificate_secret_id].filter((id) => id !== null)
}

/** False when documents or rules hang on it: then it stays, and the same RUT takes it up again. */
export async function removeUnusedFacturator(trx: Db, at: FacturatorAt): Promise<boolean> {
  const ofFacturator = sql<boolean>`exists (select from company where company.facturator_id = ${at.facturatorId}
    and company.organisation_id = hanging.organisation_id and company.id = hanging.company_id)`
  const document = await trx
    .selectFrom('document as hanging')
    .select('hanging.id')
    .where('hanging.organisation_id', '=', at.organisationId)
    .where(ofFacturator)
    .limit(1)
    .executeTakeFirst()
  const rule = await trx
    .selectFrom('invoice_rule as hanging')
    .select('hanging.id')
    .where('hanging.organisation_id', '=', at.organisationId)
    .where('hanging.deleted_at', 'is', null)
    .where(ofFacturator)
    .limit(1)
    .executeTakeFirst()
  if (document !== undefined || rule !== undefined) return false
  await trx
    .updateTable('membership')
    .set({ active_facturator_id: null })
    .where('organisation_id', '=', at.organisationId)
    .where('active_facturator_id', '=', at.facturatorId)
    .execute()
  await trx
    .deleteFrom('facturator')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
  return true
}
