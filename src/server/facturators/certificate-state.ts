import { instantText, type Clock } from '../clock.ts'
import type { Db, Facturator, FacturatorAt } from './store.ts'

/** What the SII said of the certificate; an unreadable answer changes nothing. What waited for one goes on. */
export async function setCertificateState(
  trx: Db,
  clock: Clock,
  at: FacturatorAt,
  state: Facturator['certificateState'],
): Promise<void> {
  if (state === 'unknown') return
  await trx
    .updateTable('facturator')
    .set({ certificate_state: state })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
    .execute()
  if (state !== 'centralized') return
  const person = trx
    .selectFrom('facturator')
    .select('person_rut')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.facturatorId)
  await trx
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()), tries: 0 })
    .where('organisation_id', '=', at.organisationId)
    .where('person_rut', '=', person)
    .where('state', '=', 'queued')
    .where('reason', '=', 'certificateMissing')
    .where('next_try_at', 'is', null)
    .execute()
}
