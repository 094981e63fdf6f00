import type { ClaimOf, ReactionKind } from '#domain/reaction.ts'
import { plain } from '../pages/html.ts'

/** Events of the SII's register of acceptance and claim (dte 7.2), and the letters that the registers have shown. */
const KINDS: Readonly<Record<string, ReactionKind>> = {
  ACD: 'accepted',
  A: 'accepted',
  ERM: 'receipt',
  RCD: 'claimed',
  RFP: 'claimed',
  RFT: 'claimed',
  R: 'claimed',
  PAG: 'paid',
  P: 'paid',
}

const CLAIMS: Readonly<Record<string, ClaimOf>> = { RCD: 'content', RFP: 'partial', RFT: 'total' }

export function kindOf(code: string): ReactionKind {
  return KINDS[code] ?? 'other'
}

/** Where a code means a claim alone, its words may say about what. */
export function claimOf(code: string, text: string): ClaimOf | null {
  const known = CLAIMS[code]
  if (known !== undefined) return known
  const words = plain(text)
  if (/\bcontenido\b/.test(words)) return 'content'
  if (/\bparcial\b/.test(words)) return 'partial'
  return /\btotal\b/.test(words) ? 'total' : null
}
