import { fintocSignature } from '../common/signatures.ts'
import { iso } from './shape.ts'
import { isOf, type Fintoc, type Owner } from './state.ts'

/** Sends an event to each endpoint of its owner that wants it. */
export function emit(
  fintoc: Fintoc,
  owner: Owner,
  type: string,
  about: string,
  data: object,
): void {
  const body = JSON.stringify({
    id: `evt_${fintoc.random.mixed(16)}`,
    object: 'event',
    type,
    mode: owner.mode,
    created_at: iso(fintoc.now()),
    data,
  })
  for (const endpoint of fintoc.endpoints.values()) {
    const { enabledEvents, status, url } = endpoint
    const isWanted = enabledEvents.length === 0 || enabledEvents.includes(type)
    if (!isOf(endpoint, owner) || status !== 'enabled' || !isWanted) continue
    fintoc.notifier.announce({
      about,
      event: type,
      seal: ({ atMs, withWrongSecret }) => {
        const secret = withWrongSecret ? `whsec_otro_${endpoint.secret}` : endpoint.secret
        const signed = fintocSignature(secret, body, Math.floor(atMs / 1000))
        return { url, body, headers: { 'fintoc-signature': signed } }
      },
    })
  }
}
