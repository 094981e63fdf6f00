import type { Answer } from '../http/answer.ts'
import { contributorError, hidden, html, page, pdf, rejection } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { frameFields, previewFields } from '../documents/fields.ts'
import { scenarioFor } from '../state/portal.ts'
import { drawPreview } from '../documents/preview-pdf.ts'
import { refusalOf } from '../documents/validation.ts'
import type { CompanyVisit, PersonVisit } from '../http/visit.ts'
import { emptyForm } from './invoice-form.ts'

/** POST mipeDisplayPreView.cgi: the complete document as the portal understood it; nothing is issued. */
export function preview(visit: CompanyVisit): Answer {
  const { portal, person, company } = visit
  const refused = scenarioFor(portal, 'preview-rejected', person.rut, company.rut)
  if (refused) return rejection(refused.detail || 'Debe ingresar Ciudad del contribuyente emisor')
  if (scenarioFor(portal, 'preview-form-back', person.rut, company.rut)) return emptyForm(visit)
  const reason = refusalOf(visit)
  return reason === null ? accepted(visit) : rejection(reason)
}

function accepted(visit: CompanyVisit): Answer {
  const values = previewValues(visit)
  const inputs = previewFields.map((name) =>
    hidden(name, values.get(name) ?? '').replace('">', '" maxlength="110" size="50">'),
  )
  return page(
    'Facturacion Electronica',
    `<h3>REVISI&Oacute;N DE DOCUMENTO TRIBUTARIO ELECTR&Oacute;NICO</h3>
<form name="PreViewDTE" method="post" action="/cgi-bin/Portal001/mipeGenFacEx.cgi">
${inputs.join('\n')}
<input type="button" name="btnSign" value="Firmar" onclick="firmar()"><input type="button" name="btnCorregir" value="Corregir" onclick="history.go(-1)"></form>
<iframe name="framePdf" src="/Portal001/PreViewFrame.html" width="100%" height="600"></iframe>`,
    `function firmar(){
  //alert("Va a firmar el documento");
  document.PreViewDTE.action = "/cgi-bin/Portal001/mipeGenXMLFirma.cgi"; document.PreViewDTE.submit(); }`,
  )
}

/** Normalised: trimmed, references dropped unless they were ticked, the issuer's RUT from the session. */
function previewValues(visit: CompanyVisit): Map<string, string> {
  const { form, company, portal, person } = visit
  const [body = '', dv = ''] = company.rut.split('-')
  const values = new Map(previewFields.map((name) => [name, field(form, name).trim()]))
  values.set('EFXP_FOLIO', '')
  values.set('EFXP_RUT_EMIS', body)
  values.set('EFXP_DV_EMIS', dv)
  values.set('EFXP_TPO_IMPRESION', 'N')
  values.set('EFXP_TIPOVENTA', field(form, 'EFXP_TIPOVENTA_SELECT'))
  values.set('EFXP_TIPOCOMPRA', field(form, 'EFXP_TIPOCOMPRA_SELECT'))
  if (field(form, 'REF_SI_NO') !== 'SiChecked') {
    for (const name of previewFields) if (name.includes('_REF_0')) values.set(name, '')
  }
  if (scenarioFor(portal, 'preview-changes-total', person.rut, company.rut)) {
    values.set('EFXP_MNT_TOTAL', String(Number(field(form, 'EFXP_MNT_TOTAL')) + 1))
  }
  if (scenarioFor(portal, 'preview-changes-receiver', person.rut, company.rut)) {
    values.set('EFXP_RUT_RECEP', '60803000')
    values.set('EFXP_DV_RECEP', 'K')
  }
  return values
}

/** GET PreViewFrame.html: the only field list that mipePreView.cgi takes. */
export function previewFrame(): Answer {
  const inputs = frameFields.map((name) => hidden(name, name === 'EFXP_FOLIO' ? '0' : ''))
  return html(
    `<HTML><HEAD><TITLE>PreView</TITLE></HEAD><body><form name="VIEW" method="post" action="/cgi-bin/Portal001/mipePreView.cgi">\n${inputs.join('\n')}\n</form></body></HTML>`,
  )
}

/** POST mipePreView.cgi, from that frame only and with exactly its fields. */
export async function previewPdf(visit: PersonVisit): Promise<Answer> {
  const { form, request } = visit
  const fromFrame = /\/Portal001\/PreViewFrame\.html$/.test(request.headers['referer'] ?? '')
  const exact = form.size === frameFields.length && frameFields.every((name) => form.has(name))
  if (!fromFrame || !exact || field(form, 'EFXP_FOLIO') !== '0') {
    return contributorError('Su requerimiento no ha sido bien recepcionado.', '02.35.209.-1.148.12')
  }
  return pdf(await drawPreview(form), `${field(form, 'EFXP_RUT_EMIS')}-0.pdf`)
}
