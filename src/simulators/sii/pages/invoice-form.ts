import type { WorldAddress } from '../../world-receivers.ts'
import { dayInChile } from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import type { Answer } from '../http/answer.ts'
import { contributorError, page, rejection } from '../http/answer.ts'
import { headingOf, isNote, tipoDteOf } from '../documents/document-kinds.ts'
import { documentOf } from '../documents/documents.ts'
import { draftOf } from '../documents/drafts.ts'
import { field } from '../http/form.ts'
import { MAX_LINES } from '../documents/fields.ts'
import type { Opening } from '../documents/opening.ts'
import { blank, fromDocument, fromDraft } from '../documents/opening.ts'
import { scenarioFor } from '../state/portal.ts'
import { receiverFor } from '../documents/receivers.ts'
import type { KnownReceiver } from '../documents/receivers.ts'
import type { CompanyVisit } from '../http/visit.ts'
import {
  issuerInputs,
  lineInputs,
  lineScript,
  otherInputs,
  receiverInputs,
  row,
} from './form-inputs.ts'

/** GET mipeGenFacEx.cgi?PTDC_CODIGO=33: the chosen company's form, empty, or with a copy or a draft in it. */
export function invoiceForm(visit: CompanyVisit): Answer {
  const tipoDte = tipoDteOf(field(visit.query, 'PTDC_CODIGO'))
  if (tipoDte === null) {
    return contributorError(
      'Tipo de documento no disponible en el simulador',
      '02.35.209.-1.148.33',
    )
  }
  const code = field(visit.query, 'VALOR')
  if (code === '') return formOf(visit, null, blank(tipoDte))
  if (field(visit.query, 'ES_BORR') === 'TRUE') {
    const draft = draftOf(visit, code)
    return draft ? formOf(visit, null, fromDraft(draft)) : notReceived()
  }
  const source = documentOf(visit, code)
  return source ? formOf(visit, null, fromDocument(source, tipoDte)) : notReceived()
}

/** POST mipeGenFacEx.cgi?: the whole form comes back with what the SII knows of the receiver. */
export function lookUpReceiver(visit: CompanyVisit): Answer {
  const rut = parseRut(
    `${field(visit.form, 'EFXP_RUT_RECEP')}-${field(visit.form, 'EFXP_DV_RECEP')}`,
  )
  return rut === null
    ? rejection('Rut Receptor incorrecto')
    : formOf(visit, receiverFor(visit, rut), blankAsPosted(visit))
}

/** Also what a refused preview shows in the scenario where the form comes back. */
export function emptyForm(visit: CompanyVisit): Answer {
  return formOf(visit, null, blankAsPosted(visit))
}

/** The lines are gone each time, so lookups come first. */
function blankAsPosted({ form }: CompanyVisit): Opening {
  return blank(tipoDteOf(field(form, 'PTDC_CODIGO')) ?? 33)
}

function formOf(visit: CompanyVisit, receiver: KnownReceiver | null, opening: Opening): Answer {
  const { company } = visit
  const [year, month, day] = dayInChile(visit.portal.now()).split('-')
  return page(
    'Facturacion Electronica - Factura Electronica',
    `<div id="cabecera">Rut ${company.rut}<br>${heading(opening)}<br>N&deg; folio no asignado</div>
<form name="VIEW_EFXP" method="post" action="/cgi-bin/Portal001/mipeDisplayPreView.cgi">
${issuerInputs(visit, opening)}
${receiverInputs(visit, receiver, opening)}
${otherInputs(opening)}
<div id="detalle">${lineInputs(visit, opening)}</div>
${isNote(opening.tipoDte) ? '' : paymentForm(opening)}
<input type="button" name="btnValida" value="Validar y visualizar" onclick="valida()"></form>`,
    `var emisorDir = [${addressRows(issuerAddresses(visit))}];
var emisorActEco = [${company.activities.map((one) => row([one.code, one.name])).join(',')}];
var arrFecha = ["${year}","${month}","${day}"];
var MAX_LINEA = ${MAX_LINES}; var cantTotCol = ${MAX_LINES};
${receiverScript(visit, receiver)}
${lineScript(visit, opening)}
function enviaCGI(campo){ document.VIEW_EFXP.action = "/cgi-bin/Portal001/mipeGenFacEx.cgi?"; document.VIEW_EFXP.submit(); }
function valida(){
  //alert("Debe ingresar el campo : Giro del contribuyente receptor");
  document.VIEW_EFXP.submit(); }`,
  )
}

function heading({ tipoDte }: Opening): string {
  return headingOf(tipoDte).replace('ELECTRONICA', 'ELECTR&Oacute;NICA')
}

function paymentForm({ fields }: Opening): string {
  const chosen = fields.get('EFXP_FMA_PAGO') ?? '0'
  const options = ['Seleccione', 'Contado', 'Cr&eacute;dito', 'Sin costo'].map(
    (name, at) => `<option value="${at}"${chosen === String(at) ? ' selected' : ''}>${name}`,
  )
  return `<select name="EFXP_FMA_PAGO">${options.join('')}</select>`
}

/** The real names of these arrays are unknown: nobody should look for them. */
function receiverScript(visit: CompanyVisit, known: KnownReceiver | null): string {
  if (!known || known.addresses.length <= 1) return ''
  const names =
    visit.portal.variants.receiverShape === 'script'
      ? { addresses: 'arrDirRecep', giros: 'arrGiroRecep' }
      : { addresses: 'receptorDir', giros: 'receptorActEco' }
  return `var ${names.addresses} = [${addressRows(known.addresses)}];
var ${names.giros} = [${known.giros.map((giro) => row([giro])).join(',')}];`
}

function issuerAddresses(visit: CompanyVisit): WorldAddress[] {
  const { company, portal, person } = visit
  return scenarioFor(portal, 'issuer-city-empty', company.rut, person.rut)
    ? company.addresses.map((address) => ({ ...address, city: '' }))
    : company.addresses
}

function addressRows(addresses: WorldAddress[]): string {
  return addresses
    .map(({ street, commune, city, branchCode }) => row([street, commune, city, branchCode, ' ']))
    .join(',')
}

function notReceived(): Answer {
  return contributorError('Su requerimiento no ha sido bien recepcionado.', '02.35.209.-1.148.12')
}
