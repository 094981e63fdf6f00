import { BlockList, isIP } from 'node:net'

/** Addresses and ranges of a proxy of our own; null when one of them is none. */
export function parseProxies(text: string): string[] | null {
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.every(isOfOwnNetwork) ? addresses : null
}

/**
 * Networks that nobody else can be in (RFC 1918, 6598, 4193 and loopback) are trusted up to their own width. Whoever
 * sends from a trusted network may claim any address, so that of public ones a wider range than the large proxies publish
 * is refused.
 */
const OWN_NETWORKS = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['fc00::', 7],
] as const
const WIDEST_PUBLIC = { 4: 12, 6: 29 }
/** IPv4 written as IPv6: its prefix would be of another length than it looks. */
const MAPPED = /^::ffff:/i

function isOfOwnNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix) || MAPPED.test(address)) return false
  const longest = family === 4 ? 32 : 128
  return Number(prefix) >= leastPrefix(address) && Number(prefix) <= longest
}

function leastPrefix(address: string): number {
  const typeOf = (text: string) => (isIP(text) === 4 ? 'ipv4' : 'ipv6')
  const own = OWN_NETWORKS.find(([network, prefix]) => {
    const list = new BlockList()
    list.addSubnet(network, prefix, typeOf(network))
    return list.check(address, typeOf(address))
  })
  return own?.[1] ?? WIDEST_PUBLIC[isIP(address) === 4 ? 4 : 6]
}
