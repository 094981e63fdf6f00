/** What a stand-in answers. Text goes out as UTF-8. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

export function json(status: number, value: unknown, headers: Answer['headers'] = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

export function noContent(): Answer {
  return { status: 204, headers: {}, body: '' }
}

export function html(body: string, status = 200): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGES,
      'cache-control': 'no-store',
    },
    body,
  }
}

// No form-action: the page sends the payer's browser to the merchant, wherever that is.
const PAGES =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'"

/** Where the payer's browser goes next, and how. */
export interface Redirect {
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

/** A redirect to an address with more parameters in its query; those it has already stay. */
export function getRedirect(url: string, fields: Record<string, string> = {}): Redirect {
  return { method: 'GET', url, fields }
}

export function addressOf({ url, fields }: Redirect): string {
  const added = new URLSearchParams(fields).toString()
  if (added === '') return url
  const [address = '', fragment] = url.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${added}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

export function seeOther(location: string): Answer {
  return { status: 303, headers: { location }, body: '' }
}
