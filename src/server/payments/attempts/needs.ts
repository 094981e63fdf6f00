import type { Links } from '../../vault/links.ts'
import type { ConnectionNeeds } from '../connections/store.ts'

/** What a provider is asked with: its keys, and the clients. */
export type ReadNeeds = ConnectionNeeds

export type AttemptNeeds = ReadNeeds & {
  links: Links
  publicUrl: () => string
  /** A connection in test mode is offered in a demonstration alone, because its payments move no money. */
  installation: { demonstration: boolean }
}

export type AttemptAt = { organisationId: number; attemptId: number }
