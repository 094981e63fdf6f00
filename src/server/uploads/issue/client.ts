import { recipientActivity, recipientAddress } from '#domain/recipient-data.ts'
import { rut } from '#domain/rut.ts'
import type { Clock } from '../../clock.ts'
import { saveActivity, saveAddress } from '../../parties/client-parts.ts'
import {
  countClients,
  findClient,
  insertWrittenClient,
  MOST_CLIENTS,
  type KnownClient,
} from '../../parties/client-store.ts'
import type { Db, OfCompany } from '../store.ts'
import type { HeldDocument } from '../held.ts'

/** The recipient of a document, with those of its addresses and activities that the document names. */
export interface Recipient {
  clientId: number
  addressId: number | null
  activityId: number | null
}

/**
 * The company's client of that RUT, made from the order's rows where there is none, and completed from them where it
 * lacks what a document needs. What it has stays as it is.
 */
export async function recipientOf(
  trx: Db,
  clock: Clock,
  of: OfCompany,
  held: HeldDocument,
): Promise<Recipient | 'clientIncomplete' | 'tooManyClients'> {
  const found = await findOrMake(trx, clock, of, held)
  if (typeof found === 'string') return found
  const { organisationId } = of
  const at = { organisationId, clientId: found.id }
  return {
    clientId: found.id,
    addressId: await addressFor(trx, at, found, held),
    activityId: await activityFor(trx, at, found, held),
  }
}

async function findOrMake(
  trx: Db,
  clock: Clock,
  of: OfCompany,
  held: HeldDocument,
): Promise<KnownClient | 'clientIncomplete' | 'tooManyClients'> {
  const by = { rut: rut(held.rut) }
  const known = await findClient(trx, of, by)
  if (known !== null) return known
  if (held.written.name === '') return 'clientIncomplete'
  if ((await countClients(trx, of)) >= MOST_CLIENTS) return 'tooManyClients'
  // Null: another transaction made it meanwhile, and its rows are there now.
  await insertWrittenClient(trx, clock, of, { ...by, name: held.written.name })
  return (await findClient(trx, of, by)) ?? 'clientIncomplete'
}

type ClientAt = { organisationId: number; clientId: number }

async function addressFor(
  trx: Db,
  at: ClientAt,
  { addresses }: KnownClient,
  { kind, written }: HeldDocument,
): Promise<number | null> {
  const taken = recipientAddress(kind, addresses, written)
  switch (taken?.kind) {
    case undefined:
      return null
    case 'own':
      return taken.address.id
    case 'completed':
      return (await saveAddress(trx, at, { ...taken.address, city: written.city })).id
    case 'written':
      return (await saveAddress(trx, at, written)).id
  }
}

async function activityFor(
  trx: Db,
  at: ClientAt,
  { activities }: KnownClient,
  { written }: HeldDocument,
): Promise<number | null> {
  const known = recipientActivity(activities)
  if (known !== undefined) return known.id
  return written.giro === ''
    ? null
    : (await saveActivity(trx, { ...at, description: written.giro })).id
}
