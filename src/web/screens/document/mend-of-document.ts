import type { DocumentReason } from '#domain/reason.ts'
import { isDocumentReason, mendedAt } from '#domain/reason.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { editRulePath, monthlyValuesPath, PATHS, STOPS } from '#web/paths.ts'

/** Where what keeps a document from being issued is mended, called as the inbox calls it. */
export interface DocumentMend {
  to: string
  label: 'client' | 'rule' | 'values' | 'facturator' | 'stops'
}

type Mendable = Pick<DocumentDetail, 'state' | 'reason' | 'rule' | 'document_type' | 'draft'>

const TO_COME: ReadonlySet<DocumentDetail['state']> = new Set([
  'planned',
  'needs_data',
  'waiting',
  'queued',
])

/** Null where it is decided on its own page, or there is nothing to do but wait. */
export function mendOfDocument(document: Mendable): DocumentMend | null {
  if (!TO_COME.has(document.state)) return null
  // One whose day went by says that as its reason; what it lacks keeps it back all the same.
  const code = document.reason === 'missed' ? document.draft?.lacks[0] : document.reason
  if (code == null || !isDocumentReason(code)) return null
  if (code === 'issuingStopped') return { to: STOPS, label: 'stops' }
  const { rule } = document
  switch (mendedAt(code)) {
    case 'connection':
      return code === 'stoppedByUs' ? null : { to: PATHS.facturators, label: 'facturator' }
    case 'client':
      return rule && { to: editRulePath(rule.id, stepOf(document, 'clients')), label: 'client' }
    case 'rule':
      if (rule === null) return null
      return code === 'linesToComplete'
        ? { to: monthlyValuesPath(rule.id), label: 'values' }
        : { to: editRulePath(rule.id, stepOf(document, placeOf(code))), label: 'rule' }
    case 'company':
    case 'document':
    case 'run':
      return null
  }
}

function placeOf(code: DocumentReason): 'issuer' | 'lines' {
  return code.startsWith('issuer') ? 'issuer' : 'lines'
}

/** A boleta has one page for all of it (D-24). */
function stepOf({ document_type }: Mendable, place: 'clients' | 'issuer' | 'lines') {
  return document_type === 39 ? 'boleta' : place
}
