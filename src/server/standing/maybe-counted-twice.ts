import { sql } from 'kysely'

/**
 * Of the matches of movements (`match`), those whose payment may be the same money as one that a provider confirmed
 * afterwards: until a person links the movement with that one, refuses it, or all of it was given back.
 */
export const isMaybeCountedTwice = sql<boolean>`(match.maybe_payment_id is not null and match.undone_at is null
  and not exists (select from movement_refusal refusal where refusal.organisation_id = match.organisation_id
    and refusal.movement_id = match.movement_id and refusal.payment_id = match.maybe_payment_id
    and refusal.taken_back_at is null)
  and not exists (select from movement_match linked where linked.organisation_id = match.organisation_id
    and linked.payment_id = match.maybe_payment_id and linked.undone_at is null)
  and (select coalesce(sum(refund.amount_clp), 0) from payment_refund refund
    where refund.organisation_id = match.organisation_id and refund.payment_id = match.maybe_payment_id
      and refund.undone_at is null)
    < (select confirmed.amount_clp from payment confirmed where confirmed.organisation_id = match.organisation_id
      and confirmed.id = match.maybe_payment_id))`
