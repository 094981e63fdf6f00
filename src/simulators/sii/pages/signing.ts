import type { DteDocument } from '#dte/document/document.ts'
import type { Answer } from '../http/answer.ts'
import { contributorError, hidden, html, json, page, rejection } from '../http/answer.ts'
import { amountWarnings, documentFromForm } from '../documents/from-form.ts'
import { field } from '../http/form.ts'
import { previewFields } from '../documents/fields.ts'
import { scenarioFor } from '../state/portal.ts'
import { historyOf } from '../register/history.ts'
import { asFile, propose, signAsThePortal } from '../documents/tax-document.ts'
import { formRefusal } from '../documents/validation.ts'
import type { CompanyVisit, PersonVisit } from '../http/visit.ts'
import type { Proposal } from '../state/state.ts'

/** POST mipeGenXMLFirma.cgi: the unsigned document with a proposed folio, which this visit uses up. */
export function proposeXml(visit: CompanyVisit): Answer {
  const { portal, company, person, session, form } = visit
  const lost = previewFields.filter((name) => !form.has(name))
  if (lost.length > 0) {
    return contributorError('Su requerimiento no ha sido bien recepcionado.', '02.35.209.-1.148.15')
  }
  const refused = scenarioFor(portal, 'xml-refused', person.rut, company.rut)
  if (refused) return rejection(refused.detail || 'Debe ingresar Ciudad del contribuyente emisor')
  // Whose address and activity it holds isn't looked at again: choosing another company meanwhile mixes them.
  const reason = formRefusal(form)
  if (reason !== null) return rejection(reason)
  const content = documentFromForm(form, company)
  const warnings = [...amountWarnings(content), ...referenceWarnings(visit, content)]
  if (content.issuer.name !== company.name) {
    warnings.push(`issuer ${company.name} named ${content.issuer.name}`)
  }
  return signForm(propose(portal, { company, person, session }, content, warnings))
}

/** The real SII takes a note only after what it refers to (REF-3-750); here a person is told. */
function referenceWarnings(
  { portal, company }: CompanyVisit,
  { references }: Omit<DteDocument, 'folio'>,
): string[] {
  const coded = references.filter((to) => to.code !== null)
  if (coded.length === 0) return []
  const known = [...portal.state.documents, ...historyOf(portal, company.rut)].map((one) =>
    'code' in one ? `${one.tipoDte} ${one.folio}` : `${one.tipoDoc} ${one.folio}`,
  )
  return coded
    .map((to) => `${to.documentType} ${to.folio}`)
    .filter((named) => !known.includes(named))
    .map((named) => `refers to an unknown ${named}`)
}

/** The XML stands raw in the textarea: decoding it as HTML would spoil its `&amp;`. */
export function signForm(proposal: Pick<Proposal, 'id' | 'tipoDte' | 'folio' | 'xml'>): Answer {
  return page(
    'Firma de Documento Electronico',
    `<form name="frmSign" method="post" action="/cgi-bin/Portal001/mipeSendXML.cgi">
${hidden('EFXP_FOLIO', String(proposal.folio))}
${hidden('PTDC_CODIGO', String(proposal.tipoDte))}
${hidden('EHDR_CODIGO', proposal.id)}
<textarea name="txtPlainText" rows="1" cols="1">${asFile(proposal.xml)}</textarea>
<textarea name="txtSignText" rows="1" cols="1"></textarea></form>
<input type="password" id="myPass"><button id="btnFirma">Firmar</button>`,
    `// agrega nombre, clave, nodo, nodoId y nameSpace al enviar
function firma(){
  //alert("Firma no reconocida");
}`,
  )
}

/** GET getCertDigital.cgi?rut=&dv=: about the person who signs; no company need be chosen. */
export function certificates(visit: PersonVisit): Answer {
  const { portal, person, query } = visit
  if (scenarioFor(portal, 'certificate-unreadable', person.rut)) {
    return page('Error', 'Servicio no disponible')
  }
  const type =
    portal.variants.certificateType === 'text/html'
      ? 'text/html; charset=ISO-8859-1'
      : 'application/json'
  const [body, dv] = person.rut.split('-')
  const asksForSelf = field(query, 'rut') === body && field(query, 'dv') === dv
  if (!asksForSelf || !hasCertificate(visit)) return json([], type)
  return json(
    portal.variants.certificateKeys === 'full'
      ? [{ nombre: '1', rut: Number(body), dv }]
      : [{ nombre: '1' }],
    type,
  )
}

/** POST postFirmaDigital.cgi, in UTF-8: the signed XML, or anything without `<Signature`. */
export function sign(visit: PersonVisit): Answer {
  const { portal, person, form } = visit
  const [body, dv] = person.rut.split('-')
  if (scenarioFor(portal, 'empty-sign-answer', person.rut)) return html('')
  if (scenarioFor(portal, 'certificate-expired', person.rut)) {
    return html('El certificado digital se encuentra vencido')
  }
  if (field(form, 'rut') !== body || field(form, 'dv') !== dv || !hasCertificate(visit)) {
    return html('No existe certificado digital centralizado para el rut')
  }
  if (
    scenarioFor(portal, 'wrong-certificate-password', person.rut) ||
    field(form, 'clave') !== person.certificatePassword
  ) {
    const { wrongCertificatePasswords } = portal.state
    wrongCertificatePasswords[person.rut] = (wrongCertificatePasswords[person.rut] ?? 0) + 1
    return html(
      portal.variants.wrongCertificate === 'empty' ? '' : 'Error: clave del certificado incorrecta',
    )
  }
  if (!namesTheNode(visit)) return html('Error al firmar: nodo no encontrado')
  return signed(visit)
}

function namesTheNode({ form }: PersonVisit): boolean {
  return (
    field(form, 'nombre') === '1' &&
    field(form, 'nodo') === 'dte:DTE' &&
    field(form, 'nodoId') === 'dte:Documento' &&
    field(form, 'nameSpace') === 'http://www.sii.cl/SiiDte'
  )
}

/** What can't be read as a DTE is answered with nothing, as an XML error is on the real one. */
function signed({ portal, person, form }: PersonVisit): Answer {
  let text = ''
  try {
    text = signAsThePortal(portal, person, field(form, 'dato'))
  } catch {
    return html('')
  }
  return html(text)
}

function hasCertificate({ portal, person }: PersonVisit): boolean {
  return person.certificatePassword !== null && !scenarioFor(portal, 'no-certificate', person.rut)
}
