import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { DocumentIndex } from './match/document-index.ts'
import { isTakenBack, judgeMovements } from './match/judge.ts'
import type { Decisions, StoredMovement } from './match/open-document.ts'
import { proposeFor, type Proposal } from './match/propose.ts'

export interface Matches extends Rest {
  /** Paid without a person, to be undone by one. */
  automatic: { movementId: number; documentId: number; clp: Clp }[]
}

/** What else there is, worked out on first use: what is paid without a person needn't wait for it. */
interface Rest {
  readonly proposed: { movementId: number; proposals: Proposal[] }[]
  readonly left: { movementId: number; why: LeftReason }[]
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
  const neverPay = sorted.flatMap((movement): Rest['left'] => {
    const why = leftBecause(movement, decisions)
    return why === null ? [] : [{ movementId: movement.id, why }]
  })
  const credits = sorted.filter((movement) => leftBecause(movement, decisions) === null)
  const judged = judgeMovements(credits, index, decisions)
  let rest: Rest | undefined
  const propose = () => (rest ??= proposeRest(credits, judged, { index, decisions }))
  return {
    automatic: credits.flatMap(({ id, amountClp }) => {
      const judgement = judged.get(id)
      if (judgement?.kind !== 'automatic') return []
      return [{ movementId: id, documentId: judgement.document.id, clp: amountClp }]
    }),
    get proposed() {
      return propose().proposed
    },
    get left() {
      return [...neverPay, ...propose().left]
    },
  }
}

type Judged = ReturnType<typeof judgeMovements>

function proposeRest(
  credits: readonly StoredMovement[],
  judged: Judged,
  { index, decisions }: { index: DocumentIndex; decisions: Decisions },
): Rest {
  const rest: Rest = { proposed: [], left: [] }
  const unpaid = credits.filter(({ id }) => judged.get(id)?.kind !== 'automatic')
  const open = unpaid.filter((one) => !isTakenBack(one))
  const needs = { index, decisions, paid: paidBy(judged), creditsOfPayer: byPayer(open) }
  for (const movement of unpaid) {
    const judgement = judged.get(movement.id)
    const held = judgement?.kind === 'held' ? judgement.reason : null
    const proposals = proposeFor(movement, held, needs)
    if (proposals.length > 0) rest.proposed.push({ movementId: movement.id, proposals })
    else rest.left.push({ movementId: movement.id, why: 'nothing' })
  }
  return rest
}

/** A credit that the bank took back, as far as its text says, is proposed too: never matched without a person. */
function leftBecause({ id, amountClp }: StoredMovement, decisions: Decisions): LeftReason | null {
  if (decisions.decided.has(id)) return 'decided'
  return amountClp <= 0 ? 'debit' : null
}

function paidBy(judged: Judged): Set<number> {
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
