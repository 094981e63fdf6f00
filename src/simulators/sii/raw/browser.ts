import { decodeWindows1252, encodeWindows1252 } from '../http/windows-1252.ts'

/** What tests look through: a few lines of their own instead of a client that might share our mistakes. */
export interface RawBrowser {
  cookies: Map<string, string>
  get(path: string): Promise<Seen>
  /** Percent-encodes as windows-1252, as a browser does for pages labelled ISO-8859-1. */
  post(path: string, fields: Record<string, string>, options?: PostOptions): Promise<Seen>
  postText(path: string, body: string, headers: Record<string, string>): Promise<Seen>
}

export interface PostOptions {
  utf8?: boolean
  headers?: Record<string, string>
}

interface Asked {
  body?: string
  headers?: Record<string, string>
}

export interface Seen {
  status: number
  headers: Headers
  bytes: Uint8Array
  text: string
}

export function createRawBrowser(origin: string): RawBrowser {
  const cookies = new Map<string, string>()
  async function ask(path: string, asked: Asked): Promise<Seen> {
    const response = await fetch(origin + path, {
      method: asked.body === undefined ? 'GET' : 'POST',
      body: asked.body ?? null,
      redirect: 'manual',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...asked.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { status, headers } = response
    return { status, headers, bytes, text: decodeWindows1252(bytes) }
  }
  return {
    cookies,
    get: (path) => ask(path, {}),
    postText: (path, body, headers) => ask(path, { body, headers }),
    post: (path, fields, { utf8 = false, headers = {} } = {}) =>
      ask(path, {
        body: Object.entries(fields)
          .map(([name, value]) => `${percent(name, utf8)}=${percent(value, utf8)}`)
          .join('&'),
        headers: {
          'content-type': `application/x-www-form-urlencoded${utf8 ? '; charset=UTF-8' : ''}`,
          ...headers,
        },
      }),
  }
}

function percent(text: string, utf8: boolean): string {
  const bytes = utf8 ? Buffer.from(text, 'utf8') : encodeWindows1252(text)
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** The fields of the named form: inputs, then textareas raw. By hand, for one known shape of markup. */
export function fieldsOf(page: string, formName: string): Record<string, string> {
  const start = page.indexOf(`name="${formName}"`)
  if (start < 0) throw new Error(`No form ${formName} in: ${page.slice(0, 500)}`)
  const form = page.slice(start, page.indexOf('</form>', start))
  const fields: Record<string, string> = {}
  for (const [, name = '', value = ''] of form.matchAll(
    /<input type="(?:hidden|text)" name="([^"]+)" value="([^"]*)"/g,
  )) {
    fields[name] = decodeEntities(value)
  }
  for (const [, name = '', value = ''] of form.matchAll(
    /<textarea name="([^"]+)"[^>]*>([^]*?)<\/textarea>/g,
  )) {
    fields[name] = value
  }
  return fields
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
