import type { RuleKind } from './document.ts'

/** What the rows of a file say of a client's address; '' where they say nothing. */
interface Place {
  street: string
  commune: string
  city: string
}

/**
 * The address of a document's recipient. `own`: the client's as it is. `completed`: the client's, with the city that the
 * rows say. `written`: that of the rows, because the client has none.
 */
export type RecipientAddress<A> =
  | { kind: 'own'; address: A }
  | { kind: 'completed'; address: A }
  | { kind: 'written' }

/**
 * The client's first address with a city, as the portal's form takes it; what the client has goes before what the rows of
 * a file say. A boleta needs no city. Null where neither has one.
 */
export function recipientAddress<A extends { city: string }>(
  kind: RuleKind | null,
  addresses: readonly A[],
  written: Place,
): RecipientAddress<A> | null {
  const whole = addresses.find(({ city }) => city !== '')
  const [first] = addresses
  if (whole !== undefined) return { kind: 'own', address: whole }
  if (first !== undefined) {
    if (kind === 'boletaHonorarios' || written.city === '') return { kind: 'own', address: first }
    return { kind: 'completed', address: first }
  }
  return written.street === '' || written.commune === '' ? null : { kind: 'written' }
}

/** The client's first activity that says something. Undefined: what the rows say is taken. */
export function recipientActivity<A extends { description: string }>(
  activities: readonly A[],
): A | undefined {
  return activities.find(({ description }) => description !== '')
}
