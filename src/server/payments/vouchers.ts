import { sql } from 'kysely'
import { InvalidInput, Refused } from '../http/errors.ts'
import { isOfGenericRut } from './owed/client-key.ts'
import { lockReceivable, type At, type Db } from './owed/receivable.ts'

export type VoucherType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** By its first bytes: what its sender calls it proves nothing. Null: none of the three. */
export function voucherTypeOf(bytes: Buffer): VoucherType | null {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  if (starts('ffd8ff')) return 'image/jpeg'
  if (starts('89504e470d0a1a0a')) return 'image/png'
  return starts('255044462d') ? 'application/pdf' : null
}

/** Adds the proof to the declaration of that key, said from the page of that document, while it waits and has none. */
export async function keepVoucher(
  db: Db,
  at: At,
  { key, bytes }: { key: string; bytes: Buffer },
): Promise<void> {
  const type = voucherTypeOf(bytes)
  if (type === null) throw new InvalidInput({ voucher: ['voucherType'] })
  const { organisationId } = at
  await db.transaction().execute(async (trx) => {
    const documentId = await declaredDocument(trx, at, key)
    if (documentId === null) throw new Refused(409, 'nothingDeclared')
    await lockReceivable(trx, { organisationId, documentId })
    const { numUpdatedRows } = await trx
      .updateTable('payment_declaration')
      .set({ voucher: bytes, voucher_type: type })
      .where('organisation_id', '=', organisationId)
      .where('document_id', '=', documentId)
      .where('payer_key', '=', key)
      .where('state', '=', 'open')
      .where('voucher_of', 'is', null)
      .where('voucher', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refused(409, 'nothingDeclared')
  })
}

/** From a page a client declares what it owes that company by other documents, too (docs/decisions/0028). */
async function declaredDocument(
  trx: Db,
  { organisationId, documentId }: At,
  key: string,
): Promise<number | null> {
  const said = await trx
    .selectFrom('payment_declaration as said')
    .innerJoin('receivable', (join) =>
      join
        .onRef('receivable.organisation_id', '=', 'said.organisation_id')
        .onRef('receivable.document_id', '=', 'said.document_id'),
    )
    .innerJoin('receivable as here', (join) =>
      join
        .onRef('here.organisation_id', '=', 'receivable.organisation_id')
        .onRef('here.company_id', '=', 'receivable.company_id')
        .onRef('here.client_rut', '=', 'receivable.client_rut')
        // Documents of a RUT that many share may be of others.
        .on(sql<boolean>`(here.document_id = receivable.document_id or not ${isOfGenericRut})`),
    )
    .select('said.document_id')
    .where('said.organisation_id', '=', organisationId)
    .where('said.payer_key', '=', key)
    .where('here.document_id', '=', documentId)
    .executeTakeFirst()
  return said?.document_id ?? null
}

/** The kind of the proof of `said`: its own, or that of the transfer that it is a part of. Null: it has none. */
export const voucherTypeOfSaid = sql<VoucherType | null>`coalesce(said.voucher_type, (
  select whole.voucher_type from payment_declaration whole
  where whole.organisation_id = said.organisation_id and whole.id = said.voucher_of))`

export async function readVoucher(db: Db, organisationId: number, declarationId: number) {
  const row = await db
    .selectFrom('payment_declaration as said')
    .innerJoin('payment_declaration as whole', (join) =>
      join
        .onRef('whole.organisation_id', '=', 'said.organisation_id')
        .on('whole.id', '=', sql<number>`coalesce(said.voucher_of, said.id)`),
    )
    .select(['whole.voucher', 'whole.voucher_type'])
    .where('said.organisation_id', '=', organisationId)
    .where('said.id', '=', declarationId)
    .executeTakeFirst()
  return row ?? null
}
