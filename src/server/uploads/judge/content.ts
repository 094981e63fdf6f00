import { createHash } from 'node:crypto'
import type { UploadDocument } from './result.ts'

/**
 * SHA-256, in hex, of all that decides what would be issued of these documents: what their person saw and confirms. The
 * amounts of prices in UF follow from them and from the day. A client who is asked for at the SII is its RUT, so that the
 * answer for one client changes nothing for who issues to the others.
 */
export function contentOf(documents: readonly UploadDocument[]): string {
  const hash = createHash('sha256')
  for (const { totals: _totals, sameAs: _sameAs, lines, client, ...document } of documents) {
    const said = lines.map(({ amountClp: _amount, ...line }) => line)
    hash.update(JSON.stringify([document, client?.kind === 'lookUp' ? client.kind : client, said]))
  }
  return hash.digest('hex')
}
