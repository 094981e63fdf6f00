import type { Day, Month } from '#domain/day.ts'
import { addDays, chileInstant, firstDayOf, lastDayOf, monthNumberOf } from '#domain/day.ts'
import { clp, portionOf } from '#domain/money.ts'
import type { WorldFlow, WorldTrade } from '../../world-trade.ts'
import type { Portal } from '../state/portal.ts'
import { nameOf } from '../state/taxpayers.ts'
import { chanceOf, wholeOf } from '../state/chance.ts'
import type { Accounting, Operation, RegisterRow } from './row.ts'

const GROWTH_A_MONTH = 0.0035
const DAY_MS = 24 * 60 * 60 * 1000
/** January to December: February is holiday, September has its feasts, December closes the books. */
const SEASONS = [0.96, 0.82, 1.06, 1, 1.02, 0.98, 0.95, 1.03, 0.9, 1.05, 1.08, 1.2]
/** Customers skip a month now and then; rent and electricity don't. */
const SKIPPED = 0.07

export interface FlowMonth {
  portal: Portal
  ours: WorldTrade
  operation: Operation
  flow: WorldFlow
  of: Month
  /** Months since the history began. */
  age: number
}

/** What the flow brings in one month, with its notas de crédito. The folios of sales are given later. */
export function monthOfFlow(place: FlowMonth): RegisterRow[] {
  const { flow } = place
  if (flow.tipoDte === 39) return [shopRow(place)]
  if (place.operation === 'VENTA' && chanceOf(seedOf(place, 'skipped')) < SKIPPED) return []
  return Array.from({ length: flow.documentsPerMonth }, (_, at) => documentRows(place, at)).flat()
}

function shopRow(place: FlowMonth): RegisterRow {
  const { flow, of } = place
  const documents = wholeOf(
    seedOf(place, 'count'),
    Math.ceil(flow.documentsPerMonth * 0.8),
    Math.ceil(flow.documentsPerMonth * 1.3),
  )
  const neto = documents * amountOf(place, 'shop')
  return { ...rowOf(place, lastDayOf(of), neto), documents, folio: 0, otherName: '' }
}

/** A document, and the nota de crédito that takes some of it back. */
function documentRows(place: FlowMonth, at: number): RegisterRow[] {
  const { flow, of, age } = place
  const step = Math.floor(28 / flow.documentsPerMonth)
  const number = ((flow.dayOfMonth - 1 + at * step) % 28) + 1
  const on = addDays(firstDayOf(of), number - 1)
  const seed = seedOf(place, String(at))
  const counted = age * flow.documentsPerMonth + at
  const row = {
    ...rowOf(place, on, amountOf(place, String(at))),
    folio: wholeOf(flow.partyRut + flow.text, 400, 90_000) + counted * wholeOf(flow.text, 1, 60),
  }
  const fate = fateOf(place, seed, row.receivedAtMs)
  if (flow.creditNoteEvery === 0 || chanceOf(`${seed} note`) >= 1 / flow.creditNoteEvery) {
    return [{ ...row, ...fate }]
  }
  const neto = Math.round((amountOf(place, String(at)) * wholeOf(`${seed} part`, 10, 60)) / 100)
  const note = {
    ...rowOf(place, addDays(on, wholeOf(`${seed} days`, 2, 9)), neto),
    tipoDoc: 61,
    text: `Rebaja: ${flow.text}`,
    folio: wholeOf(flow.partyRut, 20, 900) + counted,
    refersTo: { tipoDoc: row.tipoDoc, folio: row.folio },
  }
  return [{ ...row, ...fate }, note]
}

/** Most purchases are simply registered; a few are left out or claimed, and some are acknowledged early. */
function fateOf(
  { operation }: FlowMonth,
  seed: string,
  receivedAtMs: number,
): Pick<RegisterRow, 'accounting' | 'event'> {
  const chance = chanceOf(`${seed} fate`)
  const acknowledged = {
    code: 'ERM',
    legend: 'Otorga recibo de mercaderías o servicios',
    atMs: receivedAtMs + 2 * DAY_MS,
  }
  const claimed = {
    code: 'RCD',
    legend: 'Reclamo al contenido del documento',
    atMs: receivedAtMs + 3 * DAY_MS,
  }
  const kept: Accounting = 'REGISTRO'
  if (chance >= 0.4) return { accounting: kept, event: null }
  if (operation === 'VENTA' || chance >= 0.03) return { accounting: kept, event: acknowledged }
  return chance < 0.015
    ? { accounting: 'RECLAMADO', event: claimed }
    : { accounting: 'NO_INCLUIR', event: null }
}

function rowOf(place: FlowMonth, on: Day, netoClp: number): RegisterRow {
  const { portal, operation, flow } = place
  const exempt = flow.tipoDte === 34
  const ivaClp = exempt ? 0 : portionOf(clp(netoClp), 19, 100)
  const otherTaxes = flow.otherTaxes.map(({ code, percent }) => ({
    code,
    percent,
    amountClp: portionOf(clp(netoClp), percent, 100),
  }))
  // A supplier's document may arrive a day or two late, in the next month then.
  const lateDays = operation === 'COMPRA' ? wholeOf(`${seedOf(place, on)} late`, 0, 2) : 0
  const minutes = wholeOf(`${seedOf(place, on)} minutes`, 0, 59)
  return {
    operation,
    tipoDoc: flow.tipoDte,
    folio: 0,
    otherRut: flow.partyRut,
    otherName: nameOf(portal, flow.partyRut),
    text: flow.text,
    day: on,
    receivedAtMs: chileInstant(addDays(on, lateDays), 9, minutes),
    exentoClp: exempt ? netoClp : 0,
    netoClp: exempt ? 0 : netoClp,
    ivaClp,
    otherTaxes,
    totalClp: netoClp + ivaClp + otherTaxes.reduce((sum, one) => sum + one.amountClp, 0),
    documents: 1,
    refersTo: null,
    event: null,
    accounting: 'REGISTRO',
  }
}

/** Around the flow's amount, rising with the months, in whole hundreds. */
function amountOf(place: FlowMonth, what: string): number {
  const { flow, age, of } = place
  const around = 0.85 + 0.3 * chanceOf(seedOf(place, `amount ${what}`))
  const season = SEASONS[monthNumberOf(of) - 1] ?? 1
  return Math.round((flow.netoClp * around * season * (1 + GROWTH_A_MONTH) ** age) / 100) * 100
}

function seedOf({ ours, operation, flow, of }: FlowMonth, what: string): string {
  return [ours.companyRut, operation, flow.partyRut, flow.text, of, what].join('|')
}
