import type { Answer } from './answer.ts'
import type { SiiRequest } from './visit.ts'

const HOSTS = 'zeusr|misiir|www1|www4|loa|zeus|palena|www'
const AS_PREFIX = new RegExp(`^/(${HOSTS})(?=/|$)`)
const BY_NAME = new RegExp(`^(${HOSTS})\\.sii\\.cl(:\\d{1,5})?$`)

/** A host of the SII asked by its own name instead of a prefix, where names are mapped to this machine. */
export interface NamedHost {
  name: string
  /** ':4010', or nothing. */
  port: string
}

export function namedHost({ headers }: Pick<SiiRequest, 'headers'>): NamedHost | null {
  const [, name, port = ''] = BY_NAME.exec(headers['host'] ?? '') ?? []
  return name === undefined ? null : { name, port }
}

/** The path with the prefix that stands for its host. */
export function atHost(host: NamedHost | null, path: string): string {
  return host === null || AS_PREFIX.test(path) ? path : `/${host.name}${path}`
}

/** Under names, cookies belong to all hosts, and redirects lead from one to another. */
export function asFromHost(host: NamedHost | null, headers: Answer['headers']): Answer['headers'] {
  if (host === null) return headers
  const { 'set-cookie': cookies, location } = headers
  return {
    ...headers,
    ...(cookies === undefined ? {} : { 'set-cookie': [cookies].flat().map(ofAllHosts) }),
    ...(typeof location === 'string' ? { location: withName(host, location) } : {}),
  }
}

function ofAllHosts(cookie: string): string {
  return /;\s*domain=/i.test(cookie) ? cookie : `${cookie}; Domain=.sii.cl`
}

function withName({ port }: NamedHost, location: string): string {
  const [prefix = '', name] = AS_PREFIX.exec(location) ?? []
  if (name === undefined) return location
  return `http://${name}.sii.cl${port}${location.slice(prefix.length) || '/'}`
}
