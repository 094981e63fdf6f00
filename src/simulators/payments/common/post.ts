/** One notification as it leaves. */
export interface Envelope {
  url: string
  headers: Record<string, string>
  body: string
}

/** Longer than a merchant's handler may take by any provider's word (Mercado Pago: 22 s). */
const TIMEOUT_MS = 22_000

/** The status that came back; null when none did. */
export async function post({ url, headers, body }: Envelope): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
