import {
  addDays,
  addMonths,
  chileInstant,
  day,
  dayInChile,
  monthNumberOf,
  monthOf,
  yearOf,
} from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { annul, issueBoletaByHand } from './boletas/issue.ts'
import { issueByHand } from './documents/by-hand.ts'
import type { Portal } from './state/portal.ts'

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

/** The boletas de honorarios too; one that was annulled was so three days later. */
export function seedBoletas(portal: Portal): void {
  const today = dayInChile(portal.now())
  const dated = (portal.world.boletas ?? [])
    .map((boleta) => ({ boleta, on: dayOf(boleta, today) }))
    .toSorted((a, b) => a.on.localeCompare(b.on))
  for (const { boleta, on } of dated) {
    const then = (date: Day): Portal => ({ ...portal, now: () => chileInstant(date, 16, 0) })
    const issued = issueBoletaByHand(then(on), boleta)
    if (boleta.annulledFor !== null) annul(then(addDays(on, 3)), issued, boleta.annulledFor)
  }
}

function dayOf({ monthsAgo, dayOfMonth }: { monthsAgo: number; dayOfMonth: number }, today: Day) {
  const month = addMonths(monthOf(today), -monthsAgo)
  return day(yearOf(month), monthNumberOf(month), dayOfMonth)
}
