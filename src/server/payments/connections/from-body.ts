import type { BodyOf } from '#contract/call.ts'
import type { savePaymentConnection } from '#contract/payment-connections.ts'
import { parseRut } from '#domain/rut.ts'
import { InvalidInput } from '../../http/errors.ts'
import { Secret } from '../../vault/secret.ts'
import type { Connection, FintocRecipient } from '../providers/connection.ts'

type Body = BodyOf<typeof savePaymentConnection>

/** Of what was typed. 400 for a holder that is no RUT. */
export function connectionOfBody(body: Body): Connection {
  const { mode } = body
  switch (body.provider) {
    case 'transbank':
      return {
        provider: body.provider,
        mode,
        commerceCode: body.commerce_code,
        storeCode: body.store_code,
        apiKey: new Secret(body.api_key),
      }
    case 'khipu':
      return {
        provider: body.provider,
        mode,
        receiverId: body.receiver_id,
        apiKey: new Secret(body.api_key),
        notificationSecret: new Secret(body.notification_secret),
      }
    case 'fintoc':
      return {
        provider: body.provider,
        mode,
        apiKey: new Secret(body.api_key),
        notificationSecret: new Secret(body.notification_secret),
        recipient: body.recipient && recipientOf(body.recipient),
      }
    case 'mercadoPago':
      return {
        provider: body.provider,
        mode,
        collectorId: body.collector_id,
        accessToken: new Secret(body.access_token),
        notificationSecret: new Secret(body.notification_secret),
      }
  }
}

function recipientOf(
  wanted: NonNullable<Extract<Body, { provider: 'fintoc' }>['recipient']>,
): FintocRecipient {
  const holderRut = parseRut(wanted.holder_rut)
  if (holderRut === null) throw new InvalidInput({ recipient: { holder_rut: ['invalidRut'] } })
  const { number, type, institution_id: institutionId } = wanted
  return { holderRut, number, type, institutionId }
}
