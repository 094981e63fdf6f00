import { audit, type Author } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { NotFound } from '../http/errors.ts'
import { forgetReplies } from '../http/idempotency.ts'
import type { Named } from './contact-addresses.ts'
import { inUse } from './contact-routes.ts'
import { IS_IN_FORCE } from './in-force.ts'
import type { Db, OfTenant } from './store.ts'

/**
 * Takes a client off every list and deletes its contacts. Its row stays: documents and what they owe name it, and the
 * SII's register would bring a forgotten one back. 409 while a rule or a single document may still be issued to it.
 */
export async function deleteClient(trx: Db, clock: Clock, by: Author, at: OfTenant): Promise<void> {
  if (!(await lockClient(trx, at))) throw new NotFound()
  const rules = await rulesOfClient(trx, at)
  if (rules.length > 0) throw inUse('clientInUse', rules)
  await trx
    .deleteFrom('contact')
    .where('organisation_id', '=', at.organisationId)
    .where('client_id', '=', at.id)
    .execute()
  await trx
    .updateTable('client')
    .set({ deleted_at: instantText(clock.now()) })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .execute()
  // What its contacts were made with would outlive them there.
  await forgetReplies(trx, at.organisationId, { client: at.id, contact: {} })
  await audit(trx, clock, by, { kind: 'clientDeleted', subject: `client:${at.id}` })
}

/** Whom a rule or a document names is on the lists again. */
export async function bringClientsBack(
  trx: Db,
  organisationId: number,
  clientIds: readonly number[],
): Promise<void> {
  await trx
    .updateTable('client')
    .set({ deleted_at: null })
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', clientIds)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** False when it isn't there. A rule that names it meanwhile waits, and brings it back. */
async function lockClient(trx: Db, at: OfTenant): Promise<boolean> {
  const row = await trx
    .selectFrom('client')
    .select('id')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function rulesOfClient(trx: Db, at: OfTenant): Promise<Named[]> {
  return trx
    .selectFrom('rule_client')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'rule_client.organisation_id')
        .onRef('rule.id', '=', 'rule_client.rule_id'),
    )
    .select(['rule.id', 'rule.name'])
    .where('rule_client.organisation_id', '=', at.organisationId)
    .where('rule_client.client_id', '=', at.id)
    .where(IS_IN_FORCE)
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
}
