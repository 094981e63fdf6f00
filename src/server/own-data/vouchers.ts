import { z } from 'zod'
import { VOUCHER_ENDINGS, VOUCHER_TYPES } from '#contract/vouchers.ts'
import type { OwnDataTexts } from '#texts/own-data.ts'
import { filePages } from './file-pages.ts'
import type { Db, Owner } from './owner.ts'

const declaration = z.object({ id: z.int(), voucher_type: z.enum(VOUCHER_TYPES).nullable() })

/** Where the voucher of a declaration's row stands in the archive; null: it has none. */
export function voucherPath(row: unknown, { vouchers }: OwnDataTexts): string | null {
  const { id, voucher_type: type } = declaration.parse(row)
  return type === null ? null : `${vouchers}/${id}.${VOUCHER_ENDINGS[type]}`
}

/** Of two megabytes each at most. */
const PAGE_SIZE = 5

/** What payers sent as proof, a few at a time, each with its place in the archive. */
export async function* vouchersOf(
  db: Db,
  { organisationId }: Owner,
  texts: OwnDataTexts,
): AsyncGenerator<{ path: string; bytes: Uint8Array }> {
  const rows = filePages(organisationId, PAGE_SIZE, (after, size) =>
    db
      .selectFrom('payment_declaration')
      .select(['id', 'voucher', 'voucher_type'])
      .where('organisation_id', '=', organisationId)
      .where('voucher', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute(),
  )
  for await (const row of rows) {
    const path = voucherPath(row, texts)
    if (path !== null && row.voucher !== null) yield { path, bytes: row.voucher }
  }
}
