import type { Day, Month } from '#domain/day.ts'
import {
  addMonths,
  compare,
  dayInChile,
  dayOfMonth,
  daysBetween,
  firstDayOf,
  knownDay,
  monthOf,
} from '#domain/day.ts'
import type { WorldFlow, WorldTrade } from '../../world-trade.ts'
import type { World } from '../../world.ts'
import type { Portal } from '../state/portal.ts'
import { monthOfFlow } from './flow-rows.ts'
import type { Operation, RegisterRow } from './row.ts'

/** How far the register of the characters' companies reaches back from the first start. */
const HISTORY_MONTHS = 26
/** Far from the portal's own folios, which begin with 1. */
const FIRST_FOLIO = 2001
/** Ley 19.983: after eight days nobody can claim any more, and the purchase is as accepted. */
const CLAIM_MS = 8 * 24 * 60 * 60 * 1000

/**
 * What a company bought and sold outside this portal, the oldest first. The same on every start: each amount
 * follows from its flow and month. Purchases and shop sales go on as time passes; the facturas of the program
 * used before end on the day of the first start.
 */
export function historyOf(portal: Portal, companyRut: string): readonly RegisterRow[] {
  const ours = portal.world.trade?.find((one) => one.companyRut === companyRut)
  if (!ours) return []
  const start = knownDay(portal.state.startedOn)
  const today = dayInChile(portal.now())
  const rows = remembered(portal.world, `${companyRut} ${start} ${monthOf(today)}`, () =>
    rowsOf(portal, ours, start, monthOf(today)),
  )
  const now = portal.now()
  return rows.flatMap((row) =>
    row.tipoDoc === 39 ? shopMonth(row, today) : row.receivedAtMs <= now ? [asOf(row, now)] : [],
  )
}

/** As it stands at that moment: an event that has not come yet isn't shown. */
function asOf(row: RegisterRow, nowMs: number): RegisterRow {
  if (row.operation === 'VENTA') return row
  const event = row.event !== null && row.event.atMs <= nowMs ? row.event : null
  const settled = event !== null || nowMs >= row.receivedAtMs + CLAIM_MS
  return { ...row, event, accounting: settled ? row.accounting : 'PENDIENTE' }
}

/** Of a month in course, as much as its days that have passed. */
function shopMonth(row: RegisterRow, today: Day): RegisterRow[] {
  const [first, last] = [firstDayOf(monthOf(row.day)), row.day]
  if (compare(first, today) > 0) return []
  const passed = Math.min(daysBetween(first, today) + 1, dayOfMonth(last))
  const part = (amount: number) => Math.round((amount * passed) / dayOfMonth(last))
  const [netoClp, ivaClp] = [part(row.netoClp), part(row.ivaClp)]
  return [
    { ...row, netoClp, ivaClp, totalClp: netoClp + ivaClp, documents: part(row.documents) || 1 },
  ]
}

function rowsOf(portal: Portal, ours: WorldTrade, start: Day, until: Month): RegisterRow[] {
  const first = addMonths(monthOf(start), -HISTORY_MONTHS)
  const months: Month[] = []
  for (let of = first; compare(of, until) <= 0; of = addMonths(of, 1)) months.push(of)
  const all = (operation: Operation, flows: WorldFlow[]) =>
    flows.flatMap((flow) =>
      months.flatMap((of, age) => monthOfFlow({ portal, ours, operation, flow, of, age })),
    )
  const sales = all('VENTA', ours.sales).filter(
    (row) => row.tipoDoc === 39 || compare(row.day, start) < 0,
  )
  return [...numbered(sales), ...all('COMPRA', ours.purchases)].toSorted(
    (a, b) => a.receivedAtMs - b.receivedAtMs,
  )
}

/** The company's own folios count on by type, in the order of their days. */
function numbered(sales: RegisterRow[]): RegisterRow[] {
  const next = new Map<number, number>()
  const given = new Map<string, number>()
  return sales
    .toSorted((a, b) => compare(a.day, b.day))
    .map((row) => {
      const folio = next.get(row.tipoDoc) ?? FIRST_FOLIO
      next.set(row.tipoDoc, folio + 1)
      given.set(`${row.otherRut} ${row.tipoDoc} ${row.folio}`, folio)
      const { refersTo } = row
      const referred =
        refersTo && given.get(`${row.otherRut} ${refersTo.tipoDoc} ${refersTo.folio}`)
      return {
        ...row,
        folio,
        refersTo: refersTo && { ...refersTo, folio: referred ?? refersTo.folio },
      }
    })
}

/** Computing a history takes milliseconds, but each request of a register needs it. */
const histories = new WeakMap<World, Map<string, readonly RegisterRow[]>>()
const MOST_HISTORIES_KEPT = 50

function remembered(
  world: World,
  key: string,
  make: () => readonly RegisterRow[],
): readonly RegisterRow[] {
  const kept = histories.get(world) ?? new Map<string, readonly RegisterRow[]>()
  histories.set(world, kept)
  const rows = kept.get(key) ?? make()
  if (kept.size < MOST_HISTORIES_KEPT) kept.set(key, rows)
  return rows
}
