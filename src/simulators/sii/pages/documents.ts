import { yearOf } from '#domain/day.ts'
import { parseDay } from '#domain/day.ts'
import { dteFile } from '#dte/envelope.ts'
import { printDte } from '#dte/print.ts'
import { readDtes } from '#dte/read.ts'
import type { Answer } from '../http/answer.ts'
import { contributorError, inText, page, pdf } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { listedName } from '../documents/document-kinds.ts'
import { documentOf } from '../documents/documents.ts'
import { companyOf, scenarioFor } from '../state/portal.ts'
import type { StoredDocument } from '../state/state.ts'
import type { CompanyVisit } from '../http/visit.ts'

/** On every sheet, so that none can be taken for a tax document. */
const BANNER = 'DEMOSTRACIÓN — SIN VALIDEZ TRIBUTARIA'

/** GET mipeGesDocEmi.cgi and mipeGesDocRcp.cgi: the menu of one document. */
export function documentMenu(visit: CompanyVisit): Answer {
  const found = documentOf(visit, field(visit.query, 'CODIGO'))
  if (!found) return notFound()
  return page(
    'Gestion de Documento',
    `<h3>${listedName(visit.portal, found.tipoDte)} N&deg; ${found.folio}</h3><p>${inText(found.receiverName)} ${found.receiverRut}</p>
<a href="/cgi-bin/Portal001/mipeDisplayPDF.cgi?DHDR_CODIGO=${found.code}">Ver Documento</a>
<a href="/cgi-bin/Portal001/mipeGenFacEx.cgi?IGUAL=CODIGO&VALOR=${found.code}&PTDC_CODIGO=${found.tipoDte}">Copiar Documento</a>
<a href="/cgi-bin/Portal001/mipeGenFacEx.cgi?PTDC_CODIGO=61&VALOR=${found.code}">Crear Nota de Cr&eacute;dito de Anulaci&oacute;n</a>`,
  )
}

/** GET mipeDisplayPDF.cgi?DHDR_CODIGO=: issued documents only. */
export function displayPdf(visit: CompanyVisit): Promise<Answer> {
  const found = documentOf(visit, field(visit.query, 'DHDR_CODIGO'))
  const issued = found?.issuerRut === visit.company.rut ? found : null
  return printed(visit, issued)
}

/** GET mipeShowPdf.cgi?CODIGO=: issued or received. */
export function showPdf(visit: CompanyVisit): Promise<Answer> {
  return printed(visit, documentOf(visit, field(visit.query, 'CODIGO')))
}

async function printed(visit: CompanyVisit, found: StoredDocument | null): Promise<Answer> {
  const { portal, person, company } = visit
  if (!found) return notFound()
  if (scenarioFor(portal, 'pdf-not-ready', person.rut, company.rut)) {
    return contributorError('El documento no se encuentra disponible', '02.35.209.-1.148.20')
  }
  return pdf(await print(visit, found), `${found.issuerRut.split('-')[0]}-${found.folio}.pdf`)
}

/** A sheet costs most of a request's time, and a document never changes. */
const sheets = new Map<string, Uint8Array>()
const MOST_SHEETS_KEPT = 200

async function print({ portal }: CompanyVisit, found: StoredDocument): Promise<Uint8Array> {
  const kept = portal.sheet ?? sheets.get(found.xml)
  if (kept) return kept
  const reading = readDtes(dteFile(found.xml))
  const read = reading.kind === 'ok' ? reading.file.documents[0] : undefined
  if (!read?.document || read.ted === null) {
    throw new Error(`A document of ours that can't be read: ${found.code}`)
  }
  const issuer = companyOf(portal, found.issuerRut)
  const resolvedOn = parseDay(issuer?.resolution.date ?? '')
  const sheet = await printDte(read.document, {
    ted: read.ted,
    siiOffice: issuer?.siiOffice ?? 'SANTIAGO CENTRO',
    resolution: {
      number: issuer?.resolution.number ?? 0,
      year: resolvedOn === null ? 2014 : yearOf(resolvedOn),
    },
    cedible: true,
    banner: BANNER,
  })
  if (sheets.size < MOST_SHEETS_KEPT) sheets.set(found.xml, sheet)
  return sheet
}

function notFound(): Answer {
  return contributorError('Su requerimiento no ha sido bien recepcionado.', '02.35.209.-1.148.12')
}
