import type { DocumentKind, SignedContent } from '#domain/document.ts'
import type { Answer, CompanyPortal, IssuedRow } from '#sii/sii.ts'
import type { Listed } from './adapter.ts'

/** The SII's numbers of what is signed. */
export const TIPO_DTE = { factura: 33, notaCredito: 61 } as const satisfies Partial<
  Record<DocumentKind, number>
>

export type TipoDte = (typeof TIPO_DTE)[SignedContent['kind']]

/** Filtered again: a row of a type nobody knows is on every list. */
export async function rowsOf(
  portal: CompanyPortal,
  filter: Parameters<CompanyPortal['issuedDocuments']>[0] & { tipoDte: TipoDte },
): Promise<Answer<Listed[]>> {
  const listed = await portal.issuedDocuments(filter)
  if (listed.kind !== 'ok') return listed
  const own = listed.value.filter(({ tipoDte }) => tipoDte === filter.tipoDte)
  return { kind: 'ok', value: own.map(listedOf) }
}

function listedOf({ folio, code, recipient, issueDate, totalClp }: IssuedRow): Listed {
  return { folio, code, recipient, issueDate, totalClp, isAnnulled: false }
}
