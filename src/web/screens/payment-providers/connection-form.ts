import type { BodyToWrite } from '#contract/call.ts'
import type { savePaymentConnection } from '#contract/payment-connections.ts'
import { parseRut } from '#domain/rut.ts'
import type { ConnectionMode, PaymentConnection, ProviderName } from '#web/api/payments.ts'

export type ConnectionToWrite = BodyToWrite<typeof savePaymentConnection>

/** What is typed of every provider's account: each uses its own part. */
export interface ConnectionWish {
  mode: ConnectionMode
  commerce_code: string
  store_code: string
  receiver_id: string
  collector_id: string
  api_key: string
  access_token: string
  notification_secret: string
  hasRecipient: boolean
  holder_rut: string
  number: string
  type: 'checking_account' | 'sight_account'
  institution_id: string
}

export type TextField = Exclude<keyof ConnectionWish, 'mode' | 'hasRecipient' | 'type'>
export type ConnectionProblem = 'required' | 'digits' | 'key' | 'account'

/** In the order in which each provider's pages show them. */
export const FIELDS = {
  transbank: ['commerce_code', 'store_code', 'api_key'],
  khipu: ['receiver_id', 'api_key', 'notification_secret'],
  fintoc: ['api_key', 'notification_secret'],
  mercadoPago: ['collector_id', 'access_token', 'notification_secret'],
} as const satisfies Record<ProviderName, readonly TextField[]>

export const RECIPIENT_FIELDS = ['holder_rut', 'number', 'institution_id'] as const

/** Of the account as it is; its keys are never shown again. */
export function wishOf(known: PaymentConnection | null, mode: ConnectionMode): ConnectionWish {
  const account = known?.account
  const recipient = account?.provider === 'fintoc' ? account.recipient : null
  return {
    mode: known?.mode ?? mode,
    commerce_code: account?.provider === 'transbank' ? account.commerce_code : '',
    store_code: account?.provider === 'transbank' ? (account.store_code ?? '') : '',
    receiver_id: account?.provider === 'khipu' ? account.receiver_id : '',
    collector_id: account?.provider === 'mercadoPago' ? account.collector_id : '',
    api_key: '',
    access_token: '',
    notification_secret: '',
    hasRecipient: recipient !== null,
    holder_rut: recipient?.holder_rut ?? '',
    number: recipient?.number ?? '',
    type: recipient?.type === 'sight_account' ? 'sight_account' : 'checking_account',
    institution_id: recipient?.institution_id ?? '',
  }
}

const DIGITS: readonly TextField[] = ['commerce_code', 'store_code', 'receiver_id', 'collector_id']
const KEYS: readonly TextField[] = ['api_key', 'access_token', 'notification_secret']
export const isKey = (field: TextField): boolean => KEYS.includes(field)

export function problemsOf(
  provider: ProviderName,
  wish: ConnectionWish,
): Partial<Record<TextField, ConnectionProblem>> {
  const isRecipient = provider === 'fintoc' && wish.hasRecipient
  const fields = [...FIELDS[provider], ...(isRecipient ? RECIPIENT_FIELDS : [])]
  const found = fields.flatMap((field) => {
    const problem = problemOf(field, wish[field].trim())
    return problem === null ? [] : [[field, problem] as const]
  })
  return Object.fromEntries(found)
}

function problemOf(field: TextField, text: string): ConnectionProblem | null {
  if (text === '') return field === 'store_code' ? null : 'required'
  if (DIGITS.includes(field) && !/^\d{1,12}$/.test(text)) return 'digits'
  if (isKey(field) && !/^[\x21-\x7e]{1,300}$/.test(text)) return 'key'
  if (field === 'holder_rut' && parseRut(text) === null) return 'required'
  if (field === 'number' && !/^\d[\d-]{2,29}$/.test(text)) return 'account'
  return null
}

export function connectionToWrite(
  provider: ProviderName,
  wish: ConnectionWish,
  seen: number | null,
): ConnectionToWrite {
  const { mode, type, holder_rut, number, institution_id } = wish
  const common = { mode, seen }
  const api_key = wish.api_key.trim()
  const notification_secret = wish.notification_secret.trim()
  switch (provider) {
    case 'transbank': {
      const store = wish.store_code.trim()
      return {
        provider,
        ...common,
        commerce_code: wish.commerce_code.trim(),
        store_code: store === '' ? null : store,
        api_key,
      }
    }
    case 'khipu':
      return {
        provider,
        ...common,
        receiver_id: wish.receiver_id.trim(),
        api_key,
        notification_secret,
      }
    case 'fintoc':
      return {
        provider,
        ...common,
        api_key,
        notification_secret,
        recipient: wish.hasRecipient
          ? { holder_rut, number: number.trim(), type, institution_id }
          : null,
      }
    case 'mercadoPago':
      return {
        provider,
        ...common,
        collector_id: wish.collector_id.trim(),
        access_token: wish.access_token.trim(),
        notification_secret,
      }
  }
}
