import type { NotaContent } from '#domain/document.ts'
import type { DteDocument } from '#dte/document/document.ts'
import type { Answer, CompanyPortal } from '#sii/sii.ts'
import { asIssued } from '../content/as-issued.ts'
import type { Listed, Taken } from './adapter.ts'
import { rowsOf, TIPO_DTE } from './issued-list.ts'
import { readNota } from './notas-of-facturas.ts'

/** Notas of one amount to one client since its factura: more are nobody's mistake. */
const MOST_READ = 20

/**
 * A nota that annuls this factura already and is nobody's of ours: somebody made it at the portal. The list
 * doesn't tell what a nota is about, so the XML of each that can be it is read. What can't be read keeps the
 * nota from being issued, as a list would that can't.
 */
export async function findRival(
  portal: CompanyPortal,
  content: NotaContent,
  claimed: (folios: readonly number[]) => Promise<Set<number>>,
): Promise<Answer<Taken | null>> {
  const { reference, recipient, issueDate } = content
  const period = { from: reference.issueDate, to: issueDate }
  const asked = { recipient: recipient.rut, tipoDte: TIPO_DTE.notaCredito, ...period }
  const listed = await rowsOf(portal, asked)
  if (listed.kind !== 'ok') return listed
  const whole = listed.value.filter(({ totalClp }) => totalClp === reference.totalClp)
  const ours = await claimed(whole.map(({ folio }) => folio))
  const others = whole.filter(({ folio }) => !ours.has(folio))
  if (others.length > MOST_READ) return { kind: 'tooManyDocuments' }
  for (const row of others) {
    const taken = await readTaken(portal, row, content)
    if (taken.kind !== 'ok') return taken
    if (taken.value?.content.reference.code === 1) return taken
  }
  return { kind: 'ok', value: null }
}

/** What the nota of that row says, when it is about the same factura; else null. */
export async function readTaken(
  portal: CompanyPortal,
  row: Listed,
  own: NotaContent,
): Promise<Answer<Taken | null>> {
  const read = await readNota(portal, row)
  if (read.kind !== 'ok') return read
  const { folio, code } = row
  const content = read.value.folio === folio ? contentOf(read.value, own) : null
  return { kind: 'ok', value: content === null ? null : { folio, code, content } }
}

/** Null when it is about something else. */
function contentOf(document: DteDocument, own: NotaContent): NotaContent | null {
  const [to, ...others] = document.references
  const { folio, issueDate } = own.reference
  const isOfIt =
    document.tipoDte === TIPO_DTE.notaCredito &&
    document.issuer.rut === own.issuer.rut &&
    document.recipient.rut === own.recipient.rut &&
    others.length === 0 &&
    to?.documentType === String(TIPO_DTE.factura) &&
    to.folio === String(folio) &&
    to.issueDate === issueDate
  const code = to?.code
  if (!isOfIt || (code !== 1 && code !== 2 && code !== 3)) return null
  return {
    ...asIssued(document, own),
    reference: { ...own.reference, code, reason: to.reason },
  }
}
