/** The SII's machines the client knows, by the first label of their name under sii.cl. */
export const SII_HOSTS = [
  'zeusr',
  'misiir',
  'www1',
  'www4',
  'loa',
  'zeus',
  'palena',
  'www',
] as const
export type SiiHost = (typeof SII_HOSTS)[number]

/** Where each host is really asked, without a slash at the end. Nothing outside is ever contacted. */
export type SiiOrigins = Readonly<Record<SiiHost, string>>

/**
 * The real hosts by default; with `baseUrl` all of them as prefixes under it ('http://h:1/www1/…');
 * `hosts` overrides single ones. Throws for a text that isn't an http(s) address.
 */
export function siiOrigins(
  baseUrl: string | null = null,
  hosts: Partial<Record<SiiHost, string>> = {},
): SiiOrigins {
  const at = (host: SiiHost) =>
    checkedBase(
      hosts[host] ?? (baseUrl === null ? realOrigin(host) : `${trimmed(baseUrl)}/${host}`),
    )
  return {
    zeusr: at('zeusr'),
    misiir: at('misiir'),
    www1: at('www1'),
    www4: at('www4'),
    loa: at('loa'),
    zeus: at('zeus'),
    palena: at('palena'),
    www: at('www'),
  }
}

/** 'www1=http://h:1/a,loa=http://h:2': where single hosts are asked. Null when a part isn't a host and its address. */
export function hostUrlsIn(text: string): Partial<Record<SiiHost, string>> | null {
  const found: Partial<Record<SiiHost, string>> = {}
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [name = '', url = ''] = part.trim().split(/=(.*)/)
    const host = SII_HOSTS.find((each) => each === name)
    if (host === undefined || !/^https?:$/.test(parsedUrl(url)?.protocol ?? '')) return null
    found[host] = url
  }
  return found
}

/**
 * The client thinks in the SII's own addresses, so cookies, referers and redirects mean what they mean
 * there; this turns one into the address asked. Null when it isn't one of the hosts.
 */
export function toAsked(origins: SiiOrigins, address: string): string | null {
  const url = parsedUrl(address)
  const host = url === null ? null : hostOf(url)
  if (url === null || host === null) return null
  return `${origins[host]}${url.pathname}${url.search}`
}

/**
 * The SII's address that `target` (absolute or relative, from a page at `from`) leads to; null when it
 * leaves the hosts. Under one origin a path may come with its prefix or without: both are understood.
 */
export function resolveTarget(origins: SiiOrigins, from: string, target: string): string | null {
  const asked = toAsked(origins, from)
  if (asked === null || target.length > MAX_ADDRESS_LENGTH) return null
  const physical = parsedUrl(target, asked)
  const known = physical === null ? null : fromAsked(origins, physical)
  if (known !== null) return known
  const url = parsedUrl(target, from)
  const host = url === null ? null : hostOf(url)
  return url === null || host === null ? null : `${realOrigin(host)}${url.pathname}${url.search}`
}

/** True when the host is asked at its own name; false behind a prefix or another name. */
export function isAskedAtHome(origins: SiiOrigins, address: string): boolean {
  const asked = toAsked(origins, address)
  return asked !== null && new URL(asked).hostname.endsWith('.sii.cl')
}

/** Which of the SII's hosts an address is of; null for none. */
export function hostNamed(address: string): SiiHost | null {
  const url = parsedUrl(address)
  return url === null ? null : hostOf(url)
}

const MAX_ADDRESS_LENGTH = 4000

function fromAsked(origins: SiiOrigins, physical: URL): string | null {
  const plain = `${physical.origin}${physical.pathname}`
  const host = SII_HOSTS.find((each) => plain === origins[each] || isUnder(plain, origins[each]))
  if (host === undefined) return null
  return `${realOrigin(host)}${plain.slice(origins[host].length) || '/'}${physical.search}`
}

function isUnder(address: string, base: string): boolean {
  return address.startsWith(`${base}/`)
}

/** http links to the SII's hosts exist on its pages: they are asked by https. */
function hostOf(url: URL): SiiHost | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.port !== '') return null
  return SII_HOSTS.find((host) => url.hostname === `${host}.sii.cl`) ?? null
}

function realOrigin(host: SiiHost): string {
  return `https://${host}.sii.cl`
}

function checkedBase(base: string): string {
  const url = parsedUrl(trimmed(base))
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error('The base address of an SII host must be an http(s) address')
  }
  return trimmed(url.href)
}

function trimmed(base: string): string {
  return base.replace(/\/{1,10}$/, '')
}

function parsedUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null
}
