import { sql } from 'kysely'
import { parseRut } from '#domain/rut.ts'
import { audit } from '../../audit.ts'
import { instantText } from '../../clock.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { OfCompany } from './store.ts'
import type { By, Needs } from './take.ts'

/** Lets that payer pay for the client of these documents from now on. They must be of one client. */
export async function authorisePayer(
  needs: Needs,
  by: By,
  { companyId }: OfCompany,
  payerRut: string | null,
  documentIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ client_rut: string }>`select distinct client_rut from receivable
    where organisation_id = ${by.organisationId} and document_id = any(${[...documentIds]}::bigint[])`.execute(
    needs.db,
  )
  const [client, another] = rows
  if (payerRut === null || client === undefined || another !== undefined) {
    throw new InvalidInput({ remember_payer: ['payerUnknown'] })
  }
  if (payerRut === client.client_rut) return
  await insertPayer(needs, by, { companyId, clientRut: client.client_rut, payerRut })
}

export interface Payer {
  companyId: number
  clientRut: string
  payerRut: string
}

/** A payer that a person names. Named again, it is the same one. */
export function addPayer({ db, clock }: Needs, by: By, payer: Payer): Promise<number> {
  const [clientRut, payerRut] = [parseRut(payer.clientRut), parseRut(payer.payerRut)]
  if (clientRut === null) throw new InvalidInput({ client_rut: ['invalidRut'] })
  if (payerRut === null) throw new InvalidInput({ payer_rut: ['invalidRut'] })
  if (clientRut === payerRut) throw new InvalidInput({ payer_rut: ['payerIsClient'] })
  return db.transaction().execute(async (trx) => {
    const company = await trx
      .selectFrom('company')
      .select('id')
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', payer.companyId)
      .executeTakeFirst()
    if (company === undefined) throw new NotFound()
    return insertPayer({ db: trx, clock }, by, { ...payer, clientRut, payerRut })
  })
}

async function insertPayer(
  { db: trx, clock }: Needs,
  { organisationId, userId }: By,
  { companyId, clientRut, payerRut }: Payer,
): Promise<number> {
  const key = {
    organisation_id: organisationId,
    company_id: companyId,
    client_rut: clientRut,
    payer_rut: payerRut,
  }
  const made = await trx
    .insertInto('authorised_payer')
    .values({ ...key, added_by: userId, added_at: instantText(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) {
    const event = { kind: 'payerAuthorised', subject: `company:${companyId}` } as const
    await audit(trx, clock, { organisationId, userId }, { ...event, data: { payer: made.id } })
    return made.id
  }
  const { id } = await trx
    .selectFrom('authorised_payer')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('client_rut', '=', clientRut)
    .where('payer_rut', '=', payerRut)
    .executeTakeFirstOrThrow()
  return id
}

export function removePayer({ db, clock }: Needs, by: By, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('authorised_payer')
      .where('organisation_id', '=', by.organisationId)
      .where('id', '=', id)
      .returning('company_id')
      .executeTakeFirst()
    if (gone === undefined) throw new NotFound()
    const event = { kind: 'payerRemoved', subject: `company:${gone.company_id}` } as const
    await audit(trx, clock, by, { ...event, data: { payer: id } })
  })
}

/** So many are shown; more of them is no list to look through. */
const MAX_PAYERS = 500

/** The payers of a company's clients, by the client's RUT. */
export async function listPayers({ db }: Needs, { organisationId, companyId }: OfCompany) {
  return db
    .selectFrom('authorised_payer')
    .select(['id', 'client_rut', 'payer_rut', 'added_at'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .orderBy('client_rut')
    .orderBy('payer_rut')
    .limit(MAX_PAYERS)
    .execute()
}
