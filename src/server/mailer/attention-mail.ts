import { z } from 'zod'
import type { Language } from '#texts/language.ts'
import type { MailRow } from './mail-content.ts'

/** A mail about what waits for a person: an organisation, the instant that names its matters, and its reader. */
export interface AskedOf {
  organisationId: number
  mailedAt: string
  recipient: string
  language: Language
}

export interface AttentionMail {
  template: 'attention' | 'documentUncertain'
  values: Record<string, string>
  rows: MailRow[]
  /** What its button opens. */
  path: string
}

/** Writes it as it leaves, because what healed since is no news; null: all of it did. The inbox above this room knows. */
export type WriteAttentionMail = (asked: AskedOf) => Promise<AttentionMail | null>

/** What waits in the table until then. */
export const askedInValues = z.object({
  organisationId: z.coerce.number().int(),
  mailedAt: z.iso.datetime(),
})
