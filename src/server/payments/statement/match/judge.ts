import type { Rut } from '#domain/rut.ts'
import type { DocumentIndex } from './document-index.ts'
import { foliosIn } from './folios.ts'
import {
  isInTime,
  type Decisions,
  type OpenDocument,
  type StoredMovement,
} from './open-document.ts'
import { exactSums, mayAddUp, type Budget } from './subsets.ts'

/** Why a movement with the RUT and the exact amount of an open document is left to a person. */
export type HeldReason =
  | 'severalDocuments'
  | 'severalMovements'
  | 'otherSum'
  | 'otherFolio'
  | 'outsideDates'
  | 'mayBeReversed'
  | 'refusedBefore'
  | 'declaredOther'
  | 'maybeRecorded'
  | 'maybeOnline'
  | 'undoneBefore'
  | 'otherNotFollowed'
  | 'maybeRepeated'

export type Judgement =
  | { kind: 'automatic'; document: OpenDocument }
  | { kind: 'held'; reason: HeldReason }

/**
 * Which movements pay a document without a person: credits that stayed, of its client or an authorised payer, of exactly
 * what is open, in time, where neither another document nor another movement nor a sum of others could be meant, where
 * the text names no other folio, where nobody has refused a match of that movement or recorded its money otherwise, and
 * where no other transfer than this waits as declared. Movements that nothing fits exactly are not in the answer.
 */
export function judgeMovements(
  movements: readonly StoredMovement[],
  index: DocumentIndex,
  decisions: Decisions,
): Map<number, Judgement> {
  const exact = movements
    .map((movement) => ({ movement, documents: exactDocuments(movement, index) }))
    .filter(({ documents }) => documents.length > 0)
    .toSorted(
      (a, b) => a.movement.amountClp - b.movement.amountClp || a.movement.id - b.movement.id,
    )
  const claims = new Map<number, number>()
  for (const { movement, documents } of exact) {
    if (isTakenBack(movement)) continue
    for (const { id } of documents) claims.set(id, (claims.get(id) ?? 0) + 1)
  }
  const needs = { index, decisions, claims, budgets: new Map<Rut, Budget>() }
  return new Map(
    exact.map(({ movement, documents }) => [movement.id, judge(movement, documents, needs)]),
  )
}

/** What came and was taken back is paid again by another movement, and stands in the way of none. */
export function isTakenBack({ reversal }: StoredMovement): boolean {
  return reversal?.kind === 'reversed'
}

/** Of one amount so many make a movement as ambiguous as more would. */
const MAX_EXACT = 50

/** Those of that very amount that may be what was paid: a document issued later cannot, and takes the place of none. */
export function exactDocuments(
  { payerRut, amountClp, day }: StoredMovement,
  index: DocumentIndex,
  mayBe: (document: OpenDocument) => boolean = () => true,
): OpenDocument[] {
  const found: OpenDocument[] = []
  for (const one of index.ofPayer(payerRut)?.byAmount.get(amountClp) ?? []) {
    if (one.issueDay > day || found.length === MAX_EXACT) break
    if (mayBe(one)) found.push(one)
  }
  return found
}

interface JudgingNeeds {
  index: DocumentIndex
  decisions: Decisions
  /** How many movements that stayed have the RUT and the amount of each document. */
  claims: ReadonlyMap<number, number>
  /** What is left to each payer's searches for other sums. */
  budgets: Map<Rut, Budget>
}

/** Of one payer's movements together, those of the smallest amounts first: they take the fewest steps. */
const MAX_STEPS_OF_PAYER = 500_000

function judge(
  movement: StoredMovement,
  documents: readonly OpenDocument[],
  needs: JudgingNeeds,
): Judgement {
  const [document, another] = documents
  if (document === undefined || another !== undefined) {
    return { kind: 'held', reason: 'severalDocuments' }
  }
  const reason = heldBecause(movement, document, needs)
  return reason === null ? { kind: 'automatic', document } : { kind: 'held', reason }
}

function heldBecause(
  movement: StoredMovement,
  document: OpenDocument,
  { index, decisions, claims, budgets }: JudgingNeeds,
): HeldReason | null {
  if (decisions.rejected.has(movement.id)) return 'refusedBefore'
  if (typeof movement.maybeId === 'number') return 'maybeRepeated'
  const held = decisions.held.get(movement.id)
  if (held !== undefined) return held
  if (decisions.isRecordedOtherwise(movement, () => smallerClps(movement, index))) {
    return 'maybeRecorded'
  }
  if (isDeclaredOtherwise(document)) return 'declaredOther'
  if (movement.reversal !== null) return 'mayBeReversed'
  if (!isInTime(document, movement.day)) return 'outsideDates'
  if ((claims.get(document.id) ?? 0) > 1) return 'severalMovements'
  if (namesAnother(movement, document, index)) return 'otherFolio'
  return othersMayAddUp(movement, index, budgets) ? 'otherSum' : null
}

/** One declaration of this very amount is this transfer; another amount, or a second one, is a person's to answer. */
function isDeclaredOtherwise({ declaredClps, openClp }: OpenDocument): boolean {
  return declaredClps.length > 1 || declaredClps.some((declared) => declared !== openClp)
}

/** Whether the payer writes the folio of another open document of theirs, and not this one's. */
function namesAnother(
  { description, payerRut }: StoredMovement,
  document: OpenDocument,
  index: DocumentIndex,
): boolean {
  const named = foliosIn(description).flatMap(({ folio, isNamed }) => (isNamed ? [folio] : []))
  if (named.length === 0 || (document.folio !== null && named.includes(document.folio)))
    return false
  const ofPayer = index.ofPayer(payerRut)?.all ?? []
  return ofPayer.some(({ folio }) => folio !== null && named.includes(folio))
}

/** Of the payer's documents that the movement may pay with others, the largest first. */
function smallerClps(
  { payerRut, amountClp, day }: StoredMovement,
  index: DocumentIndex,
): readonly number[] {
  const all = index.ofPayer(payerRut)?.largestFirst ?? []
  return all.flatMap((one) => (one.openClp < amountClp && one.issueDay <= day ? [one.openClp] : []))
}

/** Whether other documents of the payer may add up to exactly what came: all of them count, and doubt is a yes. */
function othersMayAddUp(
  movement: StoredMovement,
  index: DocumentIndex,
  budgets: Map<Rut, Budget>,
): boolean {
  const { payerRut, amountClp } = movement
  if (payerRut === null) return false
  const budget = budgets.get(payerRut) ?? { steps: MAX_STEPS_OF_PAYER }
  budgets.set(payerRut, budget)
  if (budget.steps <= 0) return true
  return mayAddUp(smallerClps(movement, index), amountClp, budget)
}

/** Combinations of two or more of these documents that add up to exactly what came, those issued later left out. */
export function addingUp(
  { amountClp, day }: StoredMovement,
  documents: readonly OpenDocument[],
): OpenDocument[][] {
  const possible = documents.filter((one) => one.openClp < amountClp && one.issueDay <= day)
  return exactSums(possible, ({ openClp }) => openClp, amountClp, 2)
}
