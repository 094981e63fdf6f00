import { createHash } from 'node:crypto'
import type { UploadDocument } from './result.ts'

/**
 * SHA-256, in hex, of all that decides what would be issued of these documents: what their person saw and confirms. The
 * amounts of prices in UF follow from them and from the day. A client that we have, or that the SII is asked for, is its
 * RUT: the answer for one client changes nothing for who issues to the others meanwhile.
 */
export function contentOf(documents: readonly UploadDocument[]): string {
  const hash = createHash('sha256')
  for (const {
    totals: _totals,
    sameAs: _sameAs,
    lines,
    client,
    isValid,
    waits,
    ...document
  } of documents) {
    const said = lines.map(({ amountClp: _amount, ...line }) => line)
    const of = client?.kind === 'fromRow' ? client : client !== null
    hash.update(JSON.stringify([document, isValid || waits, of, said]))
  }
  return hash.digest('hex')
}
