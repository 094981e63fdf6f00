/** What a column of a bank's statement holds. `amount` has a sign of its own or takes it from `side`. */
export const COLUMN_ROLES = [
  'date',
  'description',
  'operation',
  'rut',
  'name',
  'credit',
  'debit',
  'amount',
  'side',
  'balance',
  'account',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Why a document, or a payment on record, is proposed for a movement: the strongest reason first. */
export const PROPOSAL_REASONS = [
  'recorded',
  'exact',
  'declaredOther',
  'severalMovements',
  'mayBeReversed',
  'otherSum',
  'otherFolio',
  'severalDocuments',
  'otherNotFollowed',
  'outsideDates',
  'maybeRepeated',
  'maybeRecorded',
  'maybeOnline',
  'undoneBefore',
  'refusedBefore',
  'foliosAddUp',
  'folioAndAmount',
  'documentsAddUp',
  'movementsAddUp',
  'nameAndAmount',
  'part',
  'over',
  'nameAddsUp',
  'folio',
  'name',
  'amountAlone',
] as const
export type ProposalReason = (typeof PROPOSAL_REASONS)[number]
