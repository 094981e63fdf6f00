import { isOfEndedAnnulment } from '#domain/reason.ts'
import type { DocumentDetail } from '#web/api/queries.ts'

export type DocumentAction =
  | 'adopt'
  | 'skip'
  | 'issueNow'
  | 'issueMissed'
  | 'retry'
  | 'restore'
  | 'acceptFile'
  | 'acceptTwins'
  | 'keepValid'
  | 'decide'
  | 'annul'
  | 'nota'

/** What a person may do, from the document alone; the server has the last word and answers 409. */
export function possibleActions({
  state,
  reason,
  document_type,
  annulment,
  notas,
  way_back,
  can_decide,
  looks_like,
}: Pick<
  DocumentDetail,
  'state' | 'reason' | 'document_type' | 'annulment' | 'notas' | 'can_decide' | 'looks_like'
> & {
  way_back?: DocumentDetail['way_back']
}): DocumentAction[] {
  const adopts: DocumentAction[] = adoptable({ reason, looks_like }) === null ? [] : ['adopt']
  const isTaken = document_type === 39 ? annulment !== null : isTakenBack(notas)
  const takesBack: DocumentAction[] =
    isTaken || document_type === 61 ? [] : [document_type === 39 ? 'annul' : 'nota']
  switch (state) {
    case 'waiting':
      return isAskedAboutAlike({ reason }) ? [...adopts, 'skip', 'issueNow'] : ['issueNow', 'skip']
    case 'planned':
    case 'needs_data':
      return reason === 'missed' ? ['issueMissed', 'skip'] : ['skip']
    case 'queued':
      if (reason === 'answerUnknown' || reason === 'signatureFails') return ['retry', 'skip']
      return isAskedAboutAlike({ reason }) ? [...adopts, 'skip', 'issueNow'] : ['skip']
    case 'failed':
      return ['retry', 'skip']
    case 'uncertain':
      return can_decide ? ['decide'] : []
    case 'issued':
      if (reason === 'xmlDiffers') {
        return ['acceptFile', ...(document_type === 33 ? takesBack : [])]
      }
      if (reason === 'twinFound') return ['acceptTwins', ...takesBack]
      if (isOfEndedAnnulment(reason)) return ['keepValid', ...takesBack]
      return takesBack
    case 'skipped':
      return way_back == null ? [] : ['restore']
    case 'issuing':
    case 'annulled':
      return []
  }
}

/** Its user is asked whether one like it is another. */
export function isAskedAboutAlike({ reason }: Pick<DocumentDetail, 'reason'>): boolean {
  return reason === 'looksRepeated' || reason === 'alikeInDoubt'
}

/** The number made at the portal that this document may be: one of ours can't be. */
export function adoptable({
  reason,
  looks_like,
}: Pick<DocumentDetail, 'reason' | 'looks_like'>): number | null {
  if (reason !== 'looksRepeated' || looks_like === null) return null
  return looks_like.document === null ? looks_like.folio : null
}

/** Whole, or about to be: what came to nothing takes nothing back. */
function isTakenBack(notas: DocumentDetail['notas']): boolean {
  return notas.some(
    ({ correction, state }) => correction === 'annul' && state !== 'failed' && state !== 'skipped',
  )
}

/** What a person may still change: one of their own, until it is on its way. As the server's `skip`. */
export function isEditable({
  origin,
  state,
}: {
  origin: DocumentDetail['origin']
  state: string
}): boolean {
  return origin === 'request' && EDITABLE.has(state)
}

const EDITABLE: ReadonlySet<string> = new Set([
  'planned',
  'needs_data',
  'waiting',
  'queued',
  'failed',
] satisfies DocumentDetail['state'][])
