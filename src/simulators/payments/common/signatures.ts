import { createHmac } from 'node:crypto'

/** Header x-khipu-signature: milliseconds, base64. Source: docs.khipu.com and three of its plugins. */
export function khipuSignature(secret: string, body: string, atMs: number): string {
  const signed = createHmac('sha256', secret).update(`${atMs}.${body}`).digest('base64')
  return `t=${atMs},s=${signed}`
}

/** Header Fintoc-Signature: seconds, hexadecimal. Source: docs.fintoc.com and its own clients. */
export function fintocSignature(secret: string, body: string, atSeconds: number): string {
  const signed = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')
  return `t=${atSeconds},v1=${signed}`
}

/**
 * Header x-signature of Mercado Pago, over the id in the address and the request's own id; a pair that is missing is
 * left out, the last semicolon stays. The unit of `ts` is disputed, so it is the caller's.
 */
export function mercadoPagoSignature(
  secret: string,
  { dataId, requestId, ts }: { dataId: string; requestId: string; ts: string },
): string {
  const pairs = [dataId && `id:${dataId}`, requestId && `request-id:${requestId}`, `ts:${ts}`]
  const manifest = `${pairs.filter((pair) => pair !== '').join(';')};`
  return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`
}
