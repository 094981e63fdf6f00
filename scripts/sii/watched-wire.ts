import type { SiiOrigins, Wire, WireAnswer, WireRequest } from '#sii/sii.ts'
import { isPublicSite, isReading, lastPart } from './allowed.ts'
import type { Observed } from './observations.ts'
import { observe } from './observations.ts'
import { nameOf, skeletonOf, type Skeleton } from './skeleton.ts'

/** One exchange as it may be told to others. */
export interface Exchange extends Partial<Skeleton> {
  step: string
  method: string
  page: string
  asked: string[]
  status: number | string
  type: string
  bytes: number
}

export interface Watch {
  wire: Wire
  /** What the walk is doing, for the record. */
  step(name: string): void
  exchanges: Exchange[]
  observed: Map<string, Observed>
  /** Cookies and tokens that went either way: none of them may be in the record. */
  secrets: Set<string>
  /** Requests that would have left the reading pages, and did not. */
  heldBack: string[]
}

const MOST_EXCHANGES = 400

/** Between the client and the network: lets reading requests through alone, and keeps their shapes. */
export function watch(network: Wire, origins: Pick<SiiOrigins, 'www'>): Watch {
  let current = 'login'
  const watching: Watch = {
    step: (name) => void (current = name),
    exchanges: [],
    observed: new Map(),
    secrets: new Set(),
    heldBack: [],
    async wire(request) {
      const { pathname } = new URL(request.url)
      const isPublic = request.method === 'GET' && isPublicSite(origins, request.url)
      if (!isPublic && !isReading(pathname)) {
        watching.heldBack.push(nameOf(lastPart(pathname)))
        return { kind: 'failed', cause: 'network', code: 'NOT_READING' }
      }
      keepSecrets(watching.secrets, request.headers['cookie'] ?? '')
      const answer = await network(request)
      if (answer.kind === 'answered') {
        for (const line of asList(answer.headers['set-cookie'])) {
          keepSecrets(watching.secrets, line.split(';')[0] ?? '')
        }
      }
      if (watching.exchanges.length < MOST_EXCHANGES) note(watching, current, request, answer)
      return answer
    },
  }
  return watching
}

function note(watching: Watch, step: string, request: WireRequest, answer: WireAnswer): void {
  const exchange = exchangeOf(step, request, answer)
  watching.exchanges.push(exchange)
  if (answer.kind !== 'answered') return
  const { text, charset } = textOf(answer.body)
  const page = lastPart(new URL(request.url).pathname)
  for (const seen of observe({ step, page, answer, text, charset })) {
    if (!watching.observed.has(seen.code)) watching.observed.set(seen.code, seen)
  }
}

function exchangeOf(step: string, request: WireRequest, answer: WireAnswer): Exchange {
  const url = new URL(request.url)
  const common = {
    step,
    method: request.method,
    page: nameOf(lastPart(url.pathname).replace(/^(\d{4})/, 'year')),
    asked: [...fieldNames(url.search.slice(1)), ...bodyNames(request)],
  }
  if (answer.kind === 'failed') return { ...common, status: answer.code, type: '', bytes: 0 }
  const type = asList(answer.headers['content-type'])[0] ?? ''
  const shown = type.replace(/[^\w/;=. -]/g, '').slice(0, 60)
  const { text } = textOf(answer.body)
  return {
    ...common,
    status: answer.status,
    type: shown,
    bytes: answer.body.length,
    ...skeletonOf(text.slice(0, MOST_READ), type),
  }
}

const MOST_READ = 500_000

function bodyNames({ body, headers }: WireRequest): string[] {
  if (body === null || headers['content-type']?.includes('json')) return []
  return fieldNames(body)
}

function fieldNames(query: string): string[] {
  // A target without '=' is an address, not a field.
  const pairs = query.split('&').filter((pair) => pair.includes('='))
  return pairs.slice(0, 300).map((pair) => nameOf(pair.split('=')[0] ?? ''))
}

function keepSecrets(secrets: Set<string>, cookies: string): void {
  for (const pair of cookies.split(';')) {
    const value = pair.slice(pair.indexOf('=') + 1).trim()
    if (value.length >= SHORTEST_SECRET && secrets.size < 1000) secrets.add(value)
  }
}

/** Shorter values, 'S' or 'true', are no secrets and stand everywhere. */
const SHORTEST_SECRET = 6

function textOf(bytes: Uint8Array): { text: string; charset: 'utf-8' | 'windows-1252' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), charset: 'utf-8' }
  } catch {
    return { text: Buffer.from(bytes).toString('latin1'), charset: 'windows-1252' }
  }
}

function asList(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
