import { addDays, compare, type Day } from './day.ts'

/**
 * What the receiver of a factura did with it (Ley 19.983), as the SII's register shows it. `paid`: it was issued as paid
 * in cash, which nobody accepts or claims. `other`: a code that nobody knows.
 */
export type ReactionKind = 'accepted' | 'receipt' | 'claimed' | 'paid' | 'other'

/** `none`: there is time yet. `tacit`: the time went by without a word, which counts as accepted and received. */
export type ReactionState = ReactionKind | 'none' | 'tacit'

/** What a claim is about: what the factura says, part of the goods or services, or all of them. */
export type ClaimOf = 'content' | 'partial' | 'total'

/** Ley 19.983, article 3: eight calendar days from its reception by the SII. */
const CLAIM_DAYS = 8

/** The last day on which the receiver can claim it. */
export function claimLastDay(received: Day): Day {
  return addDays(received, CLAIM_DAYS)
}

/** Whether nothing can be claimed any more on the day on which the register was read. */
export function isClaimOver(received: Day, readOn: Day): boolean {
  return compare(readOn, claimLastDay(received)) > 0
}

/** From what the register showed on that day; null: it showed no reaction. Only a reading after the last day makes it tacit. */
export function reactionState(
  shown: ReactionKind | null,
  { received, readOn }: { received: Day; readOn: Day },
): ReactionState {
  if (shown !== null) return shown
  return isClaimOver(received, readOn) ? 'tacit' : 'none'
}
