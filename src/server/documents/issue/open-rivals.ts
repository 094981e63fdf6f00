import type { Kysely } from 'kysely'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import type { Schema } from '../../db/schema.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import type { PortalDocument } from '../portal/portal-step.ts'

type Of = Pick<PortalDocument, 'row' | 'company'>

/** Open tries of other documents of this kind and issuer, in whichever organisation. */
function openTries(db: Kysely<Schema>, { row, company }: Of) {
  return documentsWithCompany(db)
    .innerJoin('attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'document.organisation_id')
        .onRef('attempt.document_id', '=', 'document.id'),
    )
    .where('document.id', '<>', row.id)
    .where('document.kind', '=', row.kind)
    .where('document.state', 'in', ['issuing', 'uncertain'])
    .where((eb) =>
      eb.or([eb('attempt.outcome', 'is', null), eb('attempt.outcome', '=', 'uncertain')]),
    )
    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
}

/** Numbers that open tries of other documents signed: on the SII's list they are those documents, not this one. */
export async function foliosSignedByOthers(
  db: Kysely<Schema>,
  document: Of,
  folios: readonly number[],
): Promise<Set<number>> {
  if (folios.length === 0) return new Set()
  const rows = await openTries(db, document)
    .select('attempt.signed_folio')
    .where('attempt.signed_folio', 'in', [...folios])
    .execute()
  return new Set(rows.flatMap(({ signed_folio: folio }) => (folio === null ? [] : [folio])))
}

/**
 * Whether a number that nobody signed may as well be another open document's: same recipient, date and total, and
 * above the mark of its try. Which of them it is only a person can tell.
 */
export async function isContested(
  db: Kysely<Schema>,
  document: Of,
  sent: { signedFolio: number | null; content: DocumentContent },
  folio: number,
): Promise<boolean> {
  const { signedFolio, content } = sent
  if (signedFolio !== null) return false
  const other = await openTries(db, document)
    .select('document.id')
    .where('document.recipient_rut', '=', content.recipient.rut)
    .where('document.issue_day', '=', content.issueDate)
    .where('document.total_clp', '=', contentTotal(content))
    .where('attempt.highest_folio', '<', folio)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
