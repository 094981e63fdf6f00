import { createHash } from 'node:crypto'
import type { Issuing } from './issuing.ts'
import type { UploadDocument } from './judge/result.ts'
import type { Recipient } from './recipients.ts'

/**
 * SHA-256, in hex, of all that decides what would be issued of a document: what its person saw and confirms, from whom and
 * to whom. The amounts of prices in UF follow from them and from the day.
 */
export function contentOf(
  document: UploadDocument,
  recipient: Recipient | undefined,
  { issuer, shown, account }: Issuing,
): string {
  const {
    totals: _totals,
    sameAs: _sameAs,
    client: _client,
    written: _written,
    waits: _waits,
    lines,
    ...said
  } = document
  const priced = lines.map(({ amountClp: _amount, ...line }) => line)
  return createHash('sha256')
    .update(JSON.stringify([said, priced, recipient, issuer, shown, account]))
    .digest('hex')
}
