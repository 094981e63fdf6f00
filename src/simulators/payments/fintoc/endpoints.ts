import { json, noContent, type Answer } from '../common/answer.ts'
import { check } from '../common/fields.ts'
import { badRequest } from './errors.ts'
import { endpointRequest, endpointUpdate } from './request.ts'
import { endpointShape } from './shape.ts'
import type { Fintoc, Owner, WebhookEndpoint } from './state.ts'

export function createEndpoint(fintoc: Fintoc, owner: Owner, body: unknown): Answer {
  const read = check(endpointRequest, body)
  if (read.kind === 'faults') return badRequest(read.faults)
  const { url, enabled_events: enabledEvents, description = null, disabled } = read.value
  const endpoint = addEndpoint(fintoc, owner, {
    url,
    secret: `whsec_${fintoc.random.mixed(22)}`,
    enabledEvents,
    description,
    status: disabled === true ? 'disabled' : 'enabled',
  })
  return json(201, endpointShape(endpoint, endpoint.secret))
}

export function addEndpoint(
  fintoc: Fintoc,
  { organization, mode }: Owner,
  facts: Pick<WebhookEndpoint, 'url' | 'secret' | 'enabledEvents' | 'description' | 'status'>,
): WebhookEndpoint {
  const id = `we_${fintoc.random.mixed(16)}`
  const endpoint = { ...facts, organization, mode, id, createdAtMs: fintoc.now() }
  fintoc.endpoints.set(id, endpoint)
  return endpoint
}

export function updateEndpoint(endpoint: WebhookEndpoint, body: unknown): Answer {
  const read = check(endpointUpdate, body)
  if (read.kind === 'faults') return badRequest(read.faults)
  const { url, enabled_events: events, description, disabled } = read.value
  endpoint.url = url ?? endpoint.url
  endpoint.enabledEvents = events ?? endpoint.enabledEvents
  endpoint.description = description ?? endpoint.description
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled'
  return json(200, endpointShape(endpoint))
}

export function deleteEndpoint(fintoc: Fintoc, { id }: WebhookEndpoint): Answer {
  fintoc.endpoints.delete(id)
  return noContent()
}
