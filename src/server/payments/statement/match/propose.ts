import { PROPOSAL_REASONS, type ProposalReason } from '#domain/bank-statement.ts'
import { daysBetween } from '#domain/day.ts'
import { clp, type Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { DocumentIndex } from './document-index.ts'
import { foliosIn } from './folios.ts'
import { addingUp, exactDocuments, type HeldReason } from './judge.ts'
import {
  isInTime,
  type Decisions,
  type OpenDocument,
  type StoredMovement,
} from './open-document.ts'
import { exactSums } from './subsets.ts'

export interface Proposal {
  reason: ProposalReason
  /** The movement itself, and those that pay the same document with it. */
  movementIds: number[]
  shares: { documentId: number; clp: Clp }[]
  /** What came beyond what the documents are owed. */
  restClp: Clp
}

const MAX_PROPOSALS = 5
const MAX_PER_REASON = 3
/** With more documents of one amount that it may pay, the amount alone is no reason. */
const MAX_DOCUMENTS_OF_AMOUNT = 20

export interface ProposingNeeds {
  index: DocumentIndex
  decisions: Decisions
  /** Documents that a movement pays without a person: proposed for no other. */
  paid: ReadonlySet<number>
  /** Undecided credits of each payer that stayed. */
  creditsOfPayer: ReadonlyMap<Rut, readonly StoredMovement[]>
}

type Found = Proposal & { apartDays: number }

/** What a movement may pay: the strongest reason first, then the fewest documents, then the nearest due day. */
export function proposeFor(
  movement: StoredMovement,
  held: HeldReason | null,
  needs: ProposingNeeds,
): Proposal[] {
  const found = [
    ...byPayer(movement, held, needs),
    ...byFolio(movement, needs),
    ...byName(movement, needs),
  ]
  const all = found.length > 0 ? found : byAmount(movement, needs)
  const sorted = all.toSorted(
    (a, b) =>
      PROPOSAL_REASONS.indexOf(a.reason) - PROPOSAL_REASONS.indexOf(b.reason) ||
      a.shares.length - b.shares.length ||
      nearestFirst(a, b),
  )
  const seen = new Set<string>()
  const strongest = sorted.filter((one) => {
    const key = keyOf(one)
    return !seen.has(key) && seen.add(key)
  })
  return strongest
    .slice(0, MAX_PROPOSALS)
    .map(({ reason, movementIds, shares, restClp }) => ({ reason, movementIds, shares, restClp }))
}

function nearestFirst(a: Found, b: Found): number {
  return a.apartDays - b.apartDays || (keyOf(a) < keyOf(b) ? -1 : 1)
}

function keyOf({ movementIds, shares }: Proposal): string {
  return [...movementIds, '|', ...shares.map(({ documentId }) => documentId)].join(' ')
}

function byPayer(
  movement: StoredMovement,
  held: HeldReason | null,
  needs: ProposingNeeds,
): Found[] {
  const documents = needs.index.ofPayer(movement.payerRut)?.all
  if (documents === undefined) return []
  const possible = issuedAndFree(documents, movement, needs)
  const exact = exactDocuments(movement, needs.index, (one) => isFree(one, movement, needs))
  return [
    ...exact
      .map((one) => proposal(held ?? 'severalDocuments', movement, [one]))
      .toSorted(nearestFirst)
      .slice(0, MAX_PROPOSALS),
    ...addingUp(movement, possible).map((sum) => proposal('documentsAddUp', movement, sum)),
    ...withOthers(movement, possible, needs),
    ...otherAmounts(movement, possible),
  ]
}

function otherAmounts(movement: StoredMovement, documents: readonly OpenDocument[]): Found[] {
  return documents
    .filter(({ openClp }) => openClp !== movement.amountClp)
    .slice(0, MAX_PER_REASON)
    .map((one) => proposal(one.openClp > movement.amountClp ? 'part' : 'over', movement, [one]))
}

/** Several transfers of one payer that pay one document exactly. */
function withOthers(
  movement: StoredMovement,
  documents: readonly OpenDocument[],
  { creditsOfPayer }: ProposingNeeds,
): Found[] {
  if (movement.payerRut === null) return []
  const credits = (creditsOfPayer.get(movement.payerRut) ?? []).slice(0, MAX_CREDITS_SCANNED)
  const found: Found[] = []
  let tried = 0
  for (const document of documents) {
    const others = othersFor(movement, document, credits)
    if (others.length === 0) continue
    found.push(...togetherWith(movement, document, others))
    tried += 1
    if (tried === MAX_PER_REASON) break
  }
  return found
}

/** The credits that may make up what a document lacks; none where all of them are too little. */
function othersFor(
  movement: StoredMovement,
  document: OpenDocument,
  credits: readonly StoredMovement[],
): StoredMovement[] {
  const missing = document.openClp - movement.amountClp
  if (missing <= 0) return []
  const others = credits.filter(
    (one) => one.id !== movement.id && one.amountClp <= missing && isInTime(document, one.day),
  )
  const most = others.reduce((sum, { amountClp }) => sum + amountClp, 0)
  return most < missing ? [] : others
}

function togetherWith(
  movement: StoredMovement,
  document: OpenDocument,
  others: readonly StoredMovement[],
): Found[] {
  const missing = document.openClp - movement.amountClp
  const [sum] = exactSums(others, ({ amountClp }) => amountClp, missing, 1)
  if (sum === undefined) return []
  const movementIds = [movement, ...sum].map(({ id }) => id).toSorted((a, b) => a - b)
  const shares = [{ documentId: document.id, clp: document.openClp }]
  return [
    {
      reason: 'movementsAddUp',
      movementIds,
      shares,
      restClp: clp(0),
      apartDays: apart(movement, document),
    },
  ]
}

function byFolio(movement: StoredMovement, needs: ProposingNeeds): Found[] {
  const written = foliosIn(movement.description).map(({ folio, isNamed }) => ({
    isNamed,
    documents: issuedAndFree(needs.index.ofFolio(folio), movement, needs),
  }))
  const single = written.flatMap(({ isNamed, documents }) =>
    documents.flatMap((one) => {
      if (one.openClp === movement.amountClp) return [proposal('folioAndAmount', movement, [one])]
      return isNamed ? [proposal('folio', movement, [one])] : []
    }),
  )
  const named = written.flatMap(({ isNamed, documents }) => (isNamed ? documents : []))
  const total = named.reduce((sum, { openClp }) => sum + openClp, 0)
  const addUp = named.length > 1 && total === movement.amountClp
  return addUp ? [proposal('foliosAddUp', movement, named), ...single] : single
}

/** Only where the payer's RUT says nothing: a name is often cut short and never proof. */
function byName(movement: StoredMovement, needs: ProposingNeeds): Found[] {
  if (needs.index.ofPayer(movement.payerRut) !== null) return []
  const documents = needs.index.ofName(movement.payerName)
  const possible = issuedAndFree(documents, movement, needs)
  const exact = possible.filter(({ openClp }) => openClp === movement.amountClp)
  if (exact.length > 0) {
    return exact.slice(0, MAX_PER_REASON).map((one) => proposal('nameAndAmount', movement, [one]))
  }
  const sums = addingUp(movement, possible)
  if (sums.length > 0) return sums.map((sum) => proposal('nameAddsUp', movement, sum))
  return possible.slice(0, 1).map((one) => proposal('name', movement, [one]))
}

function byAmount(movement: StoredMovement, needs: ProposingNeeds): Found[] {
  const found: OpenDocument[] = []
  for (const one of needs.index.ofAmount(movement.amountClp)) {
    if (!isInTime(one, movement.day) || !isFree(one, movement, needs)) continue
    if (found.length === MAX_DOCUMENTS_OF_AMOUNT) return []
    found.push(one)
  }
  return found
    .map((one) => proposal('amountAlone', movement, [one]))
    .toSorted(nearestFirst)
    .slice(0, MAX_PER_REASON)
}

const MAX_DOCUMENTS_TRIED = 50
// Of who has more, most will do: they bound the time that a statement of one payer alone takes.
const MAX_DOCUMENTS_SCANNED = 5_000
const MAX_CREDITS_SCANNED = 200

function issuedAndFree(
  documents: readonly OpenDocument[],
  movement: StoredMovement,
  needs: ProposingNeeds,
): OpenDocument[] {
  const found: OpenDocument[] = []
  for (const one of documents.slice(0, MAX_DOCUMENTS_SCANNED)) {
    if (found.length === MAX_DOCUMENTS_TRIED) break
    if (one.issueDay <= movement.day && isFree(one, movement, needs)) found.push(one)
  }
  return found
}

function isFree({ id }: OpenDocument, movement: StoredMovement, needs: ProposingNeeds): boolean {
  return !needs.paid.has(id) && needs.decisions.rejected.get(movement.id)?.has(id) !== true
}

/** The documents are paid in their order, each up to what is open. */
function proposal(
  reason: ProposalReason,
  movement: StoredMovement,
  documents: readonly OpenDocument[],
): Found {
  let rest: number = movement.amountClp
  const shares = documents.map(({ id, openClp }) => {
    const share = Math.min(rest, openClp)
    rest -= share
    return { documentId: id, clp: clp(share) }
  })
  const apartDays = Math.min(...documents.map((one) => apart(movement, one)))
  return { reason, movementIds: [movement.id], shares, restClp: clp(rest), apartDays }
}

function apart({ day }: StoredMovement, { dueDay }: OpenDocument): number {
  return Math.abs(daysBetween(dueDay, day))
}
