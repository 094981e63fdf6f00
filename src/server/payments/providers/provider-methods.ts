import type { ProviderName } from './connection.ts'

/** What payers choose by. */
export const PROVIDER_METHODS: Readonly<Record<ProviderName, 'card' | 'transfer'>> = {
  transbank: 'card',
  mercadoPago: 'card',
  khipu: 'transfer',
  fintoc: 'transfer',
}
