import { createHash } from 'node:crypto'
import { isGenericRut } from '#domain/rut.ts'
import { NotFound } from '../../http/errors.ts'
import type { FoundLink } from '../../links/document-links.ts'
import type { Db } from '../owed/receivable.ts'

/** Whose documents a page may show once its code came back: those of its own document's client, by its own issuer. */
export interface Payer {
  organisationId: number
  companyId: number
  clientRut: string
  companyName: string
}

/** By the page's document alone; 404 where its payment is not followed. */
export async function payerOf(
  db: Db,
  { organisationId, documentId }: Pick<FoundLink, 'organisationId' | 'documentId'>,
): Promise<Payer> {
  const row = await db
    .selectFrom('receivable')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'receivable.organisation_id')
        .onRef('company.id', '=', 'receivable.company_id'),
    )
    .select(['receivable.company_id', 'receivable.client_rut', 'company.name'])
    .where('receivable.organisation_id', '=', organisationId)
    .where('receivable.document_id', '=', documentId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return {
    organisationId,
    companyId: row.company_id,
    clientRut: row.client_rut,
    companyName: row.name,
  }
}

export interface PayerAddress {
  contactId: number
  email: string
}

/** So many are offered. */
const MAX_ADDRESSES = 20

/**
 * The addresses that the issuer has for the client, each once. None where many clients share its RUT: an address may be of
 * another one.
 */
export async function addressesOf(db: Db, payer: Payer): Promise<PayerAddress[]> {
  if (isGenericRut(payer.clientRut)) return []
  const rows = await db
    .selectFrom('contact')
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'contact.organisation_id')
        .onRef('client.id', '=', 'contact.client_id'),
    )
    .select(['contact.id', 'contact.email'])
    .where('contact.organisation_id', '=', payer.organisationId)
    .where('client.company_id', '=', payer.companyId)
    .where('client.rut', '=', payer.clientRut)
    .orderBy('contact.id')
    .execute()
  const known = new Map<string, PayerAddress>()
  for (const { id, email } of rows) {
    const own = email.toLowerCase()
    if (own !== '' && !known.has(own)) known.set(own, { contactId: id, email: own })
  }
  return [...known.values()].slice(0, MAX_ADDRESSES)
}

/** 'carla@empresa.cl' → 'c•••@empresa.cl': enough to know one's own, too little to write to another's. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = '', ...others] = email.slice(0, at)
  // A letter alone would be the whole of it.
  return `${others.length > 0 ? first : ''}•••${email.slice(at)}`
}

export function addressHash(email: string): Buffer {
  return createHash('sha256').update(email).digest()
}
