import { formatDay } from '#domain/day.ts'
import type { Answer } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import type { StoredBoleta } from '../state/state.ts'
import type { PersonVisit } from '../http/visit.ts'
import { annul, boletaOf, issueDayOf } from './issue.ts'
import { boletaPage, hiddenByScript, notice } from './script.ts'

const causes = ['', 'No se efectuó el pago', 'No se prestó el servicio', 'Error en la digitación']

/** GET TMBANU_PrevalidaAnulacion.cgi: which one? */
export function annulmentStart({ person }: PersonVisit): Answer {
  const [rut_arrastre = '', dv_arrastre = ''] = person.rut.split('-')
  return boletaPage('ANULACION DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: { rut_arrastre, dv_arrastre },
    body: `<p>Paso 1 de 3</p><form name="formulario" method="post" action="TMBANU_ConfirmarAnulacion.cgi">
${hiddenByScript({
  rut_arrastre: { value: 'rut_arrastre' },
  dv_arrastre: { value: 'dv_arrastre' },
  origen: { literal: 'SEXTO' },
})}
<input type="text" name="Txt_BoletaAnular" value="">
${causes.map((text, at) => (at === 0 ? '' : `<input type="radio" name="OptCausaAnulacion" value="${at}">${text}`)).join('\n')}
<input type="button" name="cmdContinuar" value="Continuar"></form>`,
  })
}

/** POST TMBANU_ConfirmarAnulacion.cgi: shows it once more. */
export function confirmAnnulment(visit: PersonVisit): Answer {
  const judged = judge(visit, 'SEXTO')
  if (typeof judged === 'string') return notice(judged)
  return boletaPage('ANULACION DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: valuesOf(visit, judged),
    body: `<p>Paso 2 de 3</p><form name="formulario" method="post" action="TMBANU_RecepcionAnulacion.cgi">
${hiddenByScript({
  rut_arrastre: { value: 'rut_arrastre' },
  dv_arrastre: { value: 'dv_arrastre' },
  origen: { literal: 'SEPTIMO' },
  Txt_BoletaAnular: { value: 'folio' },
  OptCausaAnulacion: { literal: field(visit.form, 'OptCausaAnulacion') },
})}
<input type="button" name="ConfirmarAnulacion" value="Confirmar Anulaci&oacute;n"></form>`,
  })
}

/** POST TMBANU_RecepcionAnulacion.cgi: annuls it, which cannot be undone. */
export function acceptAnnulment(visit: PersonVisit): Answer {
  const judged = judge(visit, 'SEPTIMO')
  if (typeof judged === 'string') return notice(judged)
  annul(visit.portal, judged, Number(field(visit.form, 'OptCausaAnulacion')))
  return boletaPage('ANULACION DE BOLETA DE HONORARIOS ELECTRONICA', {
    values: valuesOf(visit, judged),
    body: '<p>Paso 3 de 3</p><p>La boleta ha sido anulada</p>',
  })
}

/** The boleta, or why it can't be annulled. */
function judge(visit: PersonVisit, origin: string): StoredBoleta | string {
  const { portal, person, form } = visit
  const of = (name: string) => field(form, name)
  if (`${of('rut_arrastre')}-${of('dv_arrastre')}` !== person.rut || of('origen') !== origin) {
    return 'El RUT no corresponde al contribuyente autentificado'
  }
  if (!/^[123]$/.test(of('OptCausaAnulacion'))) return 'Debe seleccionar la causa de la anulación'
  if (scenarioFor(portal, 'boleta-annulment-refused', person.rut)) {
    return 'La boleta no puede ser anulada'
  }
  const boleta = boletaOf(portal, person.rut, Number(of('Txt_BoletaAnular')))
  if (!boleta) return 'No existe la boleta de honorarios'
  return boleta.annulledAtMs === null ? boleta : 'La boleta ya se encuentra anulada'
}

function valuesOf({ person }: PersonVisit, boleta: StoredBoleta) {
  const [rut_arrastre = '', dv_arrastre = ''] = person.rut.split('-')
  return {
    rut_arrastre,
    dv_arrastre,
    folio: String(boleta.folio),
    Monto_Boleta: { miles: boleta.grossClp },
    fecha_boleta: formatDay(issueDayOf(boleta)),
    nombre_destinatario: boleta.receiverName,
  }
}
