import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { StartFault } from '../start-fault.ts'

const Authority = z.object({
  idk: z.number().int().positive(),
  publicKeyPem: z.string().max(4000),
})

const TIMEOUT_MS = 5000
/** The SII's own numbers: nothing simulated may pass for them. */
const REAL_IDKS = [100, 300]

/** The key, by its number, of a simulated SII that runs on its own. Throws `simulatedSiiSilent`. */
export async function publishedKeys(baseUrl: string): Promise<Map<number, KeyObject>> {
  try {
    const answer = await fetch(`${baseUrl.replace(/\/$/, '')}/_admin/authority`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { idk, publicKeyPem } = Authority.parse(await answer.json())
    if (REAL_IDKS.includes(idk)) throw new Error('A simulated SII with a real number')
    return new Map([[idk, createPublicKey(publicKeyPem)]])
  } catch {
    throw new StartFault('simulatedSiiSilent', baseUrl)
  }
}
