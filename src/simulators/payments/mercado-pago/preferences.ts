import { json, type Answer } from '../common/answer.ts'
import { check, type FieldFault } from '../common/fields.ts'
import { refused } from './errors.ts'
import { ignoredFields, preferenceRequest } from './request.ts'
import { preferenceShape } from './shape.ts'
import type { MercadoPago, Owner, Preference } from './state.ts'

export function createPreference(
  mercadoPago: MercadoPago,
  owner: Owner,
  body: Record<string, unknown>,
): Answer {
  const read = check(preferenceRequest, body)
  if (read.kind === 'faults') return refusal(read.faults)
  const { random, now } = mercadoPago
  const preference: Preference = {
    seller: owner.seller,
    isLive: owner.isLive,
    id: `${owner.seller.id}-${random.uuid()}`,
    request: read.value,
    ignoredFields: ignoredFields(body),
    createdAtMs: now(),
    orderId: Number(random.digits(11)),
  }
  mercadoPago.preferences.set(preference.id, preference)
  return json(201, preferenceShape(mercadoPago, preference))
}

/** What is sent replaces what was; the items stay when they are left out. */
export function updatePreference(
  mercadoPago: MercadoPago,
  preference: Preference,
  body: Record<string, unknown>,
): Answer {
  const read = check(preferenceRequest, { ...preference.request, ...body })
  if (read.kind === 'faults') return refusal(read.faults)
  preference.request = read.value
  return json(200, preferenceShape(mercadoPago, preference))
}

function refusal([fault]: FieldFault[]): Answer {
  const field = fault?.field ?? ''
  if (field === 'items') return refused(400, 'invalid_items', 'items needed')
  const [, index, name = ''] = /^items\.(\d+)\.?(.*)$/.exec(field) ?? []
  if (index !== undefined) {
    const problem = fault?.problem === 'missing' ? 'needed' : 'invalid'
    return refused(400, 'invalid_items', `${name} ${problem}`)
  }
  if (field === 'auto_return') {
    const message = 'auto_return invalid. back_url.success must be defined'
    return refused(400, 'invalid_auto_return', message)
  }
  // So it is spelt there.
  if (field === 'notification_url') {
    const message = 'notificaction_url attribute must be url valid'
    return refused(400, 'invalid_notification_url', message)
  }
  return refused(400, `invalid_${field.split('.')[0] ?? ''}`, `${field} invalid`)
}
