import type { Day } from '#domain/day.ts'
import { dayInChile, formatDay, monthOf, parseMonth } from '#domain/day.ts'
import { retentionRate } from '#domain/retention.ts'
import type { Answer } from '../http/answer.ts'
import { hidden, html } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import type { StoredBoleta } from '../state/state.ts'
import type { PersonVisit } from '../http/visit.ts'
import { issueDayOf, shownAmounts } from './issue.ts'
import { percentText } from './rate.ts'
import type { ScriptValue } from './script.ts'
import { assignments, boletaPage, notice, rowAssignments } from './script.ts'

const ROWS_PER_PAGE = 100

export type Side = 'issued' | 'received'

/** GET TMBCOC_MenuConsultasContrib.cgi and …Rec: opens the application; nothing depends on it. */
export function reportMenu({ person }: PersonVisit): Answer {
  const [rut = '', dv = ''] = person.rut.split('-')
  return boletaPage('CONSULTA DE BOLETAS', {
    values: { rut_arrastre: rut, dv_arrastre: dv },
    body: `<form name="formulario" method="post" action="TMBCOC_InformeMensualBhe.cgi">${hidden('pagina_solicitada', '0')}</form>`,
  })
}

/** POST or GET TMBCOC_InformeMensualBhe.cgi: a hundred rows a page, written into a map of the script. */
export function issuedMonth(visit: PersonVisit): Answer {
  return monthlyReport(visit, 'issued')
}

/** The same of TMBCOC_InformeMensualBheRec.cgi. */
export function receivedMonth(visit: PersonVisit): Answer {
  return monthlyReport(visit, 'received')
}

function monthlyReport(visit: PersonVisit, side: Side): Answer {
  const asked = visit.request.method === 'POST' ? visit.form : visit.query
  const of = (name: string) => field(asked, name)
  const refused = reportRefusal(visit, `${of('rut_arrastre')}-${of('dv_arrastre')}`)
  if (refused) return refused
  if (!/^\d+$/.test(of('pagina_solicitada'))) return notice('Error TMB020a: parámetros incorrectos')
  const month = parseMonth(`${of('cbanoinformemensual')}-${of('cbmesinformemensual')}`)
  if (month === null) return notice('Error TMB021: período incorrecto')
  const found = boletasOf(visit, side).filter((one) => monthOf(issueDayOf(one)) === month)
  const rows = pageOf(visit, found, Number(of('pagina_solicitada')))
  const show = side === 'issued' ? issuedRow : receivedRow
  const script = rows.flatMap((one, at) =>
    Object.entries(show(visit, one)).map(([name, value]): [string, ScriptValue] => [
      `${name}_${at + 1}`,
      value,
    ]),
  )
  return page(
    month,
    {
      ...meta(visit, found, month),
      pagina_solicitada: of('pagina_solicitada'),
    },
    rowAssignments(Object.fromEntries(script)),
  )
}

export function reportRefusal({ portal, person }: PersonVisit, rut: string): Answer | null {
  if (scenarioFor(portal, 'boleta-report-error', person.rut)) {
    return notice('En este momento no es posible atender su solicitud')
  }
  // Only one's own: a represented company has a login of its own.
  return rut === person.rut ? null : notice('El RUT no corresponde al contribuyente autentificado')
}

/** As far as they are listed already, by folio. */
export function boletasOf({ portal, person }: PersonVisit, side: Side): StoredBoleta[] {
  const ours = (one: StoredBoleta) => (side === 'issued' ? one.issuerRut : one.receiverRut)
  return portal.state.boletas
    .filter((one) => ours(one) === person.rut && one.listedFromMs <= portal.now())
    .toSorted((a, b) => a.issueDay.localeCompare(b.issueDay) || a.folio - b.folio)
}

/** Beyond the last one the last repeats, or nothing comes. */
function pageOf({ portal }: PersonVisit, found: StoredBoleta[], asked: number): StoredBoleta[] {
  const { boletaPages, beyondLastPage } = portal.variants
  const wanted = boletaPages === 'from-one' ? Math.max(asked - 1, 0) : asked
  const last = Math.max(Math.ceil(found.length / ROWS_PER_PAGE) - 1, 0)
  if (wanted > last && beyondLastPage === 'empty') return []
  const at = Math.min(wanted, last) * ROWS_PER_PAGE
  return found.slice(at, at + ROWS_PER_PAGE)
}

/** How much is withheld, of those that stand. */
function meta(
  { portal, person }: PersonVisit,
  found: StoredBoleta[],
  month: string,
): Record<string, ScriptValue> {
  const [year = '', number = ''] = month.split('-')
  const [rut = '', dv = ''] = person.rut.split('-')
  const standing = found.filter((one) => one.annulledAtMs === null)
  const sum = (amount: (one: StoredBoleta) => number) =>
    String(standing.reduce((total, one) => total + amount(one), 0))
  const shown = (one: StoredBoleta) => shownAmounts(portal, one)
  const by = (withholder: string) => (one: StoredBoleta) =>
    one.withholder === withholder ? one.retentionClp : 0
  return {
    total_boletas: String(found.length),
    mes_consulta: number,
    anio_consulta: year,
    porcentaje_retencion: percentText(retentionRate(firstOf(found, dayInChile(portal.now())))),
    suma_honorarios: sum((one) => one.grossClp),
    suma_retencion_emisor: sum(by('issuer')),
    suma_retencion_receptor: sum(by('recipient')),
    suma_liquido: sum((one) => shown(one).liquidoClp),
    nombre_contribuyente: `${person.names} ${person.fatherName} ${person.motherName}`,
    rut_arrastre: rut,
    dv_arrastre: dv,
  }
}

function firstOf([first]: StoredBoleta[], today: Day): Day {
  return first ? issueDayOf(first) : today
}

function issuedRow(visit: PersonVisit, one: StoredBoleta): Record<string, ScriptValue> {
  const [rutreceptor = '', dvreceptor = ''] = one.receiverRut.split('-')
  return {
    nroboleta: String(one.folio),
    usuemisor: one.issuerName,
    fechaemision: formatDay(dayInChile(one.storedAtMs)),
    fecha_boleta: formatDay(issueDayOf(one)),
    rutreceptor,
    dvreceptor,
    nombrereceptor: one.receiverName,
    totalhonorarios: { miles: one.grossClp },
    retencion_emisor: { miles: one.withholder === 'issuer' ? one.retentionClp : 0 },
    ...commonRow(visit, one),
    email_envio: one.mailedTo[0] ?? '',
  }
}

function receivedRow(visit: PersonVisit, one: StoredBoleta): Record<string, ScriptValue> {
  const [rutemisor = '', dvemisor = ''] = one.issuerRut.split('-')
  return {
    nroboleta: String(one.folio),
    rutemisor,
    dvemisor,
    nombre_emisor: one.issuerName,
    nombre_receptor: one.receiverName,
    fecha_boleta: formatDay(issueDayOf(one)),
    totalhonorarios: { miles: one.grossClp },
    ...commonRow(visit, one),
    cod_comuna: '',
  }
}

function commonRow(
  { portal, person }: PersonVisit,
  one: StoredBoleta,
): Record<string, ScriptValue> {
  const all = scenarioFor(portal, 'boleta-annulled', person.rut)
  const annulledAtMs = one.annulledAtMs ?? (all ? portal.now() : null)
  return {
    retencion_receptor: { miles: one.withholder === 'recipient' ? one.retentionClp : 0 },
    honorariosliquidos: { miles: shownAmounts(portal, one).liquidoClp },
    es_soc_profesional: 'NO',
    estado: annulledAtMs === null ? 'N' : portal.variants.boletaAnnulled,
    fechaanulacion: annulledAtMs === null ? '' : formatDay(dayInChile(annulledAtMs)),
    codigobarras: one.barCode,
  }
}

function page(month: string, values: Record<string, ScriptValue>, rows: string): Answer {
  return html(
    `<html><head><title>INFORME MENSUAL DE BOLETAS ${month}</title><script language="JavaScript" src="/IMT/js/TMBCOC_Consulta.js"></script>
<script>
var xml_values = new Array();
${assignments('xml_values', values)}
var arr_informe_mensual = new Array();
${rows}
</script></head><body><script>dibujaInforme();</script></body></html>`,
    { 'content-type': 'text/html; charset=iso-8859-1' },
  )
}
