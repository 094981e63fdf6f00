import { addDays, dayInChile, type Day } from '#domain/day.ts'
import { formatClp } from '#domain/money.ts'
import { openClp, paymentClosed } from '#domain/receivable.ts'
import { instantText, type Clock } from '../clock.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import { readReceivable, readTerms, type At, type Db } from './store.ts'

type Needs = { db: Db; clock: Clock }

/** Longer ago it is looked for in the account's statement, not declared. */
const MAX_DAYS_AGO = 90

/**
 * "Ya transferí", by whoever has the document's link. It proves nothing and waits for the issuer's word; a second one
 * takes the place of the first, so that a mistake is corrected by saying it again.
 */
export async function declareTransfer(
  { db, clock }: Needs,
  at: At,
  { amountClp, day, note }: { amountClp: number; day: Day; note: string },
): Promise<void> {
  const today = dayInChile(clock.now())
  if (day > today) throw new InvalidInput({ day: ['dayInFuture'] })
  if (day < addDays(today, -MAX_DAYS_AGO)) throw new InvalidInput({ day: ['dayTooOld'] })
  await db.transaction().execute(async (trx) => {
    const receivable = await readReceivable(trx, at, true)
    if (receivable === null) throw new NotFound()
    if (paymentClosed(receivable, today) !== null) throw new Refused(409, 'paymentClosed')
    const [terms] = await readTerms(trx, at.organisationId, receivable.companyId)
    const open = openClp(receivable)
    const fits = terms?.allows_partial === true ? amountClp <= open : amountClp === open
    if (!fits) {
      throw new InvalidInput({
        amount: [{ code: 'amountNotOpen', values: { open: formatClp(open) } }],
      })
    }
    await replaceOpen(trx, clock, at, { amountClp, day, note })
  })
}

async function replaceOpen(
  trx: Db,
  clock: Clock,
  { organisationId, documentId }: At,
  { amountClp, day, note }: { amountClp: number; day: Day; note: string },
): Promise<void> {
  const values = {
    amount_clp: amountClp,
    day,
    note,
    declared_at: instantText(clock.now()),
    voucher: null,
    voucher_type: null,
  }
  await trx
    .insertInto('payment_declaration')
    .values({ organisation_id: organisationId, document_id: documentId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'document_id'])
        .where('state', '=', 'open')
        .doUpdateSet(values),
    )
    .execute()
}

export type VoucherType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** By its first bytes: what its sender calls it proves nothing. Null: none of the three. */
export function voucherTypeOf(bytes: Buffer): VoucherType | null {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  if (starts('ffd8ff')) return 'image/jpeg'
  if (starts('89504e470d0a1a0a')) return 'image/png'
  return starts('255044462d') ? 'application/pdf' : null
}

/** Adds the proof to the declaration that waits. */
export async function keepVoucher(
  db: Db,
  { organisationId, documentId }: At,
  bytes: Buffer,
): Promise<void> {
  const type = voucherTypeOf(bytes)
  if (type === null) throw new InvalidInput({ voucher: ['voucherType'] })
  const { numUpdatedRows } = await db
    .updateTable('payment_declaration')
    .set({ voucher: bytes, voucher_type: type })
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refused(409, 'nothingDeclared')
}
