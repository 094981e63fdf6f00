import type { WorldCompany } from '../../world.ts'
import type { Answer } from '../http/answer.ts'
import { hidden, html, inAttribute, inText, page } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { companiesOf, scenarioFor } from '../state/portal.ts'
import type { PersonVisit } from '../http/visit.ts'

const PORTAL = '/cgi-bin/Portal001'
const FORM_ADDRESS = `${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33`

/** GET mipeSelEmpresa.cgi: a chooser, an empty chooser, or with one company straight on to the form. */
export function companyChooser(visit: PersonVisit): Answer {
  const companies = companiesOf(visit.portal, visit.person)
  const [only, ...others] = companies
  if (only && others.length === 0) {
    visit.session.companyRut = only.rut
    return launcher()
  }
  return chooser(companies, field(visit.query, 'DESDE_DONDE_URL'))
}

/** POST mipeSelEmpresa.cgi: the choice stays on the server; seeing the chooser again means refused. */
export function chooseCompany(visit: PersonVisit): Answer {
  const companies = companiesOf(visit.portal, visit.person)
  const destination = field(visit.form, 'DESDE_DONDE_URL')
  const chosen = companies.find((one) => one.rut === field(visit.form, 'RUT_EMP'))
  if (!chosen || scenarioFor(visit.portal, 'company-refused', visit.person.rut, chosen.rut)) {
    return chooser(companies, destination)
  }
  visit.session.companyRut = chosen.rut
  return redirectPage(destination === '' ? '/factura_sii/factura_sii.htm' : addressOf(destination))
}

/** GET mipeLaunchPage.cgi: the menu's way in. */
export function launchPage({ query }: PersonVisit): Answer {
  return redirectPage(addressOf(`OPCION=${field(query, 'OPCION')}`))
}

/** OPCION is a type of document, or 2 for the issued list and 1 for the received one. */
function addressOf(destination: string): string {
  const option = /OPCION=(\d+)/.exec(destination)?.[1] ?? '33'
  if (option === '1') return `${PORTAL}/mipeAdminDocsRcp.cgi`
  if (option === '2') return `${PORTAL}/mipeAdminDocsEmi.cgi`
  return `${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=${option}`
}

function chooser(companies: WorldCompany[], destination: string): Answer {
  // Closing tags of options are missing on the real page too.
  const options = companies
    .map((one) => `<option value="${one.rut}">${inText(one.name)} ${one.rut}\n`)
    .join('')
  return page(
    'Facturacion Electr&oacute;nica MIPYME - Seleccion de Empresa',
    `<form name="fPrmEmpPOP" method="post" action="mipeSelEmpresa.cgi">
${hidden('DESDE_DONDE_URL', destination || 'OPCION=33&TIPO=4')}
<select name="RUT_EMP"><optgroup label="Seleccione una opci&oacute;n">
${options}</optgroup></select><button type="submit">Enviar</button></form>`,
    `function valida(){ if (document.fPrmEmpPOP.RUT_EMP.value == '') {
  //alert("Debe seleccionar una empresa");
  return false; } return true; }`,
  )
}

function launcher(): Answer {
  return html(
    `<HTML><HEAD><TITLE>Facturacion Electronica - Launcher</TITLE>\n<script>function go(){ window.location = "/factura_sii/factura_sii.htm"; window.open("${FORM_ADDRESS}"); }</script></HEAD><body onLoad="go()"></body></HTML>`,
  )
}

function redirectPage(address: string): Answer {
  return html(
    `<HTML><HEAD><TITLE>Redireccionando</TITLE>\n<script>window.location.href = "${inAttribute(address)}";</script></HEAD><body></body></HTML>`,
  )
}
