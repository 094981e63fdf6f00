import type { Day } from '#domain/day.ts'
import {
  addMonths,
  day,
  dayInChile,
  dayOfMonth,
  lastDayOf,
  monthNumberOf,
  monthOf,
  parseDay,
  yearOf,
} from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import { field } from '../http/form.ts'
import type { StoredBoleta } from '../state/state.ts'
import { nameOf } from '../state/taxpayers.ts'
import type { PersonVisit } from '../http/visit.ts'
import { communeByCode, communeByName } from './communes.ts'
import type { BoletaContent } from './issue.ts'

export const MOST_LINES = 4
export const LONGEST_TEXT = 60
const MONTHS_EITHER_WAY = 3
const TIME_VALID_MS = 2 * 60 * 60 * 1000

export type BoletaReading =
  | { kind: 'ok'; content: BoletaContent }
  | { kind: 'refused'; reason: string }

/**
 * The boleta that the fields ask for, or the first reason why not. No page remembers another, so the last step
 * reads and checks everything again; only the codes of region and commune have gone by then.
 */
export function readBoleta(visit: PersonVisit, step: 'confirm' | 'issue'): BoletaReading {
  const { form, person, portal } = visit
  const of = (name: string) => field(form, name).trim()
  const issueDay = issueDayIn(visit)
  const lines = linesIn(visit)
  const receiver = receiverIn(visit, step)
  const reason =
    sessionRefusal(visit) ??
    timeRefusal(visit, step) ??
    dayRefusal(issueDay, dayInChile(portal.now())) ??
    addressRefusal(visit) ??
    (typeof receiver === 'string' ? receiver : null) ??
    (typeof lines === 'string' ? lines : null)
  if (reason !== null || issueDay === null) return refused(reason ?? '')
  if (typeof receiver === 'string' || typeof lines === 'string') return refused('')
  const printed = of('rdb_glosa') === 'si' || of('hdn_muestra_glosa') === 'si'
  return {
    kind: 'ok',
    content: {
      issuerRut: person.rut,
      activity: printed ? of('hdn_glosa_actividad') : '',
      issuerAddress: addressNamed(visit)?.street ?? '',
      ...receiver,
      issueDay,
      withholder: of('OptTipoRetencion') === 'RETRECEPTOR' ? 'recipient' : 'issuer',
      lines,
    },
  }
}

function refused(reason: string): BoletaReading {
  return { kind: 'refused', reason }
}

/** The issuer is who signed in, and nobody else. */
function sessionRefusal({ form, person }: PersonVisit): string | null {
  const principal = `${field(form, 'rut_arrastre')}-${field(form, 'dv_arrastre')}`
  if (principal !== person.rut) return 'El RUT no corresponde al contribuyente autentificado'
  return ['RETRECEPTOR', 'RETCONTRIBUYENTE'].includes(field(form, 'OptTipoRetencion'))
    ? null
    : 'Debe seleccionar el tipo de retención'
}

function timeRefusal({ form, portal, person }: PersonVisit, step: string): string | null {
  const wanted = portal.variants.boletaTime
  const written = field(form, 'tiempo')
  if (wanted === 'ignored') return null
  const age = portal.now() - Number(written)
  if (!/^\d{13}$/.test(written) || age < -1000 || age > TIME_VALID_MS) {
    return 'La página ha expirado, ingrese nuevamente a la opción'
  }
  const used = portal.state.boletas.some(
    (one) => one.issuerRut === person.rut && one.time === written,
  )
  return wanted === 'once' && step === 'issue' && used ? 'La boleta ya fue emitida' : null
}

function issueDayIn({ form }: PersonVisit): Day | null {
  const part = (name: string) => field(form, `cbo_${name}_boleta`).padStart(2, '0')
  return parseDay(`${part('anio')}-${part('mes')}-${part('dia')}`)
}

function dayRefusal(on: Day | null, today: Day): string | null {
  if (on === null) return 'La fecha de la boleta no es válida'
  const [first, last] = [
    monthsFrom(today, -MONTHS_EITHER_WAY),
    monthsFrom(today, MONTHS_EITHER_WAY),
  ]
  return on < first || on > last
    ? 'La fecha de la boleta debe estar dentro de los tres meses anteriores o siguientes'
    : null
}

/** The same day of that month, or its last. */
function monthsFrom(today: Day, months: number): Day {
  const of = addMonths(monthOf(today), months)
  return day(yearOf(of), monthNumberOf(of), Math.min(dayOfMonth(today), dayOfMonth(lastDayOf(of))))
}

function addressRefusal(visit: PersonVisit): string | null {
  return addressNamed(visit) ? null : 'Debe seleccionar su domicilio'
}

function addressNamed({ form, person }: PersonVisit) {
  return person.addresses.find((_, at) => addressId(at) === field(form, 'cbo_domicilio'))
}

/** Nine digits, the same that Mi SII shows. */
export function addressId(at: number): string {
  return String(300_000_001 + at)
}

type Receiver = Pick<
  BoletaContent,
  'receiverRut' | 'receiverName' | 'receiverAddress' | 'receiverCommune' | 'warnings'
>

/** What is missing of the name comes from the RUT, as far as the SII knows it. */
function receiverIn(visit: PersonVisit, step: 'confirm' | 'issue'): Receiver | string {
  const { form, person, portal } = visit
  const of = (name: string) => field(form, name).trim()
  if (of('sin_destinatario') === 'SI') {
    return {
      receiverRut: '',
      receiverName: '',
      receiverAddress: '',
      receiverCommune: '',
      warnings: [],
    }
  }
  const rut = `${of('txt_rut_destinatario')}-${of('txt_dv_destinatario')}`
  if (parseRut(rut) !== rut) return 'El RUT del destinatario no es válido'
  if (rut === person.rut) return 'No puede emitir una boleta a sí mismo'
  const receiverName = of('txt_nombres_destinatario') || nameOf(portal, rut)
  if (receiverName === '') return 'Debe ingresar el nombre del destinatario'
  const receiverAddress = of('txt_domicilio_destinatario')
  if (receiverAddress === '') return 'Debe ingresar el domicilio del destinatario'
  const chosen = communeByCode(of('cbo_comuna'))
  if (step === 'confirm' && String(chosen?.region) !== of('cod_region')) {
    return 'Debe seleccionar la región y la comuna del destinatario'
  }
  const written = of('txt_comuna_destinatario')
  const receiverCommune = communeByCode(written)?.name ?? (written || (chosen?.name ?? ''))
  if (receiverCommune === '') return 'Debe seleccionar la comuna del destinatario'
  const named = communeByName(receiverCommune)
  const mixed = chosen !== null && named?.code !== chosen.code
  const warnings = mixed ? [`commune ${receiverCommune}, its code is of ${chosen.name}`] : []
  return { receiverRut: rut, receiverName, receiverAddress, receiverCommune, warnings }
}

/** Gross amounts in whole pesos without separators, one to four lines without gaps. */
function linesIn({ form, portal }: PersonVisit): StoredBoleta['lines'] | string {
  const rows = Number(field(form, 'cantidad_filas_ingreso'))
  if (!(rows >= 1 && rows <= MOST_LINES) || field(form, `desc_prestacion_${MOST_LINES + 1}`)) {
    return `El máximo de prestaciones es ${MOST_LINES}`
  }
  const written = Array.from({ length: MOST_LINES }, (_, at) => ({
    text: field(form, `desc_prestacion_${at + 1}`).trim(),
    gross: field(form, `valor_prestacion_${at + 1}`).trim(),
  }))
  const used = written.filter(({ text, gross }) => text !== '' || gross !== '')
  if (used.length === 0 || used.some((one, at) => one !== written[at])) {
    return 'Debe ingresar la descripción de la prestación'
  }
  for (const { text, gross } of used) {
    if (text === '') return 'Debe ingresar la descripción de la prestación'
    if (!/^[1-9]\d{0,11}$/.test(gross)) return 'El valor de la prestación no es válido'
    if (text.length > LONGEST_TEXT && portal.variants.boletaTextLimit === 'stated') {
      return `La descripción de la prestación excede ${LONGEST_TEXT} caracteres`
    }
  }
  return used.map(({ text, gross }) => ({
    text: text.slice(0, LONGEST_TEXT),
    grossClp: Number(gross),
  }))
}
