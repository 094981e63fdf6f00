import type { WorldCompany } from '../../world.ts'
import type { WorldAddress } from '../../world-receivers.ts'
import { dayInChile } from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import type { Answer } from '../answer.ts'
import { contributorError, hidden, inAttribute, page, rejection } from '../answer.ts'
import { field } from '../form.ts'
import { MAX_LINES } from '../fields.ts'
import { scenarioFor } from '../portal.ts'
import { receiverFor } from '../receivers.ts'
import type { KnownReceiver } from '../receivers.ts'
import type { CompanyVisit } from '../visit.ts'

/** GET mipeGenFacEx.cgi?PTDC_CODIGO=33: the empty form of the chosen company. */
export function invoiceForm(visit: CompanyVisit): Answer {
  return field(visit.query, 'PTDC_CODIGO') === '33'
    ? formOf(visit, null)
    : contributorError('Tipo de documento no disponible en el simulador', '02.35.209.-1.148.33')
}

/** POST mipeGenFacEx.cgi?: the whole form comes back with what the SII knows of the receiver. */
export function lookUpReceiver(visit: CompanyVisit): Answer {
  const rut = parseRut(
    `${field(visit.form, 'EFXP_RUT_RECEP')}-${field(visit.form, 'EFXP_DV_RECEP')}`,
  )
  return rut === null
    ? rejection('Rut Receptor incorrecto')
    : formOf(visit, receiverFor(visit, rut))
}

/** Also what a refused preview shows in the scenario where the form comes back. */
export function formOf(visit: CompanyVisit, receiver: KnownReceiver | null): Answer {
  const { company } = visit
  const [year, month, day] = dayInChile(visit.portal.now()).split('-')
  return page(
    'Facturacion Electronica - Factura Electronica',
    `<div id="cabecera">Rut ${company.rut}<br>FACTURA ELECTR&Oacute;NICA<br>N&deg; folio no asignado</div>
<form name="VIEW_EFXP" method="post" action="/cgi-bin/Portal001/mipeDisplayPreView.cgi">
${issuerInputs(company)}
${receiverInputs(visit, receiver)}
${otherInputs()}
<div id="detalle"></div>
<select name="EFXP_FMA_PAGO"><option value="0" selected>Seleccione<option value="1">Contado<option value="2">Cr&eacute;dito<option value="3">Sin costo</select>
<input type="button" name="btnValida" value="Validar y visualizar" onclick="valida()"></form>`,
    `var emisorDir = [${addressRows(issuerAddresses(visit))}];
var emisorActEco = [${company.activities.map((one) => row([one.code, one.name])).join(',')}];
var arrFecha = ["${year}","${month}","${day}"];
var MAX_LINEA = ${MAX_LINES}; var cantTotCol = ${MAX_LINES};
${receiverScript(visit, receiver)}
function enviaCGI(campo){ document.VIEW_EFXP.action = "/cgi-bin/Portal001/mipeGenFacEx.cgi?"; document.VIEW_EFXP.submit(); }
function valida(){
  //alert("Debe ingresar el campo : Giro del contribuyente receptor");
  document.VIEW_EFXP.submit(); }`,
  )
}

/** Address, activity and date stand empty here: only the script's literals carry them. */
function issuerInputs(company: WorldCompany): string {
  const empty = ['EFXP_CDG_SII_SUCUR', 'EHDR_CODIGO', 'EFXP_FCH_EMIS', 'EFXP_DIR_ORIGEN_DEFUALT']
  return [
    hidden('esCRED_EC', 'FALSE'),
    hidden('esFACT_TUR', 'FALSE'),
    hidden('PTDC_CODIGO', '33'),
    hidden('CANT_DET', '1'),
    hidden('ES_BORR', 'FALSE'),
    ...empty.map((name) => hidden(name, '')),
    text('EFXP_RZN_SOC', company.name, 100),
    text('EFXP_DIR_ORIGEN', '', 70),
    text('EFXP_CMNA_ORIGEN', '', 20),
    text('EFXP_CIUDAD_ORIGEN', '', 20),
    '<select name="EFXP_TIPOVENTA_SELECT"><option value="1" selected>Del Giro<option value="2">Activo Fijo<option value="3">Bienes Raices</select>',
    text('EFXP_EMAIL_EMISOR', company.email, 80),
    '<input type="checkbox" name="FONO_SI_NO" value="SiChecked">',
    text('EFXP_FONO_EMISOR', company.phone, 20),
    text('EFXP_GIRO_EMIS', company.giro, 80),
    hidden('EFXP_ACTECO', ''),
    '<select name="EFXP_ACTECO_SELECT"></select>',
    '<input type="checkbox" name="EMP_MENOR_TAMANO" value="SiChecked">',
  ].join('\n')
}

function receiverInputs(visit: CompanyVisit, known: KnownReceiver | null): string {
  const [body = '', dv = ''] = (known?.rut ?? '').split('-')
  const first = known?.addresses[0]
  return [
    `<input type="text" name="EFXP_RUT_RECEP" value="${body}" maxlength="8">`,
    `<input type="text" name="EFXP_DV_RECEP" value="${dv}" maxlength="1" onchange="enviaCGI(this)">`,
    text('EFXP_RZN_SOC_RECEP', known?.name ?? '', 100),
    '<select name="EFXP_TIPOCOMPRA_SELECT"><option value="1" selected>Del Giro<option value="2">Supermercados<option value="7">No corresponde</select>',
    hidden('EFXP_DIR_RECEP_DEFUALT', ''),
    choice(visit, 'EFXP_DIR_RECEP', known?.addresses.map((one) => one.street) ?? [], 70),
    text('EFXP_CMNA_RECEP', first?.commune ?? '', 20),
    text('EFXP_CIUDAD_RECEP', first?.city ?? '', 20),
    hidden('EFXP_GIRO_RECEP_DEFUALT', ''),
    choice(visit, 'EFXP_GIRO_RECEP', known?.giros ?? [], 40),
    text('EFXP_CONTACTO', '', 80),
    text('EFXP_RUT_SOLICITA', '', 8),
    text('EFXP_DV_SOLICITA', '', 1),
  ].join('\n')
}

function otherInputs(): string {
  const transport = ['RUT_TRANSPORTE', 'DV_TRANSPORTE', 'PATENTE', 'RUT_CHOFER', 'DV_CHOFER']
  return [
    ...[...transport, 'NOMBRE_CHOFER'].map((name) => text(`EFXP_${name}`, '', 30)),
    ...['REF_SI_NO', 'COD_SI_NO', 'OTRO_IMP_SI_NO'].map(
      (name) => `<input type="checkbox" name="${name}" value="SiChecked">`,
    ),
    ...['EFXP_SUBTOTAL', 'EFXP_PCT_DESC', 'EFXP_MNT_DESC', 'EFXP_MNT_NETO'].map((name) =>
      text(name, '0', 18),
    ),
    hidden('IVA_TEMP', ''),
    hidden('MNT_NETO_TEMP', ''),
    text('EFXP_TASA_IVA', '19', 5),
    text('EFXP_IVA', '0', 18),
    text('EFXP_MNT_TOTAL', '0', 18),
  ].join('\n')
}

/** One value is an input; several are a select, its options written out or left to the script. */
function choice(visit: CompanyVisit, name: string, values: string[], maxLength: number): string {
  if (values.length <= 1) return text(name, values[0] ?? '', maxLength)
  if (visit.portal.variants.receiverShape === 'script') {
    return `<select name="${name}" onchange="modDir()"></select>`
  }
  const options = values.map(
    (value) => `<option value="${inAttribute(value)}">${inAttribute(value)}\n`,
  )
  return `<select name="${name}" onchange="modDir()">${options.join('')}</select>`
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

function row(values: string[]): string {
  return `[${values.map((value) => `"${inAttribute(value)}"`).join(',')}]`
}

function text(name: string, value: string, maxLength: number): string {
  return `<input type="text" name="${name}" value="${inAttribute(value)}" maxlength="${maxLength}">`
}
