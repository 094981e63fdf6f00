import type { Rut } from '#domain/rut.ts'
import type { Secret } from '../../vault/secret.ts'

/** `live` moves money; `test` is the provider's own rehearsal, which pays nobody. */
export type Mode = 'live' | 'test'

/** A company's own account at a provider: the money of its links goes there directly, never through ours. */
export type Connection =
  | TransbankConnection
  | KhipuConnection
  | FintocConnection
  | MercadoPagoConnection

export type ProviderName = Connection['provider']

export interface TransbankConnection {
  provider: 'transbank'
  mode: Mode
  /** Identifies the calls, together with the key: the company's own code, or that of the mall it is a store of. */
  commerceCode: string
  /** Webpay Plus Mall: the company's code as a store, which receives the money. Null: `commerceCode` does. */
  storeCode: string | null
  apiKey: Secret
}

export interface KhipuConnection {
  provider: 'khipu'
  mode: Mode
  receiverId: string
  apiKey: Secret
  /** Signs notifications. Official plugins have it apart from the API key. */
  notificationSecret: Secret
}

export interface FintocConnection {
  provider: 'fintoc'
  mode: Mode
  apiKey: Secret
  notificationSecret: Secret
  /** Null: Fintoc collects for the organisation of the key and pays it out. */
  recipient: FintocRecipient | null
}

/** A bank account that is paid directly. */
export interface FintocRecipient {
  holderRut: Rut
  number: string
  type: string
  institutionId: string
}

export interface MercadoPagoConnection {
  provider: 'mercadoPago'
  mode: Mode
  collectorId: string
  accessToken: Secret
  notificationSecret: Secret
}

/** Who receives the money of a connection, as `PaymentState.receiver` names it. */
export function receiverOf(connection: Connection): string {
  switch (connection.provider) {
    case 'transbank':
      return connection.storeCode ?? connection.commerceCode
    case 'khipu':
      return connection.receiverId
    case 'mercadoPago':
      return connection.collectorId
    case 'fintoc':
      return connection.recipient === null
        ? 'organisation'
        : accountName(connection.recipient.institutionId, connection.recipient.number)
  }
}

/** A bank account in one text: numbers are unique within an institution only. */
export function accountName(institutionId: string, number: string): string {
  return `${institutionId}:${number}`
}

/** What no text that leaves a client may hold. */
export function secretsOf(connection: Connection): readonly Secret[] {
  switch (connection.provider) {
    case 'transbank':
      return [connection.apiKey]
    case 'khipu':
    case 'fintoc':
      return [connection.apiKey, connection.notificationSecret]
    case 'mercadoPago':
      return [connection.accessToken, connection.notificationSecret]
  }
}
