import { instantText, type Clock } from '../../clock.ts'
import type { Db, FacturatorAt } from '../store.ts'

/** Whoever has no company issues boletas as themselves: their rules and clients need a place to hang on. */
export async function saveOwnEntry(
  trx: Db,
  clock: Clock,
  at: FacturatorAt,
  name: string,
): Promise<void> {
  const now = instantText(clock.now())
  const person = trx
    .selectFrom('facturator')
    .select('person_rut')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
  await trx
    .insertInto('company')
    .values({
      organisation_id: at.organisationId,
      facturator_id: at.facturatorId,
      rut: person,
      name,
      issues_facturas: false,
      created_at: now,
      refreshed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'facturator_id', 'rut']).doUpdateSet({ name }),
    )
    .execute()
}
