import type { Kysely, Selectable } from 'kysely'
import type { DocumentContent } from '#domain/document.ts'
import type { Answer } from '#sii/sii.ts'
import type { Schema } from '../../db/schema.ts'
import { statement, type PlaceOf } from '../../db/statement.ts'
import { acceptedAlikes } from '../freeze/similar-documents.ts'
import { frozenContent } from '../content/content.ts'
import type { Desk, Listed } from '../portal/adapter.ts'
import { aboutOf, candidates, claimedFolios, type PortalDocument } from '../portal/portal-step.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { foliosSignedByOthers, isContested } from './open-rivals.ts'
import type { IssuedFact } from './outcome.ts'

export type Attempt = Selectable<Schema['attempt']>

/** What that try sent: since then the document may have been frozen anew. */
export function contentOf(attempt: Attempt, document: PortalDocument): DocumentContent {
  return attempt.content === null
    ? document.content
    : frozenContent({ ...attempt, id: document.row.id })
}

/**
 * A document tried before and taken for absent or refused may be there after all: every try is looked for
 * with what it sent, by the number it was signed with or else by the first that can be it.
 */
export async function issuedByEarlierTry(
  db: Kysely<Schema>,
  document: PortalDocument,
  desk: Desk,
): Promise<Answer<IssuedFact | null>> {
  const { rows: tries } = await db.executeQuery(triesOf(document.row))
  for (const attempt of tries) {
    const found = await foundOf(db, document, desk, attempt)
    if (found.kind !== 'ok') return found
    if (found.value === null) continue
    const { folio, code } = found.value
    return { kind: 'ok', value: { folio, code, how: 'reconciled', attempt: attempt.number } }
  }
  return { kind: 'ok', value: null }
}

const triesOf = statement((db, place: PlaceOf<Pick<DocumentRow, 'organisation_id' | 'id'>>) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where(
      'organisation_id',
      '=',
      place((row) => row.organisation_id),
    )
    .where(
      'document_id',
      '=',
      place((row) => row.id),
    )
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'notSent')]))
    .orderBy('number'),
)

async function foundOf(
  db: Kysely<Schema>,
  document: PortalDocument,
  desk: Desk,
  attempt: Attempt,
): Promise<Answer<Listed | null>> {
  const content = contentOf(attempt, document)
  const folio = attempt.signed_folio
  if (folio === null) return firstCandidate(db, document, desk, attempt)
  const claimed = await claimedFolios(db, document, [folio])
  if (claimed.has(folio)) return { kind: 'ok', value: null }
  const found = await desk.find(folio, aboutOf(content))
  if (found.kind !== 'ok' || found.value === null) return found
  // The SII gave that number twice: it is this one only if nothing of it is another's.
  const signed = await foliosSignedByOthers(db, document, [folio])
  const isIt = signed.size === 0 || candidates([found.value], content, 0, claimed).length > 0
  if (!isIt) return { kind: 'ok', value: null }
  return { kind: 'ok', value: found.value }
}

async function firstCandidate(
  db: Kysely<Schema>,
  document: PortalDocument,
  desk: Desk,
  attempt: Attempt,
): Promise<Answer<Listed | null>> {
  const content = contentOf(attempt, document)
  const listed = await desk.list(aboutOf(content))
  if (listed.kind !== 'ok') return listed
  const folios = listed.value.map(({ folio }) => folio)
  const claimed = await claimedFolios(db, document, folios)
  const found = candidates(listed.value, content, attempt.highest_folio, claimed)
  // Of those a person has seen and said that none is it, none is taken for it.
  const accepted = attempt.outcome === 'absent' ? await acceptedAlikes(db, document.row) : null
  const [first] = found
    .filter(({ folio }) => accepted?.folios.includes(folio) !== true)
    .toSorted((a, b) => a.folio - b.folio)
  if (first === undefined) return { kind: 'ok', value: null }
  // Another open one may be it as well: the look for repetitions asks a person.
  const isOfAnother = await isContested(db, document, { signedFolio: null, content }, first.folio)
  return { kind: 'ok', value: isOfAnother ? null : first }
}
