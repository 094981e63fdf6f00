import type { z } from 'zod'
import type { listMovements } from '#contract/statements.ts'
import { PROPOSAL_REASONS } from '#domain/bank-statement.ts'
import { compare, dayInChile, knownDay } from '#domain/day.ts'
import { formatRut, rut } from '#domain/rut.ts'
import type { Db } from '../owed/receivable.ts'
import type { OpenDocument, StoredMovement } from '../statement/match/open-document.ts'
import type { Proposal } from '../statement/match/propose.ts'
import { judgeCompany, type Judged } from './facts.ts'
import {
  countAside,
  countMatches,
  matchesOf,
  refusedMovements,
  rowsOf,
  matchesThatAsk,
  type ListedRow,
  type MatchRow,
  type View,
} from './list-store.ts'
import { mayBeOnline } from './online.ts'
import { paidElsewhere } from './other-account.ts'
import type { OnRecord } from './recorded.ts'
import type { OfCompany } from './store.ts'
import type { Needs } from './take.ts'

type Reply = z.input<(typeof listMovements)['reply']>
type Wire = Reply['movements'][number]
type WireProposal = Wire['proposals'][number]

export const PAGE_SIZE = 50

/** A page of a company's movements, with what each may pay as the tables say now. */
export async function readMovements(
  { db, clock }: Needs,
  at: OfCompany,
  { view, page }: { view: View; page: number },
): Promise<Reply> {
  const judged = await judgeCompany(db, at, dayInChile(clock.now()))
  const proposals = proposalsOf(judged)
  const asking = await matchesThatAsk(db, at)
  const undecided = judged.movements.map(({ id }) => id)
  const counts = {
    review: proposals.size + asking.length,
    matched: await countMatches(db, at),
    others: undecided.length - proposals.size,
    aside: await countAside(db, at),
  }
  const wanted = {
    review: [...asking, ...strongestFirst(judged.movements, proposals)],
    others: undecided.filter((id) => !proposals.has(id)),
    matched: null,
    aside: null,
  }[view]
  const rows = await rowsOf(db, at, {
    view,
    ids: wanted?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) ?? null,
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  })
  return {
    counts,
    pages: Math.max(1, Math.ceil(counts[view] / PAGE_SIZE)),
    movements: await toWire(db, at, rows, { ...judged, proposals }),
  }
}

/** By movement what is proposed: payments on record first, then documents, the strongest reason first. */
function proposalsOf({ documents, movements, matches, recorded }: Judged) {
  const documentById = new Map(documents.map((one) => [one.id, one]))
  const movementById = new Map(movements.map((one) => [one.id, one]))
  const found = new Map<number, WireProposal[]>()
  for (const [id, payments] of recorded) found.set(id, payments.map(recordedToWire))
  const add = (id: number, wire: WireProposal) => found.set(id, [...(found.get(id) ?? []), wire])
  for (const { movementId, proposals } of matches.proposed) {
    for (const one of proposals) {
      add(movementId, proposalToWire(one, movementId, { documentById, movementById }))
    }
  }
  // Open since its statement was taken: a person is asked, or its next statement matches it.
  for (const { movementId, documentId, clp } of matches.automatic) {
    const exact = { shares: [{ documentId, clp }], movementIds: [], restClp: 0 }
    add(
      movementId,
      proposalToWire({ reason: 'exact', ...exact }, movementId, { documentById, movementById }),
    )
  }
  return found
}

function recordedToWire({ id, day, amountClp }: OnRecord): WireProposal {
  return {
    reason: 'recorded',
    documents: [],
    with: [],
    rest: 0,
    payment: { id, day, amount: amountClp },
  }
}

type Proposed = Omit<Proposal, 'reason' | 'restClp'> & {
  reason: Proposal['reason'] | 'exact'
  restClp: number
}

function proposalToWire(
  { reason, shares, movementIds, restClp }: Proposed,
  movementId: number,
  known: {
    documentById: ReadonlyMap<number, OpenDocument>
    movementById: ReadonlyMap<number, StoredMovement>
  },
): WireProposal {
  return {
    reason,
    documents: shares.flatMap(({ documentId, clp }) => {
      const document = known.documentById.get(documentId)
      if (document === undefined) return []
      const { openClp, dueDay } = document
      return [{ ...openToWire(document), share: clp, open: openClp, due_day: dueDay }]
    }),
    with: movementIds.flatMap((id) => {
      const other = known.movementById.get(id)
      if (other === undefined || id === movementId) return []
      return [{ id, day: other.day, amount: other.amountClp }]
    }),
    rest: restClp,
    payment: null,
  }
}

/** As every list of this room has it. */
export function openToWire({ id, kind, folio, clientRut, clientName }: OpenDocument) {
  return {
    id,
    document_type: typeOf(kind),
    folio,
    recipient: { identifier: formatRut(clientRut), name: clientName },
  }
}

function typeOf(kind: string): 33 | 39 {
  return kind === 'boletaHonorarios' ? 39 : 33
}

/** By the order of the reasons, then the newest first. */
function strongestFirst(
  movements: readonly StoredMovement[],
  proposals: ReadonlyMap<number, WireProposal[]>,
): number[] {
  return movements
    .filter(({ id }) => proposals.has(id))
    .map(({ id, day }) => ({ id, day, rank: rankOf(proposals.get(id)?.[0]) }))
    .toSorted((a, b) => a.rank - b.rank || (a.day < b.day ? 1 : a.day > b.day ? -1 : a.id - b.id))
    .map(({ id }) => id)
}

function rankOf(first: WireProposal | undefined): number {
  return first === undefined ? PROPOSAL_REASONS.length : PROPOSAL_REASONS.indexOf(first.reason)
}

interface ToSay extends Pick<Judged, 'movements' | 'sums' | 'online' | 'attempts' | 'notFollowed'> {
  proposals: ReadonlyMap<number, WireProposal[]>
}

async function toWire(
  db: Db,
  at: OfCompany,
  rows: readonly ListedRow[],
  said: ToSay,
): Promise<Wire[]> {
  const ids = rows.map(({ id }) => id)
  const matches = await matchesOf(db, at, ids)
  const refused = await refusedMovements(db, at, ids)
  const elsewhere = await paidElsewhere(db, at, ids)
  const undecided = new Map(said.movements.map((one) => [one.id, one]))
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    amount: row.amount_clp,
    payer: {
      identifier: row.payer_rut === null ? null : formatRut(rut(row.payer_rut)),
      name: row.payer_name,
    },
    description: row.description,
    reversal: row.reversal === 'reversed' || row.reversal === 'doubtful' ? row.reversal : null,
    proposals: said.proposals.get(row.id) ?? [],
    maybe_online: onlineToWire(row, said),
    maybe_recorded: recordedOtherwise(undecided.get(row.id), said),
    match: matchToWire(matches.get(row.id) ?? [], row.amount_clp),
    set_aside: asideToWire(row),
    has_refusals: refused.has(row.id),
    paid_in: elsewhere.get(row.id) ?? null,
    not_followed: notFollowedToWire(row.id, said),
  }))
}

function asideToWire(row: ListedRow): Wire['set_aside'] {
  const { set_aside_at: at, set_aside_why: why } = row
  if (at === null || why === null) return null
  return { by: row.set_aside_email, at, why, taken_back: row.is_recorded_taken_back === true }
}

/** So many are shown. */
const MAX_NEAR = 5

/** Its client's payments on record that it may be in other amounts, the newest first. */
function recordedOtherwise(
  movement: StoredMovement | undefined,
  { sums, proposals }: ToSay,
): Wire['maybe_recorded'] {
  if (movement === undefined) return []
  const reasons = (proposals.get(movement.id) ?? []).map(({ reason }) => reason)
  if (reasons.includes('recorded')) return []
  if (!reasons.includes('maybeRecorded') && !sums.mayContain(movement, () => [])) return []
  return sums
    .near(movement)
    .toSorted((a, b) => compare(b.day, a.day) || b.id - a.id)
    .slice(0, MAX_NEAR)
    .map(({ id, day, amountClp }) => ({ id, day, amount: amountClp }))
}

/** The clients who keep it from being matched by itself, where nothing else does. */
function notFollowedToWire(id: number, { notFollowed, proposals }: ToSay): Wire['not_followed'] {
  const isHeld = proposals.get(id)?.some(({ reason }) => reason === 'otherNotFollowed') === true
  const clients = isHeld ? (notFollowed.get(id) ?? []) : []
  return clients.map((client) => ({ identifier: formatRut(client) }))
}

/** The one begun last, of those that it may be by who paid, or that pay a document that is proposed. */
function onlineToWire(
  { id, day, amount_clp }: ListedRow,
  { online, attempts, proposals }: ToSay,
): Wire['maybe_online'] {
  const documents = new Set(
    (proposals.get(id) ?? []).flatMap((proposal) => proposal.documents.map((one) => one.id)),
  )
  const came = { day: knownDay(day), amountClp: amount_clp }
  const last = attempts.findLast(
    (one) =>
      online.get(id)?.includes(one) === true ||
      (mayBeOnline(came, one) && one.documentIds.some((document) => documents.has(document))),
  )
  return last === undefined ? null : { provider: last.provider, day: last.startedDay }
}

function matchToWire(shares: readonly MatchRow[], amountClp: number): Wire['match'] {
  const [first] = shares
  if (first === undefined) return null
  return {
    how: first.how,
    by: first.matcher_email,
    at: first.matched_at,
    documents: shares.map((one) => ({
      id: one.document_id,
      document_type: typeOf(one.kind),
      folio: one.folio,
      recipient: {
        identifier: formatRut(rut(one.recipient_rut)),
        name: one.recipient_name,
      },
      share: one.share_clp,
    })),
    taken_back: first.is_taken_back,
    rest: amountClp - first.payment_clp,
    maybe_payment:
      first.maybe_payment_id === null || first.maybe_provider === null || first.maybe_day === null
        ? null
        : { id: first.maybe_payment_id, provider: first.maybe_provider, day: first.maybe_day },
  }
}
