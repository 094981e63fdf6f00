import type { Answer } from '../http/answer.ts'
import { hidden } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import type { PersonVisit } from '../http/visit.ts'
import { communeByName } from './communes.ts'
import { readBoleta } from './content.ts'
import type { BoletaContent } from './issue.ts'
import { shownAmounts, taxOf } from './issue.ts'
import { percentText } from './rate.ts'
import type { ScriptValue } from './script.ts'
import { boletaPage, hiddenByScript, notice } from './script.ts'
import { dataForm } from './form-page.ts'

/** POST TMBECN_ConfirmaTimbrajeContrib.cgi: the boleta with the SII's own retention; nothing is issued. */
export function confirmBoleta(visit: PersonVisit): Answer {
  const refused = scenarioFor(visit.portal, 'boleta-data-refused', visit.person.rut)
  if (refused) return refuseData(visit, refused.detail || 'Los datos ingresados no son válidos')
  const reading = readBoleta(visit, 'confirm')
  return reading.kind === 'ok'
    ? confirmation(visit, reading.content)
    : refuseData(visit, reading.reason)
}

export function refuseData(visit: PersonVisit, reason: string): Answer {
  return visit.portal.variants.boletaRefusal === 'form' ? dataForm(visit, reason) : notice(reason)
}

function confirmation(visit: PersonVisit, content: BoletaContent): Answer {
  const { form } = visit
  const copied = ['dia_actual', 'mes_actual', 'anio_actual', 'rut_arrastre', 'dv_arrastre']
  const kept = ['sin_destinatario', 'OptTipoRetencion', 'cbo_domicilio', 'tiempo']
  const used = String(content.lines.length)
  return boletaPage('CONFIRMACION DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: { ...values(visit, content), ...lineValues(content) },
    body: `<form name="formulario" method="post" action="TMBECN_BoletaHonorariosElectronica.cgi">
${hidden('origen', 'QUINTO')}
${kept.map((name) => hidden(name, field(form, name))).join('\n')}
${hidden('txt_email_contribuyente', visit.person.email)}
${hidden('hdn_muestra_glosa', content.activity === '' ? 'no' : 'si')}
${hidden('hdn_glosa_actividad', field(form, 'hdn_glosa_actividad'))}
${hiddenByScript({
  ...Object.fromEntries(copied.map((name) => [name, { literal: field(form, name) }])),
  origen: { literal: 'SEPTIMO' },
  cantidad_filas_ingreso: { literal: used },
  CantidadFilas: { literal: used },
  cbo_dia_boleta: { literal: field(form, 'cbo_dia_boleta') },
  cbo_mes_boleta: { literal: field(form, 'cbo_mes_boleta') },
  cbo_anio_boleta: { literal: field(form, 'cbo_anio_boleta') },
  txt_rut_destinatario: { value: 'rut_destinatario' },
  txt_dv_destinatario: { value: 'dv_destinatario' },
  txt_nombres_destinatario: { value: 'nombres_destinatario' },
  txt_domicilio_destinatario: { value: 'domicilio_destinatario' },
  txt_comuna_destinatario: { value: 'comuna_destinatario' },
  ...Object.fromEntries(Object.keys(lineValues(content)).map((name) => [name, { value: name }])),
})}
<input type="button" name="cmdconfirmar" value="Confirmar" onClick="presionaBoton('confirmar')"></form>`,
  })
}

function lineValues({ lines }: BoletaContent): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap(({ text, grossClp }, at) => [
      [`desc_prestacion_${at + 1}`, text],
      [`valor_prestacion_${at + 1}`, String(grossClp)],
    ]),
  )
}

function values(visit: PersonVisit, content: BoletaContent): Record<string, ScriptValue> {
  const { portal, person } = visit
  const tax = taxOf(portal, content)
  const shown = shownAmounts(portal, { ...content, ...tax })
  const changed = scenarioFor(portal, 'boleta-changes-receiver', person.rut)
  const [rut = '', dv = ''] = (changed ? '60803000-K' : content.receiverRut).split('-')
  const [ownRut = '', ownDv = ''] = person.rut.split('-')
  const more = scenarioFor(portal, 'boleta-changes-amount', person.rut) ? 1 : 0
  const code = communeByName(content.receiverCommune)?.code
  return {
    Monto_Boleta: { miles: tax.grossClp + more },
    Monto_Retencion: { miles: shown.retentionClp },
    Monto_Liquido: { miles: shown.liquidoClp + more },
    PorcentajeRetencion: percentText(tax.rateBasisPoints),
    rut_arrastre: ownRut,
    dv_arrastre: ownDv,
    rut_destinatario: rut,
    dv_destinatario: dv,
    nombres_destinatario: content.receiverName,
    domicilio_destinatario: content.receiverAddress,
    comuna_destinatario:
      portal.variants.boletaCommune === 'code' && code ? code : content.receiverCommune,
  }
}
