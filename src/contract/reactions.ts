import { z } from 'zod'
import { day, instant } from './fields.ts'

// Ours: the specification does not show what a factura's receiver does with it (docs/decisions/0026).

/**
 * As the SII's register of sales shows it. `none`: nothing yet. `tacit`: eight days went by without a word. `paid`: it was
 * issued as paid in cash. `other`: the SII shows a code that nobody knows.
 */
export const reactionState = z.enum([
  'none',
  'accepted',
  'receipt',
  'claimed',
  'tacit',
  'paid',
  'other',
])

/** Of a claim: what the factura says, part of the goods or services, or all of them. Null: the register doesn't tell. */
const claim = z.enum(['content', 'partial', 'total']).nullable()

export const receiverReaction = z.object({
  state: reactionState,
  claim,
  /** The last day on which its receiver can claim it: the eighth after the SII received it. */
  claim_until: day,
  read_at: instant,
  /** When a person said that the claim is dealt with; null while it asks for one. */
  settled_at: instant.nullable(),
  /** Each reaction that the register ever showed, in the order in which it was first seen. */
  events: z.array(
    z.object({
      kind: z.enum(['accepted', 'receipt', 'claimed', 'paid', 'other']),
      claim,
      /** The SII's own code and words, empty where it told a day alone. */
      code: z.string(),
      text: z.string(),
      day: day.nullable(),
      seen_at: instant,
    }),
  ),
})
