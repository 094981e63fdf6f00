import { json, type Answer } from '../common/answer.ts'
import { jsonObject } from '../common/fields.ts'
import type { Asked, Route } from '../common/server.ts'
import { createEndpoint, deleteEndpoint, updateEndpoint } from './endpoints.ts'
import { INVALID_KEY, notFound, refused } from './errors.ts'
import { cancelRefund, createRefund } from './refunds.ts'
import { createSession, expireByCall, refreshed } from './sessions.ts'
import { disputeShape, endpointShape, intentShape, refundShape, sessionShape } from './shape.ts'
import { isOf, type Fintoc, type Owner } from './state.ts'

/** The API in both versions, as far as collecting payments goes. */
export function apiRoutes(fintoc: Fintoc): Route[] {
  const door = createDoor(fintoc)
  const route = (method: Route['method'], path: string, call: string, handle: Handler): Route => ({
    method,
    path: new RegExp(`^/(v1|v2)/${path}$`),
    call,
    handle: (asked) => door(asked, handle),
  })
  /** GET of the list and of one, of everything that has an id. */
  const readable = <T extends Owner>(name: string, resource: Resource<T>): Route[] => [
    route('GET', name, `${resource.name}.list`, (asked) => list(fintoc, asked, resource)),
    route(
      'GET',
      `${name}/(\\w+)`,
      `${resource.name}.get`,
      one(resource, (item) => json(200, resource.shape(item))),
    ),
  ]
  const { sessions, intents, refunds, disputes, endpoints } = resourcesOf(fintoc)
  return [
    route('POST', 'checkout_sessions', 'checkout_session.create', ({ caught, content, owner }) =>
      createSession(fintoc, owner, caught[0] === 'v1' ? 'v1' : 'v2', content),
    ),
    route(
      'POST',
      'checkout_sessions/(\\w+)/expire',
      'checkout_session.expire',
      one(sessions, (session) => expireByCall(fintoc, session)),
    ),
    ...readable('checkout_sessions', sessions),
    ...readable('payment_intents', intents),
    route('POST', 'refunds', 'refund.create', ({ owner, content }) =>
      createRefund(fintoc, owner, content),
    ),
    route(
      'POST',
      'refunds/(\\w+)/cancel',
      'refund.cancel',
      one(refunds, (refund) => cancelRefund(fintoc, refund)),
    ),
    ...readable('refunds', refunds),
    ...readable('disputes', disputes),
    route('POST', 'webhook_endpoints', 'webhook_endpoint.create', ({ owner, content }) =>
      createEndpoint(fintoc, owner, content),
    ),
    route(
      'PATCH',
      'webhook_endpoints/(\\w+)',
      'webhook_endpoint.update',
      one(endpoints, (endpoint, { content }) => updateEndpoint(endpoint, content)),
    ),
    route(
      'DELETE',
      'webhook_endpoints/(\\w+)',
      'webhook_endpoint.delete',
      one(endpoints, (endpoint) => deleteEndpoint(fintoc, endpoint)),
    ),
    ...readable('webhook_endpoints', endpoints),
  ]
}

interface Known extends Asked {
  owner: Owner
  content: Record<string, unknown>
}

type Handler = (asked: Known) => Answer

interface Resource<T extends Owner> {
  name: string
  find(id: string): T | undefined
  all(): T[]
  shape(item: T): object
  /** The parameters by which its list is filtered; no others are known there. */
  filters?: readonly Filter[]
}

type Filter = 'since' | 'until' | 'status' | 'resource_id'
const WHEN_AND_STATUS: readonly Filter[] = ['since', 'until', 'status']
const WITH_RESOURCE: readonly Filter[] = [...WHEN_AND_STATUS, 'resource_id']

function resourcesOf(fintoc: Fintoc) {
  return {
    sessions: {
      name: 'checkout_session',
      find: (id: string) => {
        const found = fintoc.sessions.get(id)
        return found && refreshed(fintoc, found)
      },
      all: () => [...fintoc.sessions.values()].map((session) => refreshed(fintoc, session)),
      shape: (session: Parameters<typeof sessionShape>[1]) => sessionShape(fintoc, session),
    },
    intents: { name: 'payment_intent', ...ofMap(fintoc.intents), shape: intentShape },
    refunds: {
      name: 'refund',
      ...ofMap(fintoc.refunds),
      shape: refundShape,
      filters: WHEN_AND_STATUS,
    },
    disputes: {
      name: 'dispute',
      ...ofMap(fintoc.disputes),
      shape: disputeShape,
      filters: WITH_RESOURCE,
    },
    endpoints: {
      name: 'webhook_endpoint',
      ...ofMap(fintoc.endpoints),
      shape: (endpoint: Parameters<typeof endpointShape>[0]) => endpointShape(endpoint),
    },
  }
}

function ofMap<T>(map: Map<string, T>) {
  return { find: (id: string) => map.get(id), all: () => [...map.values()] }
}

/** What stands before every call: key, standing, rate, the body's form, and a repeated key of idempotency. */
function createDoor(fintoc: Fintoc): (asked: Asked, handle: Handler) => Answer {
  let second = 0
  let count = 0
  const isTooFast = (): boolean => {
    const now = Math.floor(fintoc.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return count > (fintoc.settings.requestsPerSecond ?? Infinity)
  }
  return (asked, handle) => {
    const owner = ownerOf(fintoc, asked.headers['authorization'] ?? '')
    if (owner === null) return INVALID_KEY
    if (isTooFast()) return RATE_LIMITED
    const standing = STANDINGS[fintoc.settings.standing]
    if (standing !== null) return standing
    const content = asked.body.length === 0 ? {} : jsonObject(asked.body)
    if (content === null) {
      return refused(400, 'invalid_request_error', 'invalid_json', 'The body is not valid JSON')
    }
    const known = { ...asked, owner, content }
    return asked.method === 'POST' ? once(fintoc, known, handle) : handle(known)
  }
}

export const RATE_LIMITED = refused(429, 'rate_limit_error', 'rate_limit', 'Too many requests')

const STANDINGS = {
  good: null,
  unpaid: refused(402, 'invalid_request_error', 'payment_required', 'You must pay to continue'),
  forbidden: refused(403, 'invalid_request_error', 'forbidden', 'You do not have permission'),
}

/** The bare key, without a scheme before it. */
function ownerOf({ organizations }: Fintoc, key: string): Owner | null {
  for (const organization of organizations) {
    if (key === organization.secretKeys.test) return { organization, mode: 'test' }
    if (key === organization.secretKeys.live) return { organization, mode: 'live' }
  }
  return null
}

const LONGEST_KEY = 255

function once({ replays }: Fintoc, asked: Known, handle: Handler): Answer {
  const key = asked.headers['idempotency-key'] ?? ''
  if (key === '') return handle(asked)
  if (key.length > LONGEST_KEY) {
    return refused(400, 'invalid_request_error', 'invalid_idempotency_key', 'The key is too long')
  }
  const { organization, mode } = asked.owner
  const wanted = {
    scope: `${organization.secretKeys[mode]} ${asked.path}`,
    key,
    content: JSON.stringify(asked.content),
  }
  return (
    replays.answer(wanted, () => handle(asked)) ??
    refused(
      400,
      'invalid_request_error',
      'idempotency_error',
      'The idempotency key was used with other parameters',
    )
  )
}

function one<T extends Owner>(
  resource: Resource<T>,
  answer: (item: T, asked: Known) => Answer,
): Handler {
  return (asked) => {
    const id = asked.caught[1] ?? ''
    const found = resource.find(id)
    if (found === undefined || !isOf(found, asked.owner)) return notFound(resource.name, id)
    return answer(found, asked)
  }
}

const MOST_PER_PAGE = 300
const USUAL_PER_PAGE = 30

/** Newest first, the next page named in the Link header. */
function list<T extends Owner>(
  { url }: Fintoc,
  { owner, query, path }: Known,
  resource: Resource<T>,
): Answer {
  const wanted = Number(query.get('per_page') ?? USUAL_PER_PAGE)
  const perPage = Math.min(Math.max(1, wanted || USUAL_PER_PAGE), MOST_PER_PAGE)
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1)
  const all = resource
    .all()
    .filter((item) => isOf(item, owner))
    .filter((item) => isWanted(resource, item, query))
    .toReversed()
  const shown = all.slice((page - 1) * perPage, page * perPage)
  const others = new URLSearchParams(query)
  others.set('page', String(page + 1))
  others.set('per_page', String(perPage))
  const next = `<${url}${path}?${others.toString()}>; rel="next"`
  const headers = page * perPage < all.length ? { link: next } : undefined
  return json(200, shown.map(resource.shape), headers)
}

function isWanted<T extends Owner>(
  { filters = [], shape }: Resource<T>,
  item: T,
  query: URLSearchParams,
): boolean {
  const shown = new Map<string, unknown>(Object.entries(shape(item)))
  const createdAt = String(shown.get('created_at'))
  return filters.every((filter) => {
    const wanted = query.get(filter)
    if (wanted === null) return true
    if (filter === 'since') return createdAt >= wanted
    if (filter === 'until') return createdAt <= wanted
    return wanted.split(',').includes(String(shown.get(filter)))
  })
}
