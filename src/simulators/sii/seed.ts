import {
  addMonths,
  chileInstant,
  day,
  dayInChile,
  monthNumberOf,
  monthOf,
  yearOf,
} from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import type { WorldFactura } from '../world.ts'
import { issueByHand } from './by-hand.ts'
import type { Portal } from './portal.ts'

/** Issues what the characters had issued before the story begins, each on its own day. */
export function seedFacturas(portal: Portal): void {
  const today = dayInChile(portal.now())
  const dated = portal.world.facturas
    .map((factura) => ({ factura, on: dayOf(factura, today) }))
    .toSorted((a, b) => a.on.localeCompare(b.on))
  for (const { factura, on } of dated) {
    const then: Portal = { ...portal, now: () => chileInstant(on, 11, 0) }
    issueByHand(then, factura)
  }
}

function dayOf(factura: WorldFactura, today: Day): Day {
  const month = addMonths(monthOf(today), -factura.monthsAgo)
  return day(yearOf(month), monthNumberOf(month), factura.dayOfMonth)
}
