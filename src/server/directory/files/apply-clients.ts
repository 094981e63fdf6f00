import type { Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { setClientAddress } from '../../parties/client-parts.ts'
import { setDueDays, setWrittenName, WRITTEN_NAME } from '../../parties/client-store.ts'
import { correctContact } from '../../parties/contact-routes.ts'
import type { OfCompany } from '../client-list.ts'
import type { Plan } from './plan.ts'
import type { ClientWrite } from './plan-clients.ts'

type Db = Kysely<Schema>

export interface ApplyNeeds {
  clock: Clock
  /** Its address or activity was written: what waits for it is looked at again. In the same transaction. */
  onClientChanged(trx: Db, client: { organisationId: number; clientId: number }): Promise<void>
}

/** Rows of one insert. */
const MAX_ROWS = 500

/** Writes what the plan says of clients and contacts. False where a new client has come meanwhile. */
export async function applyClients(
  needs: ApplyNeeds,
  trx: Db,
  of: OfCompany,
  { clients, contacts, stored }: Plan,
): Promise<boolean> {
  const ids = new Map([...stored.values()].map((client) => [client.rut, client.id]))
  const added = clients.filter(({ clientId }) => clientId === null)
  if (!(await insertClients(needs, trx, of, added, ids))) return false
  for (const write of clients) {
    if (write.clientId !== null) await changeClient(trx, of, { ...write, clientId: write.clientId })
  }
  await insertParts(trx, of, clients, ids)
  await changeCities(trx, of, clients, stored)
  for (const { clientId, parts } of clients) {
    const isChanged = parts.addresses.length + parts.cities.length + parts.activities.length > 0
    if (clientId === null || !isChanged) continue
    await needs.onClientChanged(trx, { organisationId: of.organisationId, clientId })
  }
  await applyContacts(needs, trx, of, contacts, ids)
  return true
}

async function insertClients(
  { clock }: ApplyNeeds,
  trx: Db,
  of: OfCompany,
  added: readonly ClientWrite[],
  ids: Map<Rut, number>,
): Promise<boolean> {
  for (const part of partsOf(added)) {
    const rows = await trx
      .insertInto('client')
      .values(
        part.map((write) => ({
          organisation_id: of.organisationId,
          company_id: of.companyId,
          rut: write.rut,
          name: write.name,
          name_is_written: true,
          due_days: write.dueDays,
          created_at: instantText(clock.now()),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'company_id', 'rut'])
          .doUpdateSet({
            deleted_at: null,
            name: WRITTEN_NAME,
            due_days: (eb) => eb.ref('excluded.due_days'),
          })
          .where('client.deleted_at', 'is not', null),
      )
      .returning(['id', 'rut'])
      .execute()
    if (rows.length !== part.length) return false
    const byRut = new Map(rows.map((row) => [row.rut, row.id]))
    for (const write of part) ids.set(write.rut, byRut.get(write.rut) ?? 0)
  }
  return true
}

async function changeClient(
  trx: Db,
  of: OfCompany,
  write: ClientWrite & { clientId: number },
): Promise<void> {
  const at = { ...of, id: write.clientId }
  if (write.isRenamed && !(await setWrittenName(trx, at, write.name))) {
    throw new Error(`Client ${write.clientId} has its name from the SII`)
  }
  if (write.changesDueDays) await setDueDays(trx, at, write.dueDays)
}

async function insertParts(
  trx: Db,
  { organisationId }: OfCompany,
  clients: readonly ClientWrite[],
  ids: ReadonlyMap<Rut, number>,
): Promise<void> {
  const of = (write: ClientWrite) => ({
    organisation_id: organisationId,
    client_id: idOf(ids, write.rut),
  })
  const addresses = clients.flatMap((write) =>
    write.parts.addresses.map(({ street, commune, city }) => ({
      ...of(write),
      street_and_number: street,
      commune,
      city,
    })),
  )
  for (const part of partsOf(addresses)) {
    // A client that is back has those it had.
    await trx
      .insertInto('client_address')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'client_id', 'street_and_number', 'commune'])
          .doUpdateSet({ city: (eb) => eb.ref('excluded.city') }),
      )
      .execute()
  }
  const activities = clients.flatMap((write) =>
    write.parts.activities.map((description) => ({ ...of(write), description })),
  )
  for (const part of partsOf(activities)) {
    await trx
      .insertInto('client_activity')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function changeCities(
  trx: Db,
  { organisationId }: OfCompany,
  clients: readonly ClientWrite[],
  stored: Plan['stored'],
): Promise<void> {
  for (const { clientId, rut, parts } of clients) {
    if (clientId === null) continue
    for (const { id, city } of parts.cities) {
      const known = stored.get(rut)?.addresses.find((one) => one.id === id)
      if (known === undefined) throw new Error(`Address ${id} is none of client ${clientId}`)
      await setClientAddress(trx, organisationId, { ...known, clientId, city })
    }
  }
}

async function applyContacts(
  { clock }: ApplyNeeds,
  trx: Db,
  { organisationId }: OfCompany,
  contacts: Plan['contacts'],
  ids: ReadonlyMap<Rut, number>,
): Promise<void> {
  for (const { contactId, firstName, lastName, gender, role } of contacts) {
    if (contactId === null) continue
    const change = { first_name: firstName, last_name: lastName, gender, role }
    const saved = await correctContact(trx, { organisationId, id: contactId }, change)
    if (saved === null) throw new Error(`Contact ${contactId} vanished while locked`)
  }
  const added = contacts.filter(({ contactId }) => contactId === null)
  for (const part of partsOf(added)) {
    await trx
      .insertInto('contact')
      .values(
        part.map((write) => ({
          organisation_id: organisationId,
          client_id: idOf(ids, write.rut),
          first_name: write.firstName,
          last_name: write.lastName,
          gender: write.gender,
          email: write.email,
          role: write.role,
          created_at: instantText(clock.now()),
        })),
      )
      .execute()
  }
}

function idOf(ids: ReadonlyMap<Rut, number>, rut: Rut): number {
  const id = ids.get(rut)
  if (id === undefined) throw new Error('A client of the plan without a number')
  return id
}

function partsOf<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < rows.length; at += MAX_ROWS) parts.push(rows.slice(at, at + MAX_ROWS))
  return parts
}
