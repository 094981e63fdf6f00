import { deliveryAxis, documentState } from '#contract/documents.ts'
import { paymentState } from '#contract/payments.ts'
import { reactionState } from '#contract/reactions.ts'
import { addMonths, monthOf, parseDay, parseMonth } from '#domain/day.ts'
import type { Month } from '#domain/day.ts'
import type { DeliveryAxis, DocumentState } from '#web/api/queries.ts'
import type { PaymentState } from '#web/ui/PaymentBadge.tsx'
import type { ReactionState } from '#web/ui/ReactionBadge.tsx'

export interface ListFilter {
  search: string
  state: DocumentState | ''
  delivery: DeliveryAxis | ''
  payment: PaymentState | ''
  reaction: ReactionState | ''
  type: '33' | '39' | '61' | ''
  month: string
}

export const NO_FILTER: ListFilter = {
  search: '',
  state: '',
  delivery: '',
  payment: '',
  reaction: '',
  type: '',
  month: '',
}

/** From the address, where anybody may have written anything. */
export function readFilter(query: URLSearchParams): ListFilter {
  const type = query.get('type')
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    state: documentState.safeParse(query.get('state')).data ?? '',
    delivery: deliveryAxis.safeParse(query.get('mail')).data ?? '',
    payment: paymentState.safeParse(query.get('payment')).data ?? '',
    reaction: reactionState.safeParse(query.get('reaction')).data ?? '',
    type: type === '33' || type === '39' || type === '61' ? type : '',
    month: parseMonth(query.get('month') ?? '') ?? '',
  }
}

export function writeFilter({ delivery, ...others }: ListFilter): URLSearchParams {
  const given = Object.entries({ ...others, mail: delivery })
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

const MONTHS_AHEAD = 1
const MONTHS_BACK = 23

/** Next month and two years back, newest first; a month of the address that lies elsewhere is there too. */
export function monthChoices(today: string, chosen: string): Month[] {
  const now = parseDay(today)
  const own = parseMonth(chosen)
  if (now === null) return own === null ? [] : [own]
  const months = Array.from({ length: MONTHS_AHEAD + MONTHS_BACK + 1 }, (_, back) =>
    addMonths(monthOf(now), MONTHS_AHEAD - back),
  )
  return own === null || months.includes(own) ? months : [own, ...months]
}
