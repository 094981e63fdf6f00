import type { RuleKind } from '#domain/document.ts'
import { findClients, type KnownClient } from '../parties/client-store.ts'
import type { UploadDocument } from './judge/result.ts'
import type { Db, OfCompany } from './store.ts'

/** Whom a document is issued to, beside the RUT; '' where nobody says it. */
export type Recipient = UploadDocument['written']

/** What is stored of a client. */
type Stored = Pick<KnownClient, 'name' | 'isDeleted'> & {
  addresses: readonly Pick<KnownClient['addresses'][number], 'street' | 'commune' | 'city'>[]
  activities: readonly Pick<KnownClient['activities'][number], 'description'>[]
}

/** By the keys of the documents: as they are shown, and held when they are ordered. */
export async function readRecipients(
  db: Db,
  of: OfCompany,
  documents: readonly UploadDocument[],
): Promise<Map<string, Recipient>> {
  const ruts = [...new Set(documents.flatMap(({ rut }) => rut ?? []))]
  const clients = new Map((await findClients(db, of, ruts)).map((client) => [client.rut, client]))
  return new Map(
    documents.flatMap(({ key, rut, kind, written }) =>
      rut === null ? [] : [[key, recipientOf(kind, clients.get(rut) ?? null, written)]],
    ),
  )
}

/**
 * What is stored of a client goes before what the rows say. Of a deleted one the rows go first, but for its name: nobody
 * sees on any list what is stored of it.
 */
export function recipientOf(
  kind: RuleKind | null,
  client: Stored | null,
  written: Recipient,
): Recipient {
  if (client === null) return written
  const { isDeleted, activities } = client
  const stored = activities.find(({ description }) => description !== '')?.description ?? ''
  const [first, second] = isDeleted ? [written.giro, stored] : [stored, written.giro]
  return { name: client.name, giro: first || second, ...placeOf(kind, client, written) }
}

/** The client's first address with a city, as the portal's form takes it; a boleta needs no city. */
function placeOf(
  kind: RuleKind | null,
  { isDeleted, addresses }: Stored,
  { street, commune, city }: Recipient,
): Pick<Recipient, 'street' | 'commune' | 'city'> {
  const written = { street, commune, city }
  const isBoleta = kind === 'boletaHonorarios'
  const isWhole = street !== '' && commune !== '' && (isBoleta || city !== '')
  if (isDeleted && isWhole) return written
  const own = addresses.find((address) => address.city !== '') ?? addresses[0]
  if (own === undefined) return written
  return { street: own.street, commune: own.commune, city: own.city || (isBoleta ? '' : city) }
}
