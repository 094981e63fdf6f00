import type { DocumentKind, DocumentState } from './document.ts'

/** `forecast`: a rule will make it, and nothing is made of it yet. */
export type ListedState = DocumentState | 'forecast'

/**
 * Whether a document belongs in a sum of what was or will be issued, in server and browser alike: what was stopped or
 * refused doesn't. An annulled factura does, because the nota that annuls it subtracts the same amount; an annulled
 * boleta has no nota and doesn't.
 */
export function isCounted({ kind, state }: { kind: DocumentKind; state: ListedState }): boolean {
  if (state === 'annulled') return kind === 'factura'
  return state !== 'skipped' && state !== 'failed'
}

/** Whether the SII gave it a number, whatever became of it afterwards. */
export function wasIssued(state: ListedState): boolean {
  return state === 'issued' || state === 'annulled'
}

/** Pesos as lists and sums show them: a nota de crédito takes away. Its own page and file have no sign. */
export function signedPesos(kind: DocumentKind, pesos: number): number {
  return kind === 'notaCredito' ? 0 - pesos : pesos
}
