import { request } from 'node:http'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import {
  fintocSignature,
  khipuSignature,
  mercadoPagoSignature,
} from '#simulators/payments/common/signatures.ts'
import { LARGE_BYTES, PIECE } from './proxy.ts'

export interface Notice {
  query: string
  headers: Record<string, string>
  body: string
}

/** What a notice is about: the checkout, our order and, where it has a name of its own, the payment. */
export interface About {
  checkout: string
  order: string
  payment: string
}

/** As the provider writes and signs it. `body` in place of its own. */
export function noticeOf(
  provider: ProviderName,
  about: About,
  { secret, atMs, body }: { secret: string; atMs: number; body?: string },
): Notice {
  switch (provider) {
    case 'fintoc': {
      const own = body ?? JSON.stringify(fintocEvent(about))
      const signature = fintocSignature(secret, own, Math.floor(atMs / 1000))
      return { query: '', headers: { 'fintoc-signature': signature }, body: own }
    }
    case 'mercadoPago': {
      const names = { dataId: about.payment, requestId: 'a-b-c', ts: String(atMs) }
      const signature = mercadoPagoSignature(secret, names)
      const headers = { 'x-signature': signature, 'x-request-id': names.requestId }
      return { query: `?data.id=${about.payment}&type=payment`, headers, body: body ?? '{}' }
    }
    // Transbank has no notices: another's is as good as any.
    case 'khipu':
    case 'transbank': {
      const own = body ?? JSON.stringify(khipuNotice(about))
      const headers = { 'x-khipu-signature': khipuSignature(secret, own, atMs) }
      return { query: '', headers, body: own }
    }
  }
}

function khipuNotice({ checkout, order }: About): object {
  return {
    payment_id: checkout,
    transaction_id: order,
    amount: '148750.0000',
    currency: 'CLP',
    conciliation_date: '2026-11-05T15:00:00.000Z',
  }
}

function fintocEvent({ checkout, order }: About): object {
  const data = { id: checkout, object: 'checkout_session', metadata: { buy_order: order } }
  return { id: 'evt_bad', object: 'event', type: 'checkout_session.finished', mode: 'test', data }
}

/** Posts 50 MB in pieces until they are refused. Returns the status and the bytes written by then. */
export function postLarge(
  url: string,
  { query, headers }: Notice,
): Promise<{ status: number | null; sentBytes: number }> {
  return new Promise((resolve) => {
    let status: number | null = null
    let sentBytes = 0
    const type = { 'content-type': 'application/json' }
    const outgoing = request(url + query, { method: 'POST', headers: { ...type, ...headers } })
    outgoing.on('response', (response) => {
      status = response.statusCode ?? null
      response.resume()
    })
    // The connection may be closed while we write.
    outgoing.on('error', () => undefined)
    outgoing.on('close', () => resolve({ status, sentBytes }))
    const send = (): void => {
      while (sentBytes < LARGE_BYTES) {
        sentBytes += PIECE.length
        if (!outgoing.write(PIECE)) return void outgoing.once('drain', () => setImmediate(send))
      }
      outgoing.end()
    }
    send()
  })
}
