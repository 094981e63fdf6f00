import { dayInChile, formatDay } from '#domain/day.ts'
import { retentionRate } from '#domain/retention.ts'
import { parseRut } from '#domain/rut.ts'
import type { Answer } from '../http/answer.ts'
import { hidden, inAttribute, inText } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import { inTheWorld } from '../documents/receivers.ts'
import type { PersonVisit } from '../http/visit.ts'
import { communeByName, REGIONS } from './communes.ts'
import { addressId, LONGEST_TEXT, MOST_LINES } from './content.ts'
import { issueDayOf, lastBoletaOf } from './issue.ts'
import { percentText } from './rate.ts'
import type { ScriptValue } from './script.ts'
import { boletaPage, hiddenByScript, notice } from './script.ts'

/** GET TMBECN_ValidaTimbrajeContrib.cgi?modo=1: who withholds? Or why there is no boleta for this person. */
export function boletaStart(visit: PersonVisit): Answer {
  const refused = withoutBoletas(visit)
  if (refused) return refused
  const [rut_autentificado = '', dv_autentificado = ''] = visit.person.rut.split('-')
  return boletaPage('EMISION DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: { rut_autentificado, dv_autentificado },
    body: `<form name="formulario" method="post" action="TMBECN_PresentaDatosBoleta.cgi">
${hiddenByScript({
  rut_arrastre: { value: 'rut_autentificado' },
  dv_arrastre: { value: 'dv_autentificado' },
  sin_destinatario: { literal: 'NO' },
})}
${hidden('modo', field(visit.query, 'modo'))}
<input type="radio" name="OptTipoRetencion" value="RETRECEPTOR">Receptor<br>
<input type="radio" name="OptTipoRetencion" value="RETCONTRIBUYENTE" checked>Contribuyente<br>
<input type="button" name="cmdContinuar" value="Continuar" onClick="presionaBoton('tipo_retencion')"></form>`,
  })
}

function withoutBoletas({ portal, person }: PersonVisit): Answer | null {
  const second = person.activities.some((one) => one.category === 2)
  if (!second || scenarioFor(portal, 'boleta-no-second-category', person.rut)) {
    return notice(
      'Sr. Contribuyente: Ud no registra actividades de segunda categoría, por lo tanto no puede emitir Boletas de Honorarios Electrónicas.',
    )
  }
  return scenarioFor(portal, 'boleta-not-authorised', person.rut)
    ? notice('Ud. no está autorizado a emitir Boletas de Honorarios Electrónicas.')
    : null
}

/** POST TMBECN_PresentaDatosBoleta.cgi: the form for the data; with a receiver's RUT also what is known of it. */
export function boletaForm(visit: PersonVisit): Answer {
  const { form, person } = visit
  const refused = withoutBoletas(visit)
  if (refused) return refused
  if (`${field(form, 'rut_arrastre')}-${field(form, 'dv_arrastre')}` !== person.rut) {
    return notice('El RUT no corresponde al contribuyente autentificado')
  }
  if (!/^RET(RECEPTOR|CONTRIBUYENTE)$/.test(field(form, 'OptTipoRetencion'))) {
    return notice('Debe seleccionar el tipo de retención')
  }
  return dataForm(visit, '')
}

/** Also what a refused step shows, with its reason. Lines that were typed are gone. */
export function dataForm(visit: PersonVisit, message: string): Answer {
  const receiver = receiverShown(visit)
  return boletaPage('EMISION DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: { ...issuerValues(visit), ...receiver.values },
    body: `${message === '' ? '' : `<p class="mensaje">${inText(message)}</p>`}
<form name="formulario" method="post" action="TMBECN_ConfirmaTimbrajeContrib.cgi">
${hiddenByScript({
  dia_actual: { value: 'dia_actual' },
  mes_actual: { value: 'mes_actual' },
  anio_actual: { value: 'anio_actual' },
  rut_arrastre: { value: 'rut_arrastre' },
  dv_arrastre: { value: 'dv_arrastre' },
  tiempo: { value: 'tiempo' },
  hdn_glosa_actividad: { value: 'glosa_actividad' },
  hdn_muestra_glosa: { literal: 'si' },
  cantidad_filas_ingreso: { literal: String(MOST_LINES) },
  txt_comuna: { value: 'comuna_ctr' },
})}
${hidden('sin_destinatario', field(visit.form, 'sin_destinatario') || 'NO')}
${hidden('OptTipoRetencion', field(visit.form, 'OptTipoRetencion'))}
<select name="cbo_domicilio"><script>for (i = 1; i <= xml_values['CantidadDirecciones']; i++) document.write('<option value="' + xml_values['iddir' + i] + '">' + xml_values['direccion' + i]);</script></select>
<input type="text" name="txt_telefono" value="${inAttribute(visit.person.phone)}"><input type="text" name="txt_fax" value="">
${daySelects(visit)}
<input type="radio" name="rdb_glosa" value="si" checked>Si <input type="radio" name="rdb_glosa" value="no">No
${receiver.inputs}
<input type="button" name="consulta_destinatario" value="Consultar" onClick="presionaBoton('consulta_destinatario')">
${lineInputs(visit)}
<input type="button" name="cmdAceptar" value="Aceptar" onClick="presionaBoton('validar')"></form>`,
  })
}

function issuerValues({ portal, person }: PersonVisit): Record<string, ScriptValue> {
  const today = dayInChile(portal.now())
  const [anio_actual = '', mes_actual = '', dia_actual = ''] = today.split('-')
  const [rut = '', dv = ''] = person.rut.split('-')
  const last = lastBoletaOf(portal, person.rut)
  const fees = person.activities.filter((one) => one.category === 2)
  const addresses = person.addresses.flatMap(({ street, commune }, at): [string, string][] => [
    [`iddir${at + 1}`, addressId(at)],
    [`direccion${at + 1}`, `${street}, ${commune}`],
  ])
  return {
    razon_social: `${person.names} ${person.fatherName} ${person.motherName}`,
    rut_contribuyente: person.rut,
    rut_arrastre: rut,
    dv_arrastre: dv,
    actividades_sda_categoria: String(fees.length),
    glosa_actividad: fees[0]?.name ?? '',
    comuna_ctr: person.addresses[0]?.commune ?? '',
    fono_ctr: person.phone,
    dia_actual,
    mes_actual,
    anio_actual,
    CantidadDirecciones: String(person.addresses.length),
    ...Object.fromEntries(addresses),
    num_ult_boleta: last ? String(last.folio) : '',
    fecha_ult_boleta: last ? formatDay(issueDayOf(last)) : '',
    es_sociedad_profesionales: 'NO',
    porc_retencion: percentText(retentionRate(today)),
    tiempo: String(timeStamp(portal)),
  }
}

/** Never twice the same, though a test's clock may stand still: the last three digits count requests. */
function timeStamp(portal: PersonVisit['portal']): number {
  return Math.floor(portal.now() / 1000) * 1000 + (portal.lastNumber % 1000)
}

function daySelects({ portal }: PersonVisit): string {
  const [year = '', month = '', day = ''] = dayInChile(portal.now()).split('-')
  const pad = portal.variants.boletaDays === 'padded' ? 2 : 1
  const select = (name: string, from: number, count: number, chosen: string) =>
    `<select name="cbo_${name}_boleta">${Array.from({ length: count }, (_, at) => {
      const selected = Number(chosen) === from + at ? ' selected' : ''
      return `<option value="${String(from + at).padStart(pad, '0')}"${selected}>${from + at}`
    }).join('')}</select>`
  return [
    select('dia', 1, 31, day),
    select('mes', 1, 12, month),
    select('anio', Number(year) - 1, 3, year),
  ].join('')
}

/** Names that the script puts together can't be read from the source. */
function lineInputs({ portal }: PersonVisit): string {
  const most = portal.variants.boletaTextLimit === 'stated' ? ` maxlength="${LONGEST_TEXT}"` : ''
  return `<script>for (i = 1; i <= ${MOST_LINES}; i++) {
document.write('<input type="text" name="desc_prestacion_' + i + '" value=""${most}>');
document.write('<input type="text" name="valor_prestacion_' + i + '" value="">'); }</script>`
}

interface ReceiverShown {
  values: Record<string, ScriptValue>
  inputs: string
}

/** What was typed, completed with what the SII knows; with modo=2 the last boleta's receiver. */
function receiverShown(visit: PersonVisit): ReceiverShown {
  const { form, portal } = visit
  const typed = receiverTyped(visit)
  const known = typed === null ? null : inTheWorld(portal, typed)
  const [address] = known?.addresses ?? []
  const commune = communeByName(address?.commune ?? '')
  const [rut = '', dv = ''] = (typed ?? '').split('-')
  const fields = {
    txt_rut_destinatario: rut,
    txt_dv_destinatario: dv,
    txt_nombres_destinatario: field(form, 'txt_nombres_destinatario') || (known?.name ?? ''),
    txt_domicilio_destinatario:
      field(form, 'txt_domicilio_destinatario') || (address?.street ?? ''),
    txt_comuna_destinatario: field(form, 'txt_comuna_destinatario') || (address?.commune ?? ''),
  }
  const inScript = portal.variants.boletaReceiver === 'values'
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="text" name="${name}" value="${inScript ? '' : inAttribute(value)}">`,
  )
  return {
    values: inScript ? fields : {},
    inputs: `${inputs.join('\n')}
${regionSelect(commune?.region ?? 0)}
<select name="cbo_comuna">${commune ? `<option value="${commune.code}" selected>${commune.name}` : ''}</select>`,
  }
}

function regionSelect(chosen: number): string {
  const options = Array.from({ length: REGIONS }, (_, at) => {
    const selected = at + 1 === chosen ? ' selected' : ''
    return `<option value="${at + 1}"${selected}>Regi&oacute;n ${at + 1}`
  })
  return `<select name="cod_region"><option value="0">Seleccione${options.join('')}</select>`
}

function receiverTyped({ form, portal, person }: PersonVisit) {
  const written = `${field(form, 'txt_rut_destinatario')}-${field(form, 'txt_dv_destinatario')}`
  const last = field(form, 'modo') === '2' ? lastBoletaOf(portal, person.rut) : null
  return parseRut(written === '-' ? (last?.receiverRut ?? '') : written)
}
