/** Idempotency key of one thing to be made. Not `randomUUID`, which pages served without HTTPS lack. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
