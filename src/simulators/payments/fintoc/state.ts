import type { Notifier } from '../common/notifier.ts'
import type { Replays } from '../common/idempotency.ts'
import type { Random } from '../common/random.ts'
import type { SessionRequest, TransferAccount } from './request.ts'

export type Mode = 'test' | 'live'

/** A customer of Fintoc: its keys say in which mode a call is made. */
export interface FintocOrganization {
  name: string
  secretKeys: Record<Mode, string>
  /** Registered before the start, as in its dashboard. */
  webhooks: { url: string; secret: string; mode: Mode }[]
}

export interface Owner {
  organization: FintocOrganization
  mode: Mode
}

export interface WebhookEndpoint extends Owner {
  id: string
  createdAtMs: number
  url: string
  secret: string
  description: string | null
  /** Empty: all of them. */
  enabledEvents: readonly string[]
  status: 'enabled' | 'disabled'
}

export interface Session extends Owner {
  id: string
  version: 'v1' | 'v2'
  request: SessionRequest
  /** Fields that Fintoc doesn't know and passes over: a client's spelling mistakes. */
  ignoredFields: readonly string[]
  token: string
  createdAtMs: number
  expiresAtMs: number
  status: 'created' | 'in_progress' | 'finished' | 'expired'
  intent: Intent | null
}

export type IntentStatus =
  | 'created'
  | 'in_progress'
  | 'succeeded'
  | 'failed'
  | 'pending'
  | 'requires_action'
  | 'expired'
  | 'rejected'

export interface Intent extends Owner {
  id: string
  session: Session
  createdAtMs: number
  status: IntentStatus
  errorReason: string | null
  transactionAtMs: number | null
  referenceId: string | null
  sender: TransferAccount | null
  refundedAmount: number
}

export interface Refund extends Owner {
  id: string
  intent: Intent
  amount: number
  metadata: Record<string, unknown>
  createdAtMs: number
  updatedAtMs: number
  status: 'created' | 'in_progress' | 'succeeded' | 'failed' | 'canceled'
  failureCode: string | null
}

export type DisputeStatus = 'waiting_documentation' | 'in_review' | 'won' | 'lost' | 'expired'

export interface Dispute extends Owner {
  id: string
  intent: Intent
  createdAtMs: number
  updatedAtMs: number
  uploadUntilMs: number
  status: DisputeStatus
}

/** What can be set otherwise than the usual. */
export interface FintocSettings {
  /** Whether a retry is signed with the time of the retry. */
  signsAgain: boolean
  /** Five in the legacy document; null lets any number pass. */
  requestsPerSecond: number | null
  /** 402 and 403 for every call. */
  standing: 'good' | 'unpaid' | 'forbidden'
}

export interface Fintoc {
  organizations: readonly FintocOrganization[]
  settings: FintocSettings
  sessions: Map<string, Session>
  intents: Map<string, Intent>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  endpoints: Map<string, WebhookEndpoint>
  replays: Replays
  notifier: Notifier
  random: Random
  now: () => number
  url: string
}

export function isOf({ organization, mode }: Owner, owner: Owner): boolean {
  return organization === owner.organization && mode === owner.mode
}
