import type { Answer } from '../http/answer.ts'
import { hidden, html } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import { noteSend, whatIsSent } from '../documents/sends.ts'
import type { StoredBoleta } from '../state/state.ts'
import type { PersonVisit } from '../http/visit.ts'
import { readBoleta } from './content.ts'
import { issueBoleta, shownAmounts } from './issue.ts'
import { percentText } from './rate.ts'
import { assignments, boletaPage, hiddenByScript, notice } from './script.ts'
import { refuseData } from './confirm-page.ts'

/** POST TMBECN_BoletaHonorariosElectronica.cgi: issues the boleta, which can only be annulled. */
export function issueBoletaPage(visit: PersonVisit): Answer {
  const judged = judge(visit)
  noteSend(visit.portal, visit.session, {
    ...whatIsSent(visit.form),
    folio: judged.boleta?.folio ?? 0,
    outcome: judged.outcome,
  })
  return judged.answer
}

interface Judged {
  boleta: StoredBoleta | null
  outcome: string
  answer: Answer
}

function judge(visit: PersonVisit): Judged {
  const { portal, person, session, form } = visit
  if (scenarioFor(portal, 'boleta-form-back', person.rut)) return refused(visit, '')
  const confirmed = field(form, 'origen') === 'SEPTIMO'
  if (!confirmed || field(form, 'CantidadFilas') !== field(form, 'cantidad_filas_ingreso')) {
    return refused(visit, 'Debe confirmar los datos de la boleta')
  }
  const reading = readBoleta(visit, 'issue')
  if (reading.kind === 'refused') return refused(visit, reading.reason)
  const boleta = issueBoleta(portal, reading.content, {
    sessionToken: session.token,
    time: field(form, 'tiempo'),
    listLagMs: visit.listLagMs,
  })
  const unclear = scenarioFor(portal, 'boleta-unknown-page', person.rut)
  return {
    boleta,
    outcome: `issued ${boleta.folio}`,
    answer: unclear ? html('<html><body>Procesando...</body></html>') : success(visit, boleta),
  }
}

function refused(visit: PersonVisit, reason: string): Judged {
  return {
    boleta: null,
    outcome: reason === '' ? 'form shown again' : `refused: ${reason}`,
    answer: refuseData(visit, reason),
  }
}

/** The text of the page is drawn by its script; the boleta itself stands in a frame. */
function success({ portal }: PersonVisit, boleta: StoredBoleta): Answer {
  const named = portal.variants.boletaNamed
  const shown = shownAmounts(portal, boleta)
  const script = assignments('xml_values', {
    ...(named === 'bar-code' ? {} : { folio: String(boleta.folio) }),
    ...(named === 'folio' ? {} : { cod_barras: boleta.barCode }),
    Monto_Boleta: { miles: boleta.grossClp },
    Monto_Retencion: { miles: shown.retentionClp },
    Monto_Liquido: { miles: shown.liquidoClp },
    PorcentajeRetencion: percentText(boleta.rateBasisPoints),
    ...(named === 'folio' ? {} : { codigo_inferior: boleta.barCode }),
    nombre_archivo: `BHE_${boleta.folio}.xml`,
  })
  return html(
    `<html><head><title>BOLETA DE HONORARIOS ELECTRONICA</title>
<script>var xml_values = new Array();
${script}</script></head><body>
<form name="form1" method="post">${named === 'folio' ? '' : hidden('txt_codigo_barra', boleta.barCode)}
<iframe name="prueba" src=""></iframe></form></body></html>`,
    { 'content-type': 'text/html; charset=iso-8859-1' },
  )
}

/** POST TMBECN_PresentaDatosEnvio.cgi: to whom should the SII mail it? */
export function boletaMail(visit: PersonVisit): Answer {
  const boleta = own(visit)
  if (!boleta || field(visit.form, 'origen') !== 'SEPTIMO') return unknownBoleta()
  const [rut = '', dv = ''] = boleta.receiverRut.split('-')
  return boletaPage('ENVIO DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: { nombre_receptor: boleta.receiverName, descr_comuna: boleta.receiverCommune },
    body: `<form name="formulario" method="post" action="TMBECN_EnviarBoleta.cgi">
${hidden('txt_rut_destinatario', rut)}${hidden('txt_dv_destinatario', dv)}
${hidden('txt_codigo_barra', boleta.barCode)}${hidden('txt_cod_39', boleta.barCode)}
${hiddenByScript({
  origen: { literal: 'NOVENO' },
  txt_descr_comuna: { value: 'descr_comuna' },
  txt_nombre_receptor: { value: 'nombre_receptor' },
})}
<input type="text" name="txt_email" value="">
<input type="radio" name="OptMandaEmailOrigen" value="SI">Si<input type="radio" name="OptMandaEmailOrigen" value="NO" checked>No</form>`,
  })
}

/** POST TMBECN_EnviarBoleta.cgi. */
export function mailBoleta(visit: PersonVisit): Answer {
  const boleta = own(visit)
  if (!boleta || field(visit.form, 'origen') !== 'NOVENO') return unknownBoleta()
  const address = field(visit.form, 'txt_email')
  if (!/^[^@\s]+@[^@\s]+$/.test(address)) return notice('El correo electrónico no es válido')
  boleta.mailedTo.push(address)
  if (field(visit.form, 'OptMandaEmailOrigen') === 'SI') boleta.mailedTo.push(visit.person.email)
  return notice('El correo electrónico ha sido enviado exitosamente.')
}

function own({ portal, person, form }: PersonVisit): StoredBoleta | null {
  const barCode = field(form, 'txt_codigo_barra')
  return (
    portal.state.boletas.find((one) => one.barCode === barCode && one.issuerRut === person.rut) ??
    null
  )
}

function unknownBoleta(): Answer {
  return notice('No existe la boleta de honorarios')
}
