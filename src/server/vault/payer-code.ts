import type { Links } from './links.ts'

/** For so long a code opens what it was asked for. */
export const PAYER_CODE_MS = 10 * 60_000

const PURPOSE = 'payerCode'
const CODES = 1_000_000

/** What a code is made of. */
export interface CodeSource {
  organisation_id: number
  id: number
  seed: Buffer
}

/** Six digits that only the row and our key together make, so that no copy of the database holds a code. */
export function payerCode(links: Links, { organisation_id, id, seed }: CodeSource): string {
  const signed = links.sign(PURPOSE, `${organisation_id}\n${id}\n${seed.toString('hex')}`)
  const number = Buffer.from(signed, 'base64url').readUIntBE(0, 6) % CODES
  return String(number).padStart(6, '0')
}
