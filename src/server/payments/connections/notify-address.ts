import type { Links } from '../../vault/links.ts'
import type { Mode, ProviderName } from '../providers/connection.ts'
import { countsEver, type Db } from './store.ts'

/** Fintoc and Mercado Pago want to know where they notify before they give the secret that signs it. */
export const ASK_FOR_ADDRESS: readonly ProviderName[] = ['fintoc', 'mercadoPago']

/**
 * The public ids that the next connections of an organisation will have: so that an address can be entered at a provider
 * before its keys are saved here. Nobody without our key guesses one.
 */
export async function nextPublicIds(
  { db, links }: { db: Db; links: Links },
  organisationId: number,
): Promise<(of: { companyId: number; provider: ProviderName; mode: Mode }) => string> {
  const counts = await countsEver(db, organisationId)
  return ({ companyId, provider, mode }) => {
    const count = counts.get(`${companyId} ${provider} ${mode}`) ?? 0
    const name = [organisationId, companyId, provider, mode, count].join(' ')
    return uuidOf(links.sign('payment-connection', name))
  }
}

export function notifyUrl(publicUrl: string, provider: ProviderName, publicId: string): string {
  return `${publicUrl}/api/webhooks/${provider}/${publicId}`
}

/** Written as a random one is (RFC 9562, version 4). */
function uuidOf(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url').subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-')
}
