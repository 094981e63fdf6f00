import type { Day } from '#domain/day.ts'
import { clp, ZERO_CLP } from '#domain/money.ts'
import type { DteDocument } from '#dte/document/document.ts'
import { dteFile } from '#dte/envelope.ts'
import { readDtes } from '#dte/read.ts'
import type { Answer, CompanyPortal } from '#sii/sii.ts'
import type { Listed, TakenBack } from './adapter.ts'
import { rowsOf, TIPO_DTE, type TipoDte } from './issued-list.ts'

/** Of more, those that were made last: a factura that an older one annuls is asked about, and nothing worse. */
const MOST_READ = 20

/**
 * By the number of each of these facturas that a nota is about. The list doesn't tell what a nota is about, so the
 * XML of each that can be about one of them is read; one that can't be read takes nothing back.
 */
export async function takenBackOf(
  portal: CompanyPortal,
  facturas: readonly Listed[],
  to: Day,
): Promise<Answer<Map<number, TakenBack>>> {
  const [first] = facturas.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))
  if (first === undefined || first.recipient === null) return { kind: 'ok', value: new Map() }
  const asked = { recipient: first.recipient, tipoDte: TIPO_DTE.notaCredito }
  const listed = await rowsOf(portal, { ...asked, from: first.issueDate, to })
  return listed.kind === 'ok' ? takenBackBy(portal, facturas, listed.value) : listed
}

async function takenBackBy(
  portal: CompanyPortal,
  facturas: readonly Listed[],
  notas: readonly Listed[],
): Promise<Answer<Map<number, TakenBack>>> {
  const found = new Map<number, TakenBack>()
  const most = Math.max(...facturas.map(({ totalClp }) => totalClp))
  const newest = notas
    .filter(({ totalClp }) => totalClp > 0 && totalClp <= most)
    .toSorted((a, b) => b.folio - a.folio)
  for (const row of newest.slice(0, MOST_READ)) {
    const read = await readNota(portal, row)
    if (read.kind === 'ok') note(found, facturas, row, read.value)
    else if (!UNREADABLE.has(read.kind)) return read
  }
  return { kind: 'ok', value: found }
}

/** Answers by which nothing can be said of one document; others can be read. */
export const UNREADABLE: ReadonlySet<string> = new Set([
  'portalChanged',
  'notFound',
  'tooManyDocuments',
])

/** The nota of that row, as its XML says it. */
export function readNota(portal: CompanyPortal, row: Listed): Promise<Answer<DteDocument>> {
  return readDte(portal, TIPO_DTE.notaCredito, row)
}

/** The document of that row, as its XML says it. */
export async function readDte(
  portal: CompanyPortal,
  tipoDte: TipoDte,
  { folio, issueDate }: Listed,
): Promise<Answer<DteDocument>> {
  const xml = await portal.xml({ tipoDte, folio, issueDate })
  if (xml.kind !== 'ok') return xml
  const reading = readDtes(dteFile(Buffer.from(xml.value).toString('latin1')))
  const [dte] = reading.kind === 'ok' ? reading.file.documents : []
  const document = dte?.document ?? null
  return document === null
    ? { kind: 'portalChanged', text: `XML ${tipoDte}` }
    : { kind: 'ok', value: document }
}

function note(
  found: Map<number, TakenBack>,
  facturas: readonly Listed[],
  { folio, totalClp }: Listed,
  { references, ...nota }: DteDocument,
): void {
  for (const to of references) {
    const factura = facturas.find(
      (one) => String(one.folio) === to.folio && one.issueDate === to.issueDate,
    )
    const isAboutIt =
      factura !== undefined &&
      nota.folio === folio &&
      factura.recipient === nota.recipient.rut &&
      to.documentType === String(TIPO_DTE.factura)
    if (!isAboutIt) continue
    const { annulledBy, loweredClp } = found.get(factura.folio) ?? NOTHING
    found.set(
      factura.folio,
      to.code === 1
        ? { annulledBy: folio, loweredClp }
        : { annulledBy, loweredClp: clp(loweredClp + (to.code === 3 ? totalClp : 0)) },
    )
  }
}

export const NOTHING: TakenBack = { annulledBy: null, loweredClp: ZERO_CLP }
