import type { Day } from '#domain/day.ts'
import type { VerifyOptions } from '#dte/verify.ts'
import type { Sii } from '#sii/sii.ts'
import type { Chance } from './chance.ts'
import type { Network } from './network.ts'
import type { Stage } from './stage.ts'
import type { Mood } from './mood.ts'
import type { Story } from './story.ts'

/** The SII of one world, whichever way it is played: what workers ask, and what really happened there. */
export interface WorldPortal {
  siiFor(worker: string, network: Network): Sii
  keys: VerifyOptions
  documents(): PortalDocument[]
  sends(): PortalSend[]
  logins(): PortalLogin[]
  /** The session in which that folio was proposed. */
  tokenOf(company: string, folio: number): string | null
  isOpen(token: string): boolean
  /** What the list shows to a person who looks now. */
  listed(company: string): PortalDocument[]
  issueByHand(factura: ByHand): number
  expireSessions(person: string): void
  /** What the SII is like for a while: `null` is as always. */
  setMood(mood: Mood | null): void
}

export type PortalMaker = (needs: { stage: Stage; chance: Chance; story: Story }) => WorldPortal

export interface ByHand {
  person: string
  company: string
  recipient: string
  issueDate: Day
  totalClp: number
}

export interface PortalDocument {
  company: string
  folio: number
  recipient: string
  totalClp: number
  /** The first line's text: whose it is, for sure; anything else was issued by hand. */
  mark: string
  storedAtMs: number
  listedFromMs: number
}

export interface PortalSend {
  person: string
  company: string
  token: string
  folio: number
  /** When it was let in. */
  arrivedAtMs: number
  /** When it took effect; null when it didn't. */
  issuedAtMs: number | null
}

export interface PortalLogin {
  person: string
  atMs: number
  isRefused: boolean
}
