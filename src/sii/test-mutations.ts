import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { readAnnulled } from './boletas/annulment.ts'
import { readBoletaIssuer } from './boletas/form.ts'
import { readBoletaPage, refusalOf } from './boletas/page.ts'
import { readIssuedRow, readReceivedRow, readReportPage } from './boletas/report.ts'
import { readSentBoleta } from './boletas/sent.ts'
import { readConfirmation } from './boletas/issue.ts'
import { carriedIn, hiddenFields } from './boletas/script-values.ts'
import { classOf } from './http/answer-class.ts'
import { diagnose } from './http/diagnosis.ts'
import { isClosedPage, isLoginPage, singleAlert } from './http/page-words.ts'
import { readDrafts } from './facturas/drafts.ts'
import { readFacade } from './registers/facade.ts'
import { readFacturaForm } from './facturas/form.ts'
import { cutDte } from './documents/files.ts'
import { formsOf, optionsOf } from './pages/forms.ts'
import { readBoostr, readGovernment } from './public/holiday-sources.ts'
import { titleOf, visibleText } from './pages/html.ts'
import { readReceivedRows, readRows } from './documents/issued-list.ts'
import { readIssuer } from './facturas/issuer.ts'
import { readRow as readMisDteRow } from './registers/mis-dte.ts'
import { readProfile } from './session/profile.ts'
import { jsonIn } from './public/public-page.ts'
import { readAuthorised, readCaptcha, readTaxpayer } from './public/public.ts'
import { readRecipient } from './facturas/recipient.ts'
import { readDetails, readExport, readTotals } from './registers/rows.ts'
import { arrayLiterals, linkNamed, liveAlerts, scriptedTarget } from './pages/scripts.ts'
import { readSent } from './facturas/sent.ts'
import { tableRows } from './pages/tables.ts'
import {
  boleta,
  confirmPage,
  dataPage,
  issuedPage,
  issuedRow,
  reportPage,
  startPage,
} from './boletas/test-boletas.ts'
import { visitOf } from './http/test-browser.ts'
import { readSiiYear } from './public/uf.ts'
import { readUtmYear } from './public/utm.ts'
import type { Visit } from './http/visit.ts'

/** One page of every kind the client reads, whole. */
export const pages: readonly string[] = [
  `<title>Facturacion Electr&oacute;nica MIPYME - Seleccion de Empresa</title>
   <form name="fPrmEmpPOP" method="post" action="mipeSelEmpresa.cgi"><select name="RUT_EMP"><optgroup label="x">
   <option value="76192083-9">EMPRESA UNO SPA 76192083-9<option value="77111222-6">DOS</optgroup></select></form>`,
  `<script>var emisorDir = [["AV UNO 100","SANTIAGO","","11111111"," "],["CALLE DOS 2","MAIPU","","2"," "]];
   var emisorActEco = [["620100","PROGRAMACION"]]; var arrFecha = ["2026","11","20"];
   var receptorDir = [["AV TRES 3","ARICA","ARICA"]]; //alert("no");</script><p>Rut 76192083-9</p>
   <p>FACTURA ELECTR&Oacute;NICA N&deg; folio no asignado</p><form name="VIEW_EFXP" action="x">
   <input type="hidden" name="PTDC_CODIGO" value="33"><input name="EFXP_RUT_RECEP" value="60803000">
   <input name="EFXP_DV_RECEP" value="K"><input name="EFXP_RZN_SOC" value="ASESOR&#205;AS">
   <input name="EFXP_RZN_SOC_RECEP" value="R"><select name="EFXP_DIR_RECEP"><option>AV TRES 3</select></form>`,
  `<form name="frmSign" method="post"><input type="hidden" name="EFXP_FOLIO" value="22">
   <textarea name="txtPlainText"><?xml version="1.0"?><DTE><Folio>22</Folio></DTE></textarea></form>`,
  `<p>Empresa: 76.192.083-9</p><p>DOCUMENTO ENVIADO EXITOSAMENTE</p><p>FACTURA ELECTRONICA N&deg; 22</p>
   <a href="/cgi-bin/Portal001/mipeDisplayPDF.cgi?DHDR_CODIGO=99000001">Ver Documento</a>`,
  `<TITLE>Redireccionando</TITLE><script>function r(){ alert('Firma no reconocida\\n'); history.go(-1); }</script>`,
  `<table><tr><th>Razon Social<th>Folio</tr><tr><td><a href="mipeGesDocEmi.cgi?ALL_PAGE_ANT=2&CODIGO=99"><img></a></td>
   <td>60803000-K<td>RECEPTOR</td><td>Factura Electronica</td><td>22</td><td>2026-11-20</td><td>1190</td><td>Emitido</td></tr></table>`,
  `<script>var DatosCntrNow = {"contribuyente":{"rut":"76192083","dv":"9","razonSocial":null},"direcciones":[]};
   var DatosActeco = [{"codigo":"1","descripcion":"x","categoriaTributaria":"2"}];</script>`,
  `<h2>Enero</h2><table><tr><th>1</th><td>39.200,15</td><th>11</th><td></td></tr></table>`,
  `<?xml version="1.0"?><SetDTE><DTE version="1.0"><TipoDTE>33</TipoDTE><Folio>22</Folio></DTE></SetDTE>`,
  startPage,
  dataPage,
  confirmPage,
  issuedPage,
  reportPage([
    issuedRow(340),
    { ...issuedRow(341), rutemisor: '11111111', dvemisor: '1', estado: 'S' },
  ]),
  `<p>Paso 2 de 3</p><script>xml_values['Monto_Boleta'] = formatMiles("100000",".");</script><form name="formulario">
   <input type="hidden" name="Txt_BoletaAnular" value="341"><input type="button" name="ConfirmarAnulacion"></form>`,
  `<table><tr><td><a href="mipeGesDocRcp.cgi?CODIGO=98"><img></a></td><td>60803000-K<td>EMISOR</td>
   <td>Nota de Credito Electronica</td><td>5</td><td>2026-11-20</td><td>1190</td><td>Recibido</td></tr></table>`,
  `{"data":[{"rsmnTipoDocInteger":33,"rsmnTotDoc":1,"rsmnMntExe":0,"rsmnMntNeto":1000,"rsmnMntIVA":190,"rsmnMntTotal":1190}],
   "respEstado":{"codRespuesta":0,"msgeRespuesta":null}}`,
  `{"data":[{"detNroDoc":41,"detRutDoc":77111222,"detDvDoc":"6","detRznSoc":"X","detFchDoc":"05/10/2026","detMntExe":0,
   "detMntNeto":1000,"detMntIVA":190,"detMntTotal":1190,"detEventoReceptor":"ACD"}],"respEstado":{"codRespuesta":0}}`,
  `{"data":["Nro;Tipo Doc;Rut cliente;Razon Social;Folio;Fecha Docto;Monto Exento;Monto Neto;Monto IVA;Monto total",
   "1;33;77111222-6;X;41;05/10/2026;0;1000;190;1190",";;;;;;;;;"],"respEstado":{"codRespuesta":99,"msgeRespuesta":"El token no es valido"}}`,
  `{"dataResp":{"detalles":[{"nroDoc":"41","rutReceptor":"77111222-6","fchDoc":"05/10/2026","mntTotal":1190}]},
   "respEstado":{"codRespuesta":"0"}}`,
  `[{"ehdr_CODIGO":5001,"ptdc_CODIGO":"33","efxp_FCH_EMIS":"2026-09-08 15:49:20","efxp_RUT_RECEP":77111222,
   "efxp_DV_RECEP":"6","efxp_RZN_SOC_RECEP":"Ã‘","efxp_MNT_TOTAL":1190}]`,
  `<html><body><div><div>a</div><div>b</div><div>c</div><div>EMPRESA</div><div>76.192.083-9</div>
   <span>presenta Inicio de Actividades: SI</span><table><tr><td>GIRO</td><td>620100</td><td>1</td><td>Si</td></tr></table>`,
  `<table><tr><td>Rut:</td><td>76192083-9</td></tr><tr><td>Raz&oacute;n Social:</td><td>UNO</td></tr></table>
   <table><tr><td>33</td><td>FACTURA</td><td>01-09-2014</td><td></td></tr></table>`,
  `{"txtCaptcha":"eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4NzMxOXRhaWw="}`,
  `<table><tr><td>Enero</td><td>67.429</td><td>809.148</td></tr><tr><td>Febrero</td><td>67.294</td></tr></table>`,
  `[{"nombre":"Navidad","fecha":"2026-12-25","tipo":"Religioso","comentarios":null}]`,
  `{"status":"success","data":[{"date":"2026-12-25","title":"Navidad","type":"Religioso","extra":"Irrenunciable"}]}`,
]

const company = rut('76192083-9')
/** What the factura's success page above is about. */
export const sentFactura = { company, tipoDte: 33, folio: 22, totalClp: clp(1190) }
const seen = {
  recipient: boleta().recipient.rut,
  grossClp: clp(100_000),
  retentionClp: clp(15_250),
  liquidoClp: clp(84_750),
  rateBasisPoints: 1525,
}
/** What the boleta's success page is about. */
export const sentBoleta = { content: boleta(), seen, lastFolio: 340 }

type PageVisit = Visit & { kind: 'page' }

/** Every reader over one page, by name. */
export const readers: Readonly<Record<string, (visit: PageVisit) => unknown>> = {
  visibleText: ({ page }) => visibleText(page.text),
  titleOf: ({ page }) => titleOf(page.text),
  formsOf: ({ page }) => formsOf(page.text),
  optionsOf: ({ page }) => optionsOf(page.text, 'RUT_EMP'),
  arrayLiterals: ({ page }) => arrayLiterals(page.text),
  liveAlerts: ({ page }) => liveAlerts(page.text),
  scriptedTarget: ({ page }) => scriptedTarget(page.text),
  linkNamed: ({ page }) => linkNamed(page.text, 'Continuar'),
  diagnose: (visit) => diagnose(visit, 'judged'),
  isLoginPage: ({ page }) => isLoginPage(page),
  singleAlert: ({ page }) => singleAlert(page),
  readSent: (visit) => readSent(visit, sentFactura, 'pw'),
  readProfile: ({ page }) => readProfile(page.text),
  readRows: ({ page }) => readRows(page.text),
  readSiiYear: ({ page }) => readSiiYear(page.text, 2026),
  cutDte: ({ page }) =>
    cutDte(page.bytes, company, { tipoDte: 33, folio: 22, issueDate: day(2026, 11, 20) }),
  readFacturaForm: (visit) => {
    const form = readFacturaForm(visit)
    return form.kind === 'ok' ? [readIssuer(form.value), readRecipient(form.value)] : form
  },
  classOf: (visit) => classOf(visit),
  isClosedPage: ({ page }) => isClosedPage(page),
  carriedIn: ({ page }) => [
    carriedIn(page.text, 'xml_values'),
    carriedIn(page.text, 'arr_informe_mensual'),
  ],
  hiddenFields: ({ page }) => hiddenFields(page.text, carriedIn(page.text, 'xml_values')),
  readBoletaPage: ({ page }) => {
    const read = readBoletaPage(page)
    return read === null ? null : readBoletaIssuer(read)
  },
  refusalOf: (visit) => refusalOf(visit, ['txt_rut_destinatario']),
  readConfirmation: (visit) => readConfirmation(visit, boleta(), []),
  readSentBoleta: (visit) => readSentBoleta(visit, sentBoleta),
  readAnnulled: (visit) => readAnnulled(visit),
  readIssuedReport: ({ page }) => readReportPage(page, readIssuedRow),
  readReceivedReport: ({ page }) => readReportPage(page, readReceivedRow),
  readReceivedRows: ({ page }) => readReceivedRows(page.text),
  readFacade: (visit) => readRegister(visit),
  readDrafts: ({ page }) => readDrafts(page),
  readTaxpayer: ({ page }) => readTaxpayer(page.text, company),
  readAuthorised: ({ page }) => readAuthorised(page.text, company),
  readCaptcha: ({ page }) => readCaptcha(page.text),
  readUtmYear: ({ page }) => readUtmYear(page.text, 2026),
  readGovernment: ({ page }) => readGovernment(page.text, 2026),
  readBoostr: ({ page }) => readBoostr(page.text, 2026),
  jsonIn: ({ page }) => jsonIn(page.text),
  tableRows: ({ page }) => tableRows(page.text),
}

function readRegister(visit: PageVisit): unknown {
  const answer = readFacade(visit, 'getResumen')
  if (answer.kind !== 'ok') return answer
  const { data, dataResp } = answer.value.body ?? {}
  return [
    readTotals(data),
    readDetails(data, 33),
    readExport(data),
    readMisDteRow(firstRow(dataResp), 33),
  ]
}

function firstRow(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

/** One page, now and then two, cut, doubled and changed in some places. */
export function mutated(next: () => number): Visit & { kind: 'page' } {
  const first = pages[Math.floor(next() * pages.length)] ?? ''
  const second = pages[Math.floor(next() * pages.length)] ?? ''
  return visitOf(mutate(next() < 0.3 ? first + second : first, next))
}

const SPLINTERS = [
  '<',
  '>',
  '"',
  "'",
  '</',
  '<!--',
  '-->',
  '&',
  '=',
  '[',
  ']',
  '{',
  '\\',
  '//',
  '\n',
  '\u0000',
  'é',
  '<td>',
  '</form>',
  '<form>',
  '<select>',
  '9',
  '.',
  ';',
  '"]',
  '}',
  "['",
  'xml_values',
  'formatMiles(',
  'null',
]

export function mutate(page: string, next: () => number): string {
  let text = page
  const changes = 1 + Math.floor(next() * 6)
  for (let change = 0; change < changes; change += 1) {
    const at = Math.floor(next() * text.length)
    const length = Math.floor(next() * 40)
    const splinter = SPLINTERS[Math.floor(next() * SPLINTERS.length)] ?? ''
    const kind = next()
    if (kind < 0.35) text = text.slice(0, at) + text.slice(at + length)
    else if (kind < 0.6) text = text.slice(0, at) + splinter + text.slice(at)
    else if (kind < 0.8) text = text.slice(0, at) + splinter + text.slice(at + 1)
    else if (kind < 0.95) text = text.slice(0, at + length) + text.slice(at)
    else text = text.slice(0, at)
  }
  return text
}

/** mulberry32: the same pages every time. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
