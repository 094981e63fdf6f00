import { mendOfReason, type Standing } from '#domain/standing.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import {
  documentPath,
  editRulePath,
  monthlyValuesPath,
  PATHS,
  replacePath,
  SII,
  STOPS,
  uploadPath,
} from '#web/paths.ts'
import { isEditable } from './possible-actions.ts'

/** Where what keeps a document from going on is mended, called as the inbox calls it. */
export interface DocumentMend {
  to: string
  label: 'client' | 'rule' | 'values' | 'facturator' | 'stops' | 'upload' | 'ahead' | 'sii' | 'edit'
}

type Mendable = Pick<
  DocumentDetail,
  'id' | 'origin' | 'state' | 'rule' | 'upload' | 'document_type' | 'draft' | 'waits_for'
>

/** Null where it is decided on its own page, or there is nothing to do but wait. */
export function mendOfDocument(
  document: Mendable,
  { mend, reason }: Pick<Standing, 'mend' | 'reason'>,
): DocumentMend | null {
  // One whose day went by says that as its reason; what it lacks keeps it back all the same.
  const [lack] = reason === 'missed' ? (document.draft?.lacks ?? []) : []
  const code = lack ?? reason ?? ''
  const { rule, upload, waits_for: ahead } = document
  switch (lack === undefined ? mend : mendOfReason(lack)) {
    case 'stops':
      return { to: STOPS, label: 'stops' }
    case 'connection':
      return { to: PATHS.facturators, label: 'facturator' }
    case 'ahead':
      return ahead && { to: documentPath(ahead.document), label: 'ahead' }
    case 'sii':
      return { to: SII, label: 'sii' }
    case 'client':
      return editOf(document, 'clients') ?? inRule(document, 'clients', 'client')
    case 'values':
      return rule && { to: monthlyValuesPath(rule.id), label: 'values' }
    case 'rule':
      return editOf(document, placeOf(code)) ?? inRule(document, placeOf(code), 'rule')
    case 'upload':
      return upload === null ? null : { to: uploadPath(upload), label: 'upload' }
    case 'own':
    case null:
      return null
  }
}

type Place = 'clients' | 'issuer' | 'lines'

/** One that no rule made is mended itself. */
function editOf(document: Mendable, place: Place): DocumentMend | null {
  if (!isEditable(document)) return null
  return { to: replacePath(document.id, stepOf(document, place)), label: 'edit' }
}

function inRule(document: Mendable, place: Place, label: 'client' | 'rule'): DocumentMend | null {
  const { rule } = document
  return rule && { to: editRulePath(rule.id, stepOf(document, place)), label }
}

function placeOf(code: string): 'issuer' | 'lines' {
  return code.startsWith('issuer') ? 'issuer' : 'lines'
}

/** A boleta has one page for all of it. */
function stepOf({ document_type }: Mendable, place: Place) {
  return document_type === 39 ? 'boleta' : place
}
