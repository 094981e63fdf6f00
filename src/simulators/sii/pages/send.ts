import type { WorldCompany } from '../../world.ts'
import { formatRut, rut } from '#domain/rut.ts'
import type { Answer } from '../http/answer.ts'
import { page, rejection } from '../http/answer.ts'
import { headingOf, tipoDteOf } from '../documents/document-kinds.ts'
import { field } from '../http/form.ts'
import { groupedBy } from '../state/grouped.ts'
import { scenarioFor } from '../state/portal.ts'
import { noteSend, whatIsSent } from '../documents/sends.ts'
import type { Proposal, StoredDocument } from '../state/state.ts'
import { documentoOf, failedChecks, store, summaryOf } from '../documents/tax-document.ts'
import type { CompanyVisit } from '../http/visit.ts'
import { signForm } from './signing.ts'

/** What the page's script adds to the form; without one of them no signature is recognised. */
const addedByScript = ['nombre', 'clave', 'nodo', 'nodoId', 'nameSpace']

const DEFAULT_LAG_MS = 10 * 60 * 1000

/** POST mipeSendXML.cgi: issues the document, which cannot be undone. */
export function send(visit: CompanyVisit): Answer {
  const judged = judge(visit)
  noteSend(visit.portal, visit.session, {
    ...whatIsSent(visit.form),
    outcome: judged.outcome,
  })
  return judged.answer
}

const byNumber = groupedBy((one: StoredDocument) => `${one.issuerRut} ${one.tipoDte} ${one.folio}`)

interface Judged {
  outcome: string
  answer: Answer
}

function judge(visit: CompanyVisit): Judged {
  const { portal, person, company, session, form } = visit
  const folio = Number(field(form, 'EFXP_FOLIO'))
  const tipoDte = tipoDteOf(field(form, 'PTDC_CODIGO'))
  const repeated = byNumber(portal.state.documents, `${company.rut} ${tipoDte} ${folio}`).length > 0
  const proposal = portal.state.proposals.find(
    (one) =>
      one.id === field(form, 'EHDR_CODIGO') &&
      one.tipoDte === tipoDte &&
      one.folio === folio &&
      one.companyRut === company.rut &&
      one.sessionToken === session.token,
  )
  if (scenarioFor(portal, 'signature-not-recognized', person.rut, company.rut)) {
    return refused('Firma no reconocida')
  }
  if (repeated && portal.variants.repeatedFolio === 'alert') {
    return refused('Documento rechazado por estar repetido')
  }
  if (!proposal) return refused('Folio no valido')
  if (scenarioFor(portal, 'send-form-back', person.rut, company.rut)) {
    return { outcome: 'form shown again', answer: signForm(proposal) }
  }
  const reason = refusal(visit, proposal)
  if (reason !== null) return refused(reason)
  return issue(visit, proposal)
}

/** A signature over other bytes than the proposed ones breaks the stamp: wrong charsets end here. */
function refusal(visit: CompanyVisit, proposal: Proposal): string | null {
  const { portal, form } = visit
  const signed = field(form, 'txtSignText')
  const lost = addedByScript.some((name) => field(form, name) === '')
  if (lost || field(form, 'nodo') !== 'dte:DTE' || !signed.includes('<Signature')) {
    return 'Firma no reconocida'
  }
  const changed = [field(form, 'txtPlainText'), signed].some(
    (text) => documentoOf(text) !== documentoOf(proposal.xml),
  )
  const failed = failedChecks(portal, signed)
  if (changed || failed.includes('stamp')) return 'Timbre electronico incorrecto'
  return failed.includes('bytes') || failed.includes('signature') ? 'Firma no reconocida' : null
}

function issue(visit: CompanyVisit, proposal: Proposal): Judged {
  const { portal, form, person, company, session } = visit
  const lag = scenarioFor(portal, 'list-lag', person.rut, company.rut)
  const stored = store(portal, proposal, {
    signed: field(form, 'txtSignText'),
    content: summaryOf(proposal.xml),
    sessionToken: session.token,
    listLagMs: lag ? Number(lag.detail) || DEFAULT_LAG_MS : visit.listLagMs,
  })
  const unclear = scenarioFor(portal, 'send-unknown-page', person.rut, company.rut)
  return {
    outcome: `issued ${stored.folio}`,
    answer: unclear
      ? page('Facturacion Electronica', '<p>Procesando...</p>')
      : success(visit, stored),
  }
}

function success(visit: CompanyVisit, stored: StoredDocument): Answer {
  return page(
    'Facturacion Electronica',
    `${header(visit.company)}<p>DOCUMENTO ENVIADO EXITOSAMENTE</p>${folioText(visit, stored)}
<a href="/cgi-bin/Portal001/mipeDisplayPDF.cgi?DHDR_CODIGO=${stored.code}" target="_blank">Ver Documento</a>
<a href="/factura_sii/factura_sii.htm">Volver</a>`,
  )
}

function header(company: WorldCompany): string {
  return `<p>Empresa: ${formatRut(rut(company.rut))}</p>\n`
}

function folioText(visit: CompanyVisit, stored: StoredDocument): string {
  const heading = headingOf(stored.tipoDte)
  switch (visit.portal.variants.successSign) {
    case 'entity':
      return `<p>${heading} N&deg; ${stored.folio}</p>`
    case 'letter':
      return `<p>${heading} Nº ${stored.folio}</p>`
    case 'iframe':
      return `<p>${heading} N° ${stored.folio}</p><iframe srcdoc="Nº${stored.folio}"></iframe>`
  }
}

function refused(reason: string): Judged {
  return { outcome: `refused: ${reason}`, answer: rejection(reason) }
}
