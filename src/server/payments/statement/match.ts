import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { DocumentIndex } from './match/document-index.ts'
import { isTakenBack, judgeMovements } from './match/judge.ts'
import type { Decisions, StoredMovement } from './match/open-document.ts'
import { proposeFor, type Proposal } from './match/propose.ts'

export interface Matches {
  /** Paid without a person, to be undone by one. */
  automatic: { movementId: number; documentId: number; clp: Clp }[]
  proposed: { movementId: number; proposals: Proposal[] }[]
  left: { movementId: number; why: LeftReason }[]
}

/** `nothing`: a credit that no open document fits. */
export type LeftReason = 'debit' | 'decided' | 'nothing'

/**
 * Which open documents a company's movements pay. Give it all undecided movements, also those of earlier statements,
 * because a second one of the same RUT and amount makes both ambiguous. The result does not depend on the order of either;
 * the time is near linear in both.
 */
export function matchMovements(
  index: DocumentIndex,
  movements: readonly StoredMovement[],
  decisions: Decisions,
): Matches {
  const sorted = movements.toSorted((a, b) => a.id - b.id)
  const matches: Matches = { automatic: [], proposed: [], left: [] }
  const credits: StoredMovement[] = []
  for (const movement of sorted) {
    const why = leftBecause(movement, decisions)
    if (why === null) credits.push(movement)
    else matches.left.push({ movementId: movement.id, why })
  }
  const judged = judgeMovements(credits, index, decisions)
  const open = credits.filter(
    (one) => judged.get(one.id)?.kind !== 'automatic' && !isTakenBack(one),
  )
  const needs = { index, decisions, paid: paidBy(judged), creditsOfPayer: byPayer(open) }
  for (const movement of credits) {
    const { id, amountClp } = movement
    const judgement = judged.get(id)
    if (judgement?.kind === 'automatic') {
      matches.automatic.push({ movementId: id, documentId: judgement.document.id, clp: amountClp })
      continue
    }
    const proposals = proposeFor(movement, judgement?.reason ?? null, needs)
    if (proposals.length > 0) matches.proposed.push({ movementId: id, proposals })
    else matches.left.push({ movementId: id, why: 'nothing' })
  }
  return matches
}

/** A credit that the bank took back, as far as its text says, is proposed too: never matched without a person. */
function leftBecause({ id, amountClp }: StoredMovement, decisions: Decisions): LeftReason | null {
  if (decisions.decided.has(id)) return 'decided'
  return amountClp <= 0 ? 'debit' : null
}

function paidBy(judged: ReturnType<typeof judgeMovements>): Set<number> {
  return new Set(
    [...judged.values()].flatMap((one) => (one.kind === 'automatic' ? [one.document.id] : [])),
  )
}

function byPayer(credits: readonly StoredMovement[]): Map<Rut, StoredMovement[]> {
  const found = new Map<Rut, StoredMovement[]>()
  for (const movement of credits) {
    if (movement.payerRut === null) continue
    const list = found.get(movement.payerRut)
    if (list === undefined) found.set(movement.payerRut, [movement])
    else list.push(movement)
  }
  return found
}
