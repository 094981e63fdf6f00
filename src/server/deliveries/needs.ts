import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { MailboxKeys } from '../mailer/accounts/mailbox-keys.ts'
import type { MailProvider, ProviderName } from '../mailer/providers/provider.ts'
import type { Links } from '../vault/links.ts'

/** Where a worker can die, in order; tests make it. */
export type DeliveryBoundary = 'claimed' | 'prepared' | 'intended' | 'answered' | 'recorded'

export interface DeliveryNeeds {
  db: Kysely<Schema>
  clock: Clock
  keys: MailboxKeys
  mailProviders: Partial<Record<ProviderName, MailProvider>>
  publicUrl: () => string
  links: Links
  boundary(at: DeliveryBoundary): Promise<void>
  onFailure(about: { deliveryId: number }, error: unknown): void
}
