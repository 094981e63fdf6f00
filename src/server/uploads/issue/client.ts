import { rut } from '#domain/rut.ts'
import type { Clock } from '../../clock.ts'
import { saveActivity, saveAddress } from '../../parties/client-parts.ts'
import {
  countClients,
  findClient,
  insertWrittenClient,
  MOST_CLIENTS,
} from '../../parties/client-store.ts'
import type { Db, OfCompany } from '../store.ts'
import type { HeldDocument } from '../ordered/held.ts'

/** The client of a document, with those of its addresses and activities that the document names. */
export interface DocumentClient {
  clientId: number
  addressId: number | null
  activityId: number | null
}

/**
 * The company's client of that RUT, made where there is none, with the address and the activity that its person confirmed.
 * Whatever else it has stays as it is.
 */
export async function clientOf(
  trx: Db,
  clock: Clock,
  of: OfCompany,
  held: Pick<HeldDocument, 'rut' | 'recipient'>,
): Promise<DocumentClient | 'clientIncomplete' | 'tooManyClients'> {
  const clientId = await findOrMake(trx, clock, of, held)
  if (typeof clientId === 'string') return clientId
  const { giro, street, commune, city } = held.recipient
  const at = { organisationId: of.organisationId, clientId }
  const address =
    street === '' || commune === '' ? null : await saveAddress(trx, at, { street, commune, city })
  const activity = giro === '' ? null : await saveActivity(trx, { ...at, description: giro })
  return { clientId, addressId: address?.id ?? null, activityId: activity?.id ?? null }
}

async function findOrMake(
  trx: Db,
  clock: Clock,
  of: OfCompany,
  held: Pick<HeldDocument, 'rut' | 'recipient'>,
): Promise<number | 'clientIncomplete' | 'tooManyClients'> {
  const by = { rut: rut(held.rut) }
  const known = await findClient(trx, of, by)
  if (known !== null) return known.id
  const { name } = held.recipient
  if (name === '') return 'clientIncomplete'
  if ((await countClients(trx, of)) >= MOST_CLIENTS) return 'tooManyClients'
  // Null: another transaction made it meanwhile, and its row is there now.
  const made = await insertWrittenClient(trx, clock, of, { ...by, name })
  return made ?? (await findClient(trx, of, by))?.id ?? 'clientIncomplete'
}
