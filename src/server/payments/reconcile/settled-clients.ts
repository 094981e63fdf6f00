import { parseRut } from '#domain/rut.ts'
import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { matchNow } from './match-requested.ts'
import { newestNotFollowed } from './not-followed.ts'
import { lockStatements, type OfCompany } from './store.ts'
import type { By, Needs } from './take.ts'

/**
 * A person's word that what a client was issued without its payment being followed is paid, up to the newest of it: the
 * client's transfers are matched by themselves again. No document is marked as paid, and no money as received.
 */
export function settleClient(
  { db, clock }: Needs,
  by: By,
  at: OfCompany,
  client: string,
): Promise<{ id: number; matched: number }> {
  const clientRut = parseRut(client)
  if (clientRut === null) throw new InvalidInput({ client_rut: ['invalidRut'] })
  return db.transaction().execute(async (trx) => {
    await lockStatements(trx, at)
    const through = await newestNotFollowed(trx, at, clientRut)
    if (through === null) throw new Refused(409, 'nothingNotFollowed')
    const said = {
      through_day: through,
      said_by: by.userId,
      said_at: instantText(clock.now()),
    }
    const { id } = await trx
      .insertInto('settled_client')
      .values({
        organisation_id: at.organisationId,
        company_id: at.companyId,
        client_rut: clientRut,
        ...said,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'company_id', 'client_rut']).doUpdateSet(said),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const event = { kind: 'clientSettled', subject: `company:${at.companyId}` } as const
    await audit(trx, clock, by, { ...event, data: { settled: id, through } })
    const matched = await matchNow({ db: trx, clock }, at, by.userId)
    return { id, matched }
  })
}

/** Takes the word back: what was matched since stays, and can be undone on its own. */
export function unsettleClient({ db, clock }: Needs, by: By, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockStatements(trx, by)
    const gone = await trx
      .deleteFrom('settled_client')
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', id)
      .returning(['company_id', 'through_day'])
      .executeTakeFirst()
    if (gone === undefined) throw new NotFound()
    const event = { kind: 'clientUnsettled', subject: `company:${gone.company_id}` } as const
    await audit(trx, clock, by, { ...event, data: { settled: id, through: gone.through_day } })
  })
}

/** So many are shown. */
const MAX_SETTLED = 500

export async function listSettledClients({ db }: Needs, { organisationId, companyId }: OfCompany) {
  return db
    .selectFrom('settled_client as settled')
    .leftJoin('app_user as user', 'user.id', 'settled.said_by')
    .select(['settled.id', 'settled.client_rut', 'settled.through_day', 'settled.said_at'])
    .select('user.email as sayer_email')
    .where('settled.organisation_id', '=', organisationId)
    .where('settled.company_id', '=', companyId)
    .orderBy('settled.client_rut')
    .limit(MAX_SETTLED)
    .execute()
}
